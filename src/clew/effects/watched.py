"""An object whose attributes callers may have set themselves, and which of them are still theirs.

What is read or set once is settled: the doubt is noted with the first reading, and what the program sets is its own.
"""

from __future__ import annotations

import inspect
from typing import Any

from clew.frontend.module import ANY_NAME
from clew.records import dataclass
from clew.semantics.class_lookup import in_class


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Names of attributes that code of the project sets without being their object's own.

    private: those with an underscore, of other objects than the one whose method it is.  past: of all, those that are
    set past a `__setattr__`.  touched: private ones of other objects, whose contents are changed or handed on.
    inside: those of which the same may hold for what is in them.  called: private methods of other objects that are
    used.  copied: are objects copied, so that what they keep privately is shared?  in_spaces: those that are set by the
    namespaces of other objects, be it in place of methods.
    """

    private: frozenset[str]
    past: frozenset[str]
    touched: frozenset[str]
    inside: frozenset[str]
    called: frozenset[str]
    copied: bool
    in_spaces: frozenset[str]


@dataclass(slots=True)
class Watched:
    """names: of attributes that may be others than they are here, or may be there; `ANY_NAME` stands for all private
    ones.  others: may there be more, under any public name?  `__dict__` shows them all.  settled: of attributes that
    the program has read, set or deleted.
    """

    o: Any
    names: set[str]
    others: bool
    settled: set[str]

    def may_differ(self, name: str) -> bool:
        """May what is there be something else?"""
        return name not in self.settled and (self.is_named(name) or (self.others and name == "__dict__"))

    def may_be_new(self, name: str) -> bool:
        """Is nothing there, where callers may have put something?"""
        possible = not name.startswith("_") or self.is_named(name)
        return self.others and name not in self.settled and possible and self.lacks(name)

    def is_named(self, name: str) -> bool:
        if name in self.names:
            return True
        private = name.startswith("_") and not name.endswith("__") and ANY_NAME in self.names
        return private and not hasattr(type(inspect.getattr_static(self.o, name, None)), "__get__")

    def lacks(self, name: str) -> bool:
        """Is there nothing at all under the name?"""
        space = object.__getattribute__(self.o, "__dict__")
        return name not in space and not in_class(type(self.o), name)

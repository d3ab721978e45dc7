"""An object whose attributes callers may have set themselves, and which of them are still theirs.

What is read or set once is settled: the doubt is noted with the first reading, and what the program sets is its own.
"""

from __future__ import annotations

from typing import Any

from clew.records import dataclass
from clew.semantics.class_lookup import in_class


@dataclass(slots=True)
class Watched:
    """names: of attributes that may be others than they are here.  others: may there be more, under any public name?
    `__dict__` shows them all.  settled: of attributes that the program has read, set or deleted.
    """

    o: Any
    names: set[str]
    others: bool
    settled: set[str]

    def may_differ(self, name: str) -> bool:
        """May what is there be something else?"""
        return name not in self.settled and (name in self.names or (self.others and name == "__dict__"))

    def may_be_new(self, name: str) -> bool:
        """Is nothing there, where callers may have put something?"""
        return self.others and name not in self.settled and not name.startswith("_") and self.lacks(name)

    def lacks(self, name: str) -> bool:
        """Is there nothing at all under the name?"""
        space = object.__getattribute__(self.o, "__dict__")
        return name not in space and not in_class(type(self.o), name)

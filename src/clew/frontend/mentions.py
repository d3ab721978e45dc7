"""Who leads to whom in a project: the functions and names that its texts mention, what these mention, and so on.

A name is looked up as Python does: the variables of functions are nobody else's; a name of the module is what its
text binds it to, what a star import brings, or a built-in one.  Where none of these is seen, it may be anything of that
name.
"""

from __future__ import annotations

import ast
import builtins
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import field
from functools import cached_property
from typing import Final

from clew.frontend.file_mentions import FileText, Noted, read_tree
from clew.frontend.mention_keys import (
    GIVEN,
    LAMBDAS,
    OPEN,
    OPERATORS,
    PARAMETERS,
    PLAIN_TYPES,
    UNKNOWN,
    Files,
    bare,
    file_of,
    keys_in,
)
from clew.frontend.parsing import parsed
from clew.frontend.special import is_constructor, is_special
from clew.records import dataclass
from clew.regexes import regex

_NUMBERS: Final = frozenset({"IntEnum", "StrEnum", "IntFlag", "OrderedDict", "defaultdict", "Counter", "UserDict"})
_ASKING: Final = frozenset({"dict", "print"})
_BUILTINS: Final = frozenset(dir(builtins))
_PATCHING: Final = regex(r"\b__?builtins(?:__)?\b")
_PLAIN_BASES: Final = frozenset(
    {"ABC", "ABCMeta", "Generic", "Protocol", "NamedTuple", "TypedDict"}
    | {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}
)


@dataclass(eq=False)
class Mentions(Noted):
    """texts: by path, of all modules, in both versions where there are two; files: by their names in keys, their texts
    as read.
    """

    texts: Mapping[str, str]
    files: dict[str, list[FileText]] = field(default_factory=lambda: defaultdict(list))
    where: Files = field(init=False)
    _trees: dict[str, ast.Module] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.where = Files({file_of(path) for path in self.texts})
        self.is_patched = any(map(_PATCHING.search, self.texts.values()))
        defined = set[str]()
        for path, text in self.texts.items():
            if not text:
                continue  # there is no such file in this version
            read = read_tree(file_of(path), self.tree_of(text), self.where, self)
            self.files[read.name].append(read)
            defined |= read.defined
        self.hand_on()
        self.handed_on = {key for key in self.handed_on if not bare([key]).isdisjoint({*defined, LAMBDAS})}
        self.call_what_holds(self.stored)
        self.is_mixed |= any(
            name in self.borrowed and keys & self.functions for (_, name), keys in self.methods.items()
        )

    def tree_of(self, text: str) -> ast.Module:
        """As `parsed`; the same one for each who asks, which nobody changes."""
        if text not in self._trees:
            self._trees[text] = parsed(text)
        return self._trees[text]

    def beside(self, file: str, text: str) -> Noted:
        """Of one text more of a file, for itself."""
        found = Noted(is_patched=self.is_patched)
        read_tree(file, parsed(text), self.where, found)
        found.call_what_holds(self.stored | found.stored)
        return found

    def next_of(self, key: str) -> set[str]:
        """What a key leads to at once."""
        found = self.edges.get(key, set())
        if key in (OPEN, UNKNOWN, OPERATORS):
            return found | self.of_foreign
        file, there, name = key.partition("::")
        if ">" in name:
            return self._inside(file, *name.split(">"))
        if "<" in name:
            cls, _, attribute = name.partition("<")
            return self._of_family(f"{file}::{cls}", attribute)
        if not there or "." in name:
            return found
        return found | {f"={name}"} | self._unbound(file, name)

    def _family(self, cls: str) -> set[str]:
        """The class, those derived from it, and all bases of these."""
        return _closure(self.kinds_of(cls), lambda each: self._parents.get(each, set()))

    def held_by(self, cls: str) -> set[str]:
        """Keys of what the class, and those that it has to do with, have."""
        family = self._family(cls)
        return family.union(*(keys for (kind, _), keys in self.methods.items() if kind in family))

    def is_foreign(self, cls: str) -> bool:
        """May code that is not seen, of a base of the class, call its methods?"""
        family = self._family(cls)
        return not family.isdisjoint(self._foreign)

    @cached_property
    def _foreign(self) -> set[str]:
        """Classes with a base that is not the project's, and that does more than most."""
        found = set[str]()
        for cls, bases in self.classes.items():
            own = cls.partition("::")[0] + "::"
            seen = _closure(
                bases - self.classes.keys(),
                lambda key: self.next_of(key) - self.classes.keys() if key.startswith(own) else set(),
            )
            if any(key.startswith("=") and not _is_plain_base(key[1:]) for key in seen):
                found.add(cls)
        return found

    @cached_property
    def of_foreign(self) -> set[str]:
        """Keys of what such classes have."""
        return set().union(*(keys for (cls, _), keys in self.methods.items() if self.is_foreign(cls)))

    @cached_property
    def of_classes(self) -> set[str]:
        """Keys of classes and of what they have."""
        return set(self.classes).union(*self.methods.values())

    @cached_property
    def of_shapes(self) -> set[str]:
        """Of these what is no function."""
        return self.of_classes - self.functions

    def _of_family(self, cls: str, name: str) -> set[str]:
        """What an attribute is of an object whose class is this one, or derived from it."""
        family = self._family(cls)
        found = {key for kind in family for key in self.methods.get((kind, name), ())}
        if self.is_mixed:
            found.add(f".{name}")
        computing = ("__getattr__", "__getattribute__")
        found |= {kind for kind in family for special in computing if (kind, special) in self.methods}
        return found | {f"={name}"}

    @cached_property
    def _parents(self) -> dict[str, set[str]]:
        """Of each class those that may be bases of it."""
        return {cls: self._classes_of(bases) for cls, bases in self.classes.items()}

    def _classes_of(self, keys: Set[str]) -> set[str]:
        """The classes that these may stand for."""

        def following(key: str) -> Set[str]:
            if key in self.classes or key in (OPEN, UNKNOWN, OPERATORS):
                return set()
            of_family = "<" in key  # which is not known yet
            return {f".{key.rpartition('<')[2]}"} if of_family else self.next_of(key)

        return _closure(keys, following) & self.classes.keys()

    def takes_anything(self, function: str) -> bool:
        """May it be given what its text does not show, as an argument, or in an object it is a method of?"""
        annotated = self.edges.get(function + PARAMETERS, set())
        is_method = any(function in keys for keys in self.methods.values())
        return is_method or OPERATORS in annotated or bool(self._classes_of(annotated))

    def classes_given(self, function: str) -> set[str]:
        """Classes that its parameters are annotated with, and those derived from them."""
        annotated = self.edges.get(function + PARAMETERS, set())
        named = self._classes_of(annotated - {OPERATORS})
        return (annotated & {OPERATORS} | self._built_in).union(*map(self.kinds_of, named))

    @cached_property
    def _built_in(self) -> set[str]:
        """Classes derived from numbers, texts or containers, which are such, too."""
        derived = {cls for cls, bases in self.classes.items() if not bare(bases).isdisjoint(PLAIN_TYPES | _NUMBERS)}
        return set().union(*map(self.kinds_of, derived))

    def _inside(self, file: str, name: str, attribute: str) -> set[str]:
        """What an attribute is of what a package imports, or holds, under a name."""
        inside = os.path.join(os.path.dirname(file), name)
        modules = [each for each in (f"{inside}.py", os.path.join(inside, "__init__.py")) if each in self.files]
        stars, is_whole = self._stars(file)
        found = {f"{each}::{attribute}" for each in modules}
        bound = [text for text in self.files.get(file, []) if name in text.scopes.module_names]
        is_object = any(name not in text.modules for text in bound)
        is_object |= any(name in self.names_in(star) for star in stars)
        if is_object or not is_whole or not modules:
            found.add(f".{attribute}")
        return found

    def _unbound(self, file: str, name: str) -> set[str]:
        """What a name may be beside what the texts of the file bind it to."""
        texts = self.files.get(file, [])
        stars, is_whole = self._stars(file)
        found = {f"{star}::{name}" for star in stars if name in self.names_in(star)}
        if texts and is_whole and all(name in text.scopes.module_names for text in texts):
            return found
        is_own = any(name in text.defined or name in text.of_classes for text in texts)
        if self.is_patched or not is_whole or not (found or is_own or name in _BUILTINS):
            found.add(f".{name}")
        return found | ({OPEN} if name in _ASKING else set())

    def _stars(self, file: str) -> tuple[set[str], bool]:
        """The files that names come from without being named, and whether that is all."""
        found, waiting, is_whole = set[str](), [file], True
        while waiting:
            for text in self.files.get(waiting.pop(), []):
                is_whole &= text.is_whole
                waiting += text.stars - found
                found |= text.stars
        return found, is_whole

    def reached(self, keys: Iterable[str]) -> set[str]:
        return _closure(keys, self.next_of)

    def leading_to(self, names: Set[str]) -> set[str]:
        """Keys of these names, bare, and what leads to one of them."""
        named = (key for key in self._backwards if not names.isdisjoint(bare([key])))
        return _closure(named, self._backwards.__getitem__)

    @cached_property
    def _backwards(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        waiting = [*self.edges, *(f"{file}::{name}" for file in self.files for name in self.names_in(file))]
        seen = {*waiting}
        while waiting:
            key = waiting.pop()
            found.setdefault(key, set())
            for each in self.next_of(key):
                found.setdefault(each, set()).add(key)
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return found

    def given_by_stars(self, file: str) -> set[str]:
        """Keys of what a file has from others without naming it."""
        stars, _ = self._stars(file)
        return {f"{star}::{name}" for star in stars for name in self.names_in(star)}

    def names_in(self, file: str) -> set[str]:
        """That its texts bind for the whole module."""
        return {name for text in self.files.get(file, []) for name in text.scopes.module_names}

    def called_from(self, keys: Set[str], indirect: bool = False) -> set[str]:
        """What a function that mentions these may use; what is handed on, too, if it, or what it uses, calls something
        by no name.
        """
        reached = self.reached(keys)
        if not indirect and self.indirect.isdisjoint(reached):
            return reached
        return self.reached({*keys, *self.handed_on, GIVEN})

    def kinds_of(self, cls: str) -> set[str]:
        """Keys of the class and of those derived from it."""
        found, before = {cls}, 0
        while before != (before := len(found)):
            found.update(each for each, bases in self._parents.items() if not bases.isdisjoint(found))
        return found

    def operators_of(self, cls: str) -> set[str]:
        """Keys of the special methods of an object of this class."""
        family = self._family(cls)
        special = (keys for (kind, name), keys in self.methods.items() if kind in family and is_special(name))
        return {key for keys in special for key in keys if not is_constructor(key.rpartition(".")[2])}

    def keys_of(self, file: str, node: ast.AST) -> Iterator[str]:
        """What a name, an attribute, a text or a pattern in the file mentions, where no function has it for its own."""
        yield from keys_in(file, node, self._modules[file])

    @cached_property
    def _modules(self) -> defaultdict[str, dict[str, set[str]]]:
        """By files, what is a module in all texts."""
        found = defaultdict[str, dict[str, set[str]]](dict)
        for file, texts in self.files.items():
            both = set.intersection(*({*text.modules} for text in texts))
            found[file] = {name: set().union(*(text.modules[name] for text in texts)) for name in both}
        return found


def _closure(keys: Iterable[str], following: Callable[[str], Set[str]]) -> set[str]:
    """These, what follows them, and so on."""
    found = {*keys}
    waiting = [*found]
    while waiting:
        fresh = following(waiting.pop()) - found
        found |= fresh
        waiting += fresh
    return found


def _is_plain_base(name: str) -> bool:
    known = vars(builtins).get(name)
    return name in _PLAIN_BASES or known is object or (isinstance(known, type) and issubclass(known, BaseException))

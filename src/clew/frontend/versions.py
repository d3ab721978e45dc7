"""Two versions of a module: which functions changed, and both versions of each in one text.

    LIMIT = 12                                 the new module as it is
    def cost(grams: int) -> int: …

    _was_LIMIT = 10                            behind it what of the old one is not as it was,
    def _was_cost(grams): …                    as far as an old version asks for it
    def _apart1(grams: int) -> None: …         calls both (`twins.py`)

What both have alike is there once.  A class is never there twice, since its instances would be of no class that the
other version knows: old methods stand in the new class (`def _was_total(self)`), and objects are made by the new
version.  Calls of `self.helper()` go to the old method where it can be no other.  What an old version still shares
with the new one though it changed is said to be leant on (`leaning.py`).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Set
from dataclasses import field, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias

from clew.frontend.alike import alike_text
from clew.frontend.copies import Copies
from clew.frontend.module import parse
from clew.frontend.places import FunctionNode, span_of
from clew.frontend.result_types import certain_kind
from clew.frontend.scopes import parameters_of
from clew.frontend.seen_of_exceptions import only_computes
from clew.frontend.sides import Both, Side, binding_of, dumped, evaluated_early
from clew.frontend.twins import (
    NOT_COMPARED,
    Driver,
    Subject,
    driver_of,
    driver_text,
    gives_numbers,
    gives_objects,
    refused,
)
from clew.records import dataclass
from clew.source.diagnostics import Diagnostic
from clew.source.spans import Span

OTHER: Final = "?"  # a default that is another one though its text may be the same
Change: TypeAlias = Literal["changed", "added", "removed"]
LIKE: Final = "_like"
OF_CLASS: Final = "a constant of a class that it reads changed, so that it is only run"
RESHAPED: Final = "its fields, bases, constants or special methods changed, which is not compared"
REPLACED: Final = "another definition of it, which a later one replaces, changed, which is not compared"
REORDERED: Final = "something that it was made of is bound at another time, which is not compared"
STARS: Final = "star imports changed, which may bind what it names"
BOUND: Final = "other statements than its definition bind its name, which changed"
_COPYING: Final = "from copy import deepcopy as _deepcopy"


@dataclass(frozen=True, slots=True)
class Version:
    """A function that is not the same in both.

    span: in the new version; of one that was removed, in the old one.  why: it cannot be compared, else empty.
    old: the qualified name of the old version in the text that has both, drivers: names of functions there; it is the
    same where no driver tells the two apart.
    signature: where the calls that are compared are not all that both have, the parameters before and after. says:
    may its exceptions be raised by statements, so that what they say is compared, too? of_class: is it called on
    its class, as constructors are? uncompared: why it is not shown to be the same even so, else empty; values: may
    the result, or an argument, be an object that can change, so that it may matter which of them are one? numbers:
    may the result be a number? retyped: the parameters whose annotations changed, as `n: int | None -> int`.
    is_plain: does it only compute with numbers that it is given, and never fail? is_reworded: only the wording is
    another one (`normal_form.py`); supposing: what has to be for that. Where nothing has, there is nothing to
    compare.
    """

    qualname: str
    change: Change
    span: Span
    why: str = ""
    old: str = ""
    drivers: tuple[str, ...] = ()
    signature: str = ""
    says: bool = False
    of_class: bool = False
    uncompared: str = ""
    values: bool = False
    numbers: bool = False
    retyped: str = ""
    is_plain: bool = False
    is_reworded: bool = False
    supposing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Versions:
    """functions: in the order of the new text, removed ones last.  text: with both versions of functions.  class_text:
    of what is called on a class, since that would count as one more thing that is done with it.  names: of what changed
    beside functions, with its place: variables, imports (None), classes by their fields or bases.  unread: the public
    ones that no function compares for them.  loose: places of changed statements of the module that are not compared.
    """

    functions: tuple[Version, ...]
    text: str
    class_text: str
    names: Mapping[str, Span | None]
    unread: frozenset[str]
    loose: tuple[Span, ...]


def versions_of(
    old: str, new: str, file: str, pure: Set[str] = frozenset(), shadowed: Set[str] = frozenset()
) -> Versions | Diagnostic:
    """Compare the texts of a module.

    pure: functions that change nothing, in both; shadowed: names of modules of the library for which the project has
    its own.
    """
    sides = []
    for text in (old, new):
        tree = parse(text, file)
        if isinstance(tree, Diagnostic):
            return tree
        sides.append(Side(tree, shadowed))
    old_side, new_side = sides
    both = Both(old_side, new_side, new)
    return _Comparison(both, Copies(both), pure).made()


@dataclass(eq=False)
class _Comparison:
    both: Both
    copies: Copies
    pure: Set[str] = frozenset()
    drivers: list[Driver] = field(default_factory=list)

    def made(self) -> Versions:
        both = self.both
        unread = frozenset(both.unread())
        found = [each for name, node in both.new.functions.items() if (each := self.compared(name, node)) is not None]
        for name, node in both.old.functions.items():
            if name not in both.new.functions:
                found.append(Version(name, "removed", span_of(node)))
        found += self.conditional()
        found += [*self.accessors(), *self.classes()]
        functions = sorted(found, key=lambda each: (each.change == "removed", each.span))
        loose = tuple(both.loose())
        shared = [self.copies.with_methods(), _COPYING, *self.copies.written()]
        shared.append(alike_text(both.old.tree, both.new.tree, LIKE))
        plain = [driver_text(each) for each in self.drivers if not _is_of_class(each.subject)]
        of_class = [driver_text(each) for each in self.drivers if _is_of_class(each.subject)]
        text = "\n\n\n".join([*shared, *plain]) + "\n"
        class_text = "\n\n\n".join([*shared, *self.copies.constructors_written(), *of_class]) + "\n"
        return Versions(tuple(functions), text, class_text, dict(both.names()), unread, loose)

    @cached_property
    def constants(self) -> frozenset[str]:
        """Names of constants of classes that changed."""
        both = self.both
        paths = both.old.classes.keys() & both.new.classes.keys()
        dirty = self.copies.dirty.names
        return frozenset(name for path in paths for name in both.changed_constants(path, dirty))

    def accessors(self) -> Iterator[Version]:
        """Setters and deleters of properties that changed."""
        for path, cls in self.both.new.classes.items():
            before = self.both.old.classes.get(path)
            old = {} if before is None else {_accessor(each): dumped(each) for each in before.accessors}
            for each in cls.accessors:
                name = _accessor(each)
                if before is not None and old.get(name) != dumped(each):
                    change: Change = "changed" if name in old else "added"
                    yield Version(f"{path}.{name}", change, span_of(each), NOT_COMPARED)

    def classes(self) -> Iterator[Version]:
        """Classes whose fields, bases or special methods changed."""
        for path in sorted(self.both.reshaped):
            yield Version(path, "changed", span_of(self.both.new.classes[path].node), RESHAPED)

    def conditional(self) -> Iterator[Version]:
        """Of functions that are defined under some condition."""
        old, new = self.both.old.conditional, self.both.new.conditional
        for name in [*new, *(name for name in old if name not in new)]:
            before, now = old.get(name, []), new.get(name, [])
            if [*map(dumped, before)] != [*map(dumped, now)] or name in self.otherwise:
                change: Change = "changed" if before and now else "added" if now else "removed"
                yield Version(name, change, span_of((now or before)[-1]), "it is defined under a condition")

    @cached_property
    def otherwise(self) -> frozenset[str]:
        """Names that are bound where another condition holds than before."""
        return frozenset(self.both.bound_otherwise(self.copies.dirty.names))

    def compared(self, name: str, node: FunctionNode) -> Version | None:
        both = self.both
        before = both.old.functions.get(name)
        if before is None:
            return Version(name, "added", span_of(node))
        if both.old.replaced.get(name) != both.new.replaced.get(name):
            return Version(name, "changed", span_of(node), REPLACED)
        if name in both.reordered:
            return Version(name, "changed", span_of(node), REORDERED)
        scope, dirty = both.old.scope_of(before), self.copies.dirty.names
        early = {n for part in evaluated_early(before) for n in both.old.globals_in(part, scope)}
        reads = both.old.globals_in(before, scope)
        direct = any(not both.is_function(n) for n in reads & dirty) or not early.isdisjoint(dirty)
        if reads and both.has_other_stars:
            return Version(name, "changed", span_of(node), STARS)
        if not reads.isdisjoint(both.leaning_on_order):
            return Version(name, "changed", span_of(node), REORDERED)
        reads_other = not self.constants.isdisjoint(n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute))
        if dumped(before) == dumped(node) and not direct:
            return Version(name, "changed", span_of(node), OF_CLASS) if reads_other else None
        says = both.old.raises(before) or both.new.raises(node)
        if name in both.changed_bindings and not both.is_function(name):
            return Version(name, "changed", span_of(node), BOUND)
        is_reworded = not direct and not reads_other and name in self.copies.reworded
        supposing = self.copies.reworded[name] if is_reworded else ()
        reworded = Version(name, "changed", span_of(node), says=says, is_reworded=is_reworded, supposing=supposing)
        if is_reworded and not supposing:
            return reworded
        now, was = _subject(both.new, name, node), _subject(both.old, name, before)
        why = refused(now) or refused(was) or _not_alike(now, was)
        common = _common(now, was)
        if common is None:
            why = why or f"its parameters were {_signature(was)}, so that no call suits both"
        old = why or self.copies.function(name)
        if isinstance(old, str) or common is None:
            return reworded if is_reworded else Version(name, "changed", span_of(node), str(old))
        now = replace(now, pure=name in self.pure)
        names: list[str] = []
        for given in (common, *_omitting(common, now, was, dirty)):
            names.append(f"_apart{len(self.drivers) + 1}")
            subject = replace(now, node=_renamed(node, old.again)) if old.again else now
            driver = Driver(names[-1], subject, old.called, given, not now.cls, old.makes, LIKE, says)
            self.drivers.append(driver_of(driver))
        signature = f"{_signature(was)} -> {_signature(now)}" if _signature(was) != _signature(now) else ""
        narrowed = "" if _takes_all(now, was) else f"calls that {_signature(was)} took are taken no more, or otherwise"
        kind = certain_kind(now.node, both.new.tree)
        is_certain = kind is not None and kind == certain_kind(was.node, both.old.tree)
        values, numbers, of_class = gives_objects(now), gives_numbers(now, is_certain), _is_of_class(now)
        found = replace(reworded, old=old.qualname, drivers=tuple(names), signature=signature)
        retyped = _retyped(was.node, now.node)
        is_plain = only_computes(now.node) and only_computes(was.node)
        found = replace(found, values=values, numbers=numbers, of_class=of_class, is_plain=is_plain)
        return replace(found, uncompared=narrowed, retyped=retyped)


def _accessor(node: FunctionNode) -> str:
    """`total.setter`"""
    return next(f"{node.name}.{d.attr}" for d in node.decorator_list if isinstance(d, ast.Attribute))


def _subject(side: Side, name: str, node: FunctionNode) -> Subject:
    cls = name.rpartition(".")[0]
    flags: list[str] = []
    if isinstance(node, ast.AsyncFunctionDef):
        flags.append("async")
    if side.scopes.of[id(node)].is_generator:
        flags.append("generator")
    return Subject(node, name, cls, binding_of(node) if cls else "function", tuple(flags))


def _renamed(node: FunctionNode, name: str) -> FunctionNode:
    node = copy.copy(node)
    node.name = name
    return node


def _is_of_class(subject: Subject) -> bool:
    return subject.binding in ("class", "static") or subject.path.endswith(".__init__")


def _not_alike(now: Subject, was: Subject) -> str:
    if now.binding != was.binding or set(now.flags) != set(was.flags):
        return "it is another kind of function now"
    return ""


# ---------------------------------------------------------------- calls that suit both


def _signature(subject: Subject) -> str:
    args = copy.deepcopy(subject.node.args)
    for each in ast.walk(args):
        if isinstance(each, ast.arg):
            each.annotation = None
    return f"({ast.unparse(args)})"


def _common(now: Subject, was: Subject) -> ast.arguments | None:
    """The parameters of the new version that both take, those without a name in common by their places."""
    new, old = now.node.args, was.node.args
    own, others = [*new.posonlyargs, *new.args], [*old.posonlyargs, *old.args]
    count = min(len(own), len(others))
    needed = (len(own) - len(new.defaults), len(others) - len(old.defaults))
    if max(needed) > count:
        return None
    keywords = {a.arg for a in old.kwonlyargs}
    for side, names in ((new, keywords), (old, {a.arg for a in new.kwonlyargs})):
        if any(d is None and a.arg not in names for a, d in zip(side.kwonlyargs, side.kw_defaults, strict=True)):
            return None
    given = copy.deepcopy(new)
    moved = {a.arg: a for a in given.args[max(count - len(given.posonlyargs), 0) :] if a.arg in keywords}
    defaults = dict(zip([a.arg for a in own[len(own) - len(new.defaults) :]], given.defaults, strict=True))
    if len(own) > count:
        _cut(given, count)
    kept = [i for i, a in enumerate(given.kwonlyargs) if a.arg in keywords]
    given.kw_defaults = [*(given.kw_defaults[i] for i in kept), *(defaults.get(name) for name in moved)]
    given.kwonlyargs = [*(given.kwonlyargs[i] for i in kept), *moved.values()]
    if (new.vararg is None) != (old.vararg is None) or len(own) != len(others):
        given.vararg = None
    if (new.kwarg is None) != (old.kwarg is None) or {a.arg for a in new.kwonlyargs} != keywords:
        given.kwarg = None
    return given


def _takes_all(now: Subject, was: Subject) -> bool:
    """Does each call that the old version took mean the same parameters in the new one?"""
    new, old = now.node.args, was.node.args
    own, others = [*new.posonlyargs, *new.args], [*old.posonlyargs, *old.args]
    if (old.vararg is not None and new.vararg is None) or (old.kwarg is not None and new.kwarg is None):
        return False
    if old.vararg is not None and len(own) != len(others):
        return False
    without, optional = (_defaults_by_name(args, frozenset()).keys() for args in (old, new))
    if not without & {a.arg for a in (*own, *new.kwonlyargs)} <= optional:
        return False
    by_name = {a.arg for a in (*new.args, *new.kwonlyargs)}
    if any(a.arg not in by_name for a in old.kwonlyargs) or len(own) < len(others):
        return False
    if old.kwarg is not None and by_name - {a.arg for a in (*old.args, *old.kwonlyargs)}:
        return False  # what it gathered is a parameter now
    if any(a.arg in {b.arg for b in own} for a in old.kwonlyargs):
        return [a.arg for a in others] == [b.arg for b in own[: len(others)]]
    places = {a.arg: place for place, a in enumerate(own) if a in new.args}
    return all(places.get(a.arg) == place for place, a in enumerate(others) if a in old.args)


def _retyped(was: FunctionNode, now: FunctionNode) -> str:
    before, after = ({a.arg: a.annotation for a in parameters_of(node.args)} for node in (was, now))
    told = {name: (_annotation(before[name]), _annotation(after[name])) for name in after if name in before}
    return ", ".join(f"{name}: {first} -> {second}" for name, (first, second) in told.items() if first != second)


def _annotation(node: ast.expr | None) -> str:
    """As text; the same for one in quotes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return "none" if node is None else ast.unparse(node)


def _cut(given: ast.arguments, count: int) -> None:
    """Only so many positional parameters."""
    positional = len(given.posonlyargs) + len(given.args)
    given.defaults = given.defaults[: max(len(given.defaults) - (positional - count), 0)]
    given.args = given.args[: max(count - len(given.posonlyargs), 0)]
    given.posonlyargs = given.posonlyargs[:count]


def _omitting(common: ast.arguments, now: Subject, was: Subject, changed: Set[str]) -> Iterator[ast.arguments]:
    """The parameters without such as have another default now, and without those that follow."""
    places = [_defaults(subject.node.args, changed) for subject in (now, was)]
    for place, _ in enumerate([*common.posonlyargs, *common.args]):
        before, after = (each.get(place) for each in places)
        if before is not None and after is not None and not before == after != OTHER:
            given = copy.deepcopy(common)
            _cut(given, place)
            given.vararg = None
            yield given
    keywords = [_defaults_by_name(subject.node.args, changed) for subject in (now, was)]
    for each in common.kwonlyargs:
        before, after = (side.get(each.arg) for side in keywords)
        if before is not None and after is not None and not before == after != OTHER:
            given = copy.deepcopy(common)
            kept = [i for i, a in enumerate(given.kwonlyargs) if a.arg != each.arg]
            given.kw_defaults = [given.kw_defaults[i] for i in kept]
            given.kwonlyargs = [given.kwonlyargs[i] for i in kept]
            yield given


def _defaults(args: ast.arguments, changed: Set[str]) -> dict[int, str]:
    first = len(args.posonlyargs) + len(args.args) - len(args.defaults)
    return {first + i: _default(default, changed) for i, default in enumerate(args.defaults)}


def _defaults_by_name(args: ast.arguments, changed: Set[str]) -> dict[str, str]:
    positional = [*args.posonlyargs, *args.args]
    pairs = [*zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    pairs += zip(positional[len(positional) - len(args.defaults) :], args.defaults, strict=True)
    return {a.arg: _default(default, changed) for a, default in pairs if default is not None}


def _default(node: ast.expr, changed: Set[str]) -> str:
    return OTHER if any(isinstance(n, ast.Name) and n.id in changed for n in ast.walk(node)) else ast.dump(node)

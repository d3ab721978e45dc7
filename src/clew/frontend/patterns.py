"""`match`: each pattern becomes nested tests; captures are bound when the whole pattern has matched (PEP 634).

The order of tests is CPython's: kind, length, keys or attributes, then sub-patterns from left to right.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Final, TypeAlias

from clew.frontend.builder import NotLowered
from clew.frontend.comprehensions import Comprehensions
from clew.frontend.expressions import FALSE, NONE, TRUE
from clew.frontend.places import case_span, is_irrefutable, span_of
from clew.ir import tree as ir
from clew.source.spans import Span

Captures: TypeAlias = dict[str, ir.Atom]
Then: TypeAlias = Callable[[Captures], None]

SELF_MATCHING: Final = frozenset(
    {"bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}
)
MATCH_SELF: Final = 1 << 22  # the flag of types whose one positional sub-pattern is matched with the subject itself
CASES: Final = 16  # so many cases are nested, before the rest is tested beside them


class Patterns(Comprehensions):
    """`match` statements to nested tests."""

    @abstractmethod
    def statements(self, nodes: list[ast.stmt]) -> None:
        """Lower a block."""

    def match(self, node: ast.Match) -> None:
        subject = self.kept(node.subject)
        if isinstance(subject, ir.Var) and not subject.name.startswith("%"):
            subject = self.temporary(subject, span_of(node.subject))  # A case may rebind the variable and then fail.
        groups = [node.cases[i : i + CASES] for i in range(0, len(node.cases), CASES)]
        if len(groups) == 1:
            self._cases(groups[0], subject, None)
            return
        done = self.temporary(FALSE, span_of(node.subject))
        for group in groups:
            with self.block() as rest:
                self._cases(group, subject, done)
            self.emit(ir.If(done, (), tuple(rest), None, case_span(group[0])))

    def _cases(self, cases: list[ast.match_case], subject: ir.Atom, done: ir.Var | None) -> None:
        case, *others = cases
        span = case_span(case)
        matched = self.temporary(FALSE, span)

        def succeed(captures: Captures) -> None:
            for name, value in captures.items():
                self.store(ast.copy_location(ast.Name(name, ast.Store()), case.pattern), value)
            if case.guard is None:
                self.emit(ir.Assign(matched, TRUE, span))
            else:
                self.branch(case.guard, "branch", [ir.Assign(matched, TRUE, span)], [])

        self._pattern(case.pattern, subject, {}, succeed)
        with self.block() as then:
            self.emit(ir.Reach(span, "branch", "taken"))
            if done is not None:
                self.emit(ir.Assign(done, TRUE, span))
            self.statements(case.body)
        with self.block() as orelse:
            if case.guard is not None or not is_irrefutable(case.pattern):
                self.emit(ir.Reach(span, "branch", "missed"))
            if others:
                self._cases(others, subject, done)
        self.emit(ir.If(matched, tuple(then), tuple(orelse), None, span))

    # ------------------------------------------------------------ patterns

    def _when(self, condition: ir.Atom, span: Span, then: Callable[[], None]) -> None:
        """Go on only where a condition of the pattern holds; it is not a goal of its own."""
        with self.block() as body:
            then()
        self.emit(ir.If(condition, tuple(body), (), None, span))

    def _pattern(self, pattern: ast.pattern, subject: ir.Atom, captures: Captures, then: Then) -> None:
        """Emit code that runs `then` (once, inside) where the subject matches."""
        span = span_of(pattern)
        match pattern:
            case ast.MatchAs(pattern=None, name=None):
                then(captures)
            case ast.MatchAs(pattern=None, name=str(name)):
                then({**captures, name: subject})
            case ast.MatchAs(pattern=inner, name=name):
                assert inner is not None and name is not None
                self._pattern(inner, subject, captures, lambda c: then({**c, name: subject}))
            case ast.MatchValue(value=value):
                equal = self.temporary(ir.Binary("==", subject, self.atom(value)), span)
                self._when(equal, span, lambda: then(captures))
            case ast.MatchSingleton(value=value):
                same = self.temporary(ir.Binary("is", subject, ir.Const(value)), span)
                self._when(same, span, lambda: then(captures))
            case ast.MatchSequence(patterns=items):
                kind = self.temporary(ir.Unary("is-sequence", subject), span)
                self._when(kind, span, lambda: self._sequence(items, subject, captures, then, span))
            case ast.MatchMapping():
                kind = self.temporary(ir.Unary("is-mapping", subject), span)
                self._when(kind, span, lambda: self._mapping(pattern, subject, captures, then))
            case ast.MatchClass():
                self._class(pattern, subject, captures, then)
            case ast.MatchOr(patterns=alternatives):
                self._alternatives(alternatives, subject, captures, then, span)
            case _:
                raise NotLowered(f"{type(pattern).__name__} pattern")

    def _each(self, parts: list[tuple[ast.pattern, ir.Atom]], captures: Captures, then: Then) -> None:
        """Match sub-patterns one after the other."""
        if not parts:
            then(captures)
            return
        (pattern, subject), *rest = parts
        self._pattern(pattern, subject, captures, lambda c: self._each(rest, c, then))

    def _length(self, subject: ir.Atom, span: Span) -> ir.Var:
        return self.temporary(ir.Call(self.builtin("len", span), (subject,)), span)

    def _sequence(self, items: list[ast.pattern], subject: ir.Atom, captures: Captures, then: Then, span: Span) -> None:
        stars = [i for i, item in enumerate(items) if isinstance(item, ast.MatchStar)]
        star = stars[0] if stars else None
        least = len(items) - len(stars)
        if star is not None and least == 0:
            self._unpacked(items, star, subject, captures, then, span)
            return
        length = self._length(subject, span)
        enough = self.temporary(ir.Binary("==" if star is None else ">=", length, ir.Const(least)), span)

        def go_on() -> None:
            if all(_is_wildcard(item) for item in items):
                then(captures)
            elif star is not None and items[star].name is None:  # type: ignore[attr-defined]
                self._indexed(items, star, subject, captures, then, span)
            else:
                self._unpacked(items, star, subject, captures, then, span)

        self._when(enough, span, go_on)

    def _unpacked(
        self, items: list[ast.pattern], star: int | None, subject: ir.Atom, captures: Captures, then: Then, span: Span
    ) -> None:
        if all(_is_wildcard(item) for item in items):
            then(captures)
            return
        targets = [self.fresh() for _ in items]
        self.emit(ir.Unpack(tuple(targets), star, subject, span))
        parts: list[tuple[ast.pattern, ir.Atom]] = []
        for item, target in zip(items, targets, strict=True):
            if isinstance(item, ast.MatchStar):
                if item.name is not None:
                    parts.append((ast.copy_location(ast.MatchAs(None, item.name), item), target))
            else:
                parts.append((item, target))
        self._each(parts, captures, then)

    def _indexed(
        self, items: list[ast.pattern], star: int, subject: ir.Atom, captures: Captures, then: Then, span: Span
    ) -> None:
        """Around a `*_` only the items that matter are looked at, by index."""
        wanted = [i for i, item in enumerate(items) if i != star and not _is_wildcard(item)]
        self._index_next(wanted, items, star, subject, captures, then, span)

    def _index_next(
        self, wanted: list[int], items: list[ast.pattern], star: int, subject: ir.Atom, captures: Captures, then: Then,
        span: Span,
    ) -> None:  # fmt: skip
        if not wanted:
            then(captures)
            return
        index, *rest = wanted
        key: ir.Atom = ir.Const(index)
        if index > star:
            back = ir.Const(len(items) - index)
            key = self.temporary(ir.Binary("-", self._length(subject, span), back), span)
        item = self.temporary(ir.Item(subject, key), span_of(items[index]))
        self._pattern(
            items[index], item, captures, lambda c: self._index_next(rest, items, star, subject, c, then, span)
        )

    def _mapping(self, pattern: ast.MatchMapping, subject: ir.Atom, captures: Captures, then: Then) -> None:
        span = span_of(pattern)
        if len(pattern.keys) > 1 and not all(isinstance(k, ast.Constant | ast.UnaryOp) for k in pattern.keys):
            raise NotLowered("mapping pattern with computed keys")

        def finish(found: Captures) -> None:
            if pattern.rest is not None:
                rest = self.temporary(ir.DictDisplay(((None, subject),)), span)
                for key in keys:
                    self.emit(ir.DelItem(rest, key, span))
                found = {**found, pattern.rest: rest}
            then(found)

        def look_up(index: int, values: list[ir.Atom]) -> None:
            if index == len(keys):
                self._each(list(zip(pattern.patterns, values, strict=True)), captures, finish)
                return
            place = span_of(pattern.keys[index])
            value = self.temporary(ir.MethodCall(subject, "get", (keys[index], missing)), place)
            present = self.temporary(ir.Binary("is-not", value, missing), place)
            self._when(present, place, lambda: look_up(index + 1, [*values, value]))

        keys: list[ir.Atom] = []
        missing: ir.Atom = NONE

        def look_all() -> None:
            nonlocal keys, missing
            keys = [self.kept(key) for key in pattern.keys]
            missing = self.temporary(ir.Call(self.builtin("object", span), ()), span)
            look_up(0, [])

        if not pattern.keys:
            finish(captures)
            return
        enough = self.temporary(ir.Binary(">=", self._length(subject, span), ir.Const(len(pattern.keys))), span)
        self._when(enough, span, look_all)

    def _class(self, pattern: ast.MatchClass, subject: ir.Atom, captures: Captures, then: Then) -> None:
        _ClassPattern(self, pattern, subject, captures, then).test()

    def _alternatives(
        self, alternatives: list[ast.pattern], subject: ir.Atom, captures: Captures, then: Then, span: Span
    ) -> None:
        """`A | B`: captures go through temporaries that every alternative sets."""
        names = sorted(_captured(alternatives[0]))
        slots = {name: self.temporary(NONE, span) for name in names}
        matched = self.temporary(FALSE, span)

        def succeed(found: Captures) -> None:
            for name in names:
                self.emit(ir.Assign(slots[name], found[name], span))
            self.emit(ir.Assign(matched, TRUE, span))

        self._pattern(alternatives[0], subject, {}, succeed)
        for alternative in alternatives[1:]:
            with self.block() as next_one:
                self._pattern(alternative, subject, {}, succeed)
            self.emit(ir.If(matched, (), tuple(next_one), None, span_of(alternative)))
        self._when(matched, span, lambda: then({**captures, **slots}))


def _is_wildcard(pattern: ast.pattern) -> bool:
    return (
        isinstance(pattern, ast.MatchAs | ast.MatchStar)
        and pattern.name is None
        and (isinstance(pattern, ast.MatchStar) or pattern.pattern is None)
    )


def _captured(pattern: ast.pattern) -> set[str]:
    """The names a pattern binds."""
    names: set[str] = set()
    for node in ast.walk(pattern):
        match node:
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                names.add(name)
    return names


class _ClassPattern:
    """One class pattern: what each of its tests needs to know, and where they are lowered into."""

    def __init__(
        self, into: Patterns, pattern: ast.MatchClass, subject: ir.Atom, captures: Captures, then: Then
    ) -> None:
        self.into = into
        self.pattern = pattern
        self.subject = subject
        self.captures = captures
        self.then = then
        self.span = span_of(pattern)
        self.cls = into.kept(pattern.cls)
        self.missing: ir.Atom = NONE

    def test(self) -> None:
        into = self.into
        instance = into.temporary(ir.Call(into.builtin("isinstance", self.span), (self.subject, self.cls)), self.span)
        into._when(instance, self.span, self.attributes)

    def matches_itself(self) -> bool:
        """Does the pattern name a builtin type whose one positional sub-pattern is matched with the subject itself?"""
        match self.pattern.cls:
            case ast.Name(id=name) if name in SELF_MATCHING and self.into.variable(name) is None:
                return self.into.scopes.module_names.isdisjoint((name, "*"))
        return False

    def attributes(self) -> None:
        positional = self.pattern.patterns
        if len(positional) <= 1 and self.matches_itself():
            self.keyword(0, [(p, self.subject) for p in positional])
        elif positional:
            self.positional()
        else:
            self.keyword(0, [])

    def sentinel(self) -> ir.Atom:
        if self.missing == NONE:
            self.missing = self.into.temporary(ir.Call(self.into.builtin("object", self.span), ()), self.span)
        return self.missing

    def keyword(self, index: int, parts: list[tuple[ast.pattern, ir.Atom]]) -> None:
        if index == len(self.pattern.kwd_attrs):
            self.into._each(parts, self.captures, self.then)
            return
        name, inner = self.into.scope.mangle(self.pattern.kwd_attrs[index]), self.pattern.kwd_patterns[index]
        self.present(ir.Const(name), inner, lambda value: self.keyword(index + 1, [*parts, (inner, value)]))

    def present(self, name: ir.Atom, inner: ast.pattern, go_on: Callable[[ir.Atom], None]) -> None:
        place = span_of(inner)
        absent = self.sentinel()
        value = self.into.temporary(ir.Call(self.into.builtin("getattr", place), (self.subject, name, absent)), place)
        there = self.into.temporary(ir.Binary("is-not", value, absent), place)
        self.into._when(there, place, lambda: go_on(value))

    def positional(self) -> None:
        """Names come from `__match_args__`; without it some types match the subject itself."""
        count = len(self.pattern.patterns)
        absent = self.sentinel()
        names = self.into.temporary(
            ir.Call(self.into.builtin("getattr", self.span), (self.cls, ir.Const("__match_args__"), absent)), self.span
        )
        unnamed = self.into.temporary(ir.Binary("is", names, absent), self.span)
        itself = self.into.temporary(FALSE, self.span)
        with self.into.block() as without:
            flags = self.into.temporary(ir.Attr(self.cls, "__flags__"), self.span)
            flag = self.into.temporary(ir.Binary("&", flags, ir.Const(MATCH_SELF)), self.span)
            with self.into.block() as own:
                self.into.emit(ir.Assign(itself, TRUE, self.span))
            with self.into.block() as none:
                if count:
                    self.refuse(0, count)
            self.into.emit(ir.If(flag, tuple(own), tuple(none), None, self.span))
            if count > 1:
                self.refuse(1, count)
        with self.into.block() as named:
            length = self.into._length(names, self.span)
            few = self.into.temporary(ir.Binary("<", length, ir.Const(count)), self.span)
            with self.into.block() as refused:
                self.refuse(length, count)
            self.into.emit(ir.If(few, tuple(refused), (), None, self.span))
        self.into.emit(ir.If(unnamed, tuple(without), tuple(named), None, self.span))
        self.next_name(0, names, itself, [])

    def next_name(self, index: int, names: ir.Var, itself: ir.Var, parts: list[tuple[ast.pattern, ir.Atom]]) -> None:
        if index == len(self.pattern.patterns):
            self.keyword(0, parts)
            return
        inner = self.pattern.patterns[index]
        place = span_of(inner)
        value = self.into.fresh()
        there = self.into.fresh()
        with self.into.block() as own:
            self.into.emit(ir.Assign(value, self.subject, place))
            self.into.emit(ir.Assign(there, TRUE, place))
        with self.into.block() as named:
            name = self.into.temporary(ir.Item(names, ir.Const(index)), place)
            absent = self.sentinel()
            look = ir.Call(self.into.builtin("getattr", place), (self.subject, name, absent))
            self.into.emit(ir.Assign(value, look, place))
            self.into.emit(ir.Assign(there, ir.Binary("is-not", value, absent), place))
        self.into.emit(ir.If(itself, tuple(own), tuple(named), None, place))
        self.into._when(there, place, lambda: self.next_name(index + 1, names, itself, [*parts, (inner, value)]))

    def refuse(self, accepted: int | ir.Atom, given: int) -> None:
        """The TypeError of too many positional sub-patterns."""
        name = self.into.temporary(ir.Attr(self.cls, "__name__"), self.span)
        number: ir.Atom = ir.Const(accepted) if isinstance(accepted, int) else accepted
        shown = self.into.temporary(ir.Format(number, "", ir.Const("")), self.span)
        plural: ir.Atom = ir.Const("s") if accepted != 1 else ir.Const("")
        parts = (name, ir.Const("() accepts "), shown, ir.Const(" positional sub-pattern"), plural)
        text = self.into.temporary(ir.Join((*parts, ir.Const(f" ({given} given)"))), self.span)
        error = self.into.temporary(ir.Call(self.into.builtin("TypeError", self.span), (text,)), self.span)
        self.into.emit(ir.Raise(error, None, False, self.span))

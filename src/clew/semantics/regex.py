"""`re`: functions, methods of patterns and of matches.

A search is one decision: is there a match?  The Match is the real one; that its extent and groups were not decided yet
is written down in its contents, `Fields` with `string` (the shadow of the subject) and `regs` (Concretized until
decided).  Only when a group or a span is asked for is the path of the match decided.  Where the automaton does not
cover a pattern the subject is decided to be what it is in this run, which is exact too.
"""

from __future__ import annotations

import re
import re._parser as sre_parser
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from clew.logic import terms as t
from clew.semantics.characters import (
    ASCII,
    Fact,
    Word,
    all_of,
    any_of,
    constants,
    decide,
    pin,
    ranges_of,
    shadow_of,
    within,
)
from clew.semantics.modelled import NONE, Model, NotModelled, Parts, modelled, number, text, word
from clew.semantics.operation import Machine, Operation
from clew.semantics.regex_automaton import Automaton, Unsupported, automaton
from clew.semantics.regex_matching import Matcher
from clew.semantics.shadow import Concretized, Fields, Mapping, Shadow, Tracked, items_of
from clew.semantics.strings import is_free

Spans = tuple[tuple[int, int], ...]
ZERO: Final = Tracked(0, None)


class Found(NamedTuple):
    """A match whose path is decided."""

    match: re.Match[Any]
    spans: Spans


def _compiled(pattern: Tracked, flags: Tracked = ZERO) -> re.Pattern[Any]:
    if pattern.shadow is not None or flags.shadow is not None:
        raise NotModelled("a pattern that depends on the inputs")
    if isinstance(pattern.value, str | bytes | re.Pattern):
        return re.compile(pattern.value, flags.value)
    raise NotModelled("this pattern")


def _of_its_kind(pattern: re.Pattern[Any], string: Tracked) -> None:
    if type(string.value) is not type(pattern.pattern):
        raise NotModelled(f"a pattern of {type(pattern.pattern).__name__} on a {type(string.value).__name__}")


def _automaton(pattern: re.Pattern[Any]) -> Automaton | None:
    try:
        return automaton(pattern)
    except Unsupported:
        return None


def _for_these(machine: Machine, rules: Automaton, chars: Word) -> Automaton:
    """Classes such as the digits of all scripts are large: whether the subject is all ASCII is asked first."""
    if rules.scattered and decide(machine, all_of(within(c, ASCII) for c in chars)):
        return rules.in_ascii()
    return rules


# ---------------------------------------------------------------- is there a match?


def _matched(
    machine: Machine, pattern: re.Pattern[Any], string: Tracked, how: str, pos: Tracked = ZERO, end: Tracked = NONE
) -> Tracked:
    """how: `match`, `search` or `fullmatch`."""
    _of_its_kind(pattern, string)
    stop = () if end.value is None else (number(machine, end),)
    real = getattr(pattern, how)(string.value, number(machine, pos), *stop)
    known, rules = text(string), _automaton(pattern)
    everything = pos.value == 0 and not stop
    if rules is not None and is_free(known) and everything:
        too_short = t.lt(known.length, t.integer(rules.least))
        too_long = t.FALSE
        if how == "fullmatch" and rules.most is not None:
            too_long = t.gt(known.length, t.integer(rules.most))
        size = len(string.value)
        holds = size < rules.least or (too_long is not t.FALSE and size > (rules.most or 0))
        if decide(machine, Fact(t.or_(too_short, too_long), holds)):
            return Tracked(None, None)
    chars = word(machine, string)
    if rules is None:
        pin(machine, chars)
        return Tracked(real, None)
    first = min(max(pos.value, 0), len(chars))
    chars = chars[: min(max(stop[0], 0), len(chars))] if stop else chars
    if first > len(chars):
        return Tracked(real, None)
    rules = _for_these(machine, rules, word(machine, string))
    fact = _exists(Matcher(rules, chars, how == "fullmatch"), how, first)
    if fact.holds != (real is not None):
        raise NotModelled("a pattern that the interpreter matches in its own way")
    decide(machine, fact)
    if real is not None and any(not t.is_const(c.term) for c in chars):
        lost = Concretized("unmodelled-operation", "the extent of a match, not decided")
        fields: dict[str, Shadow] = {"string": string.shadow, "by " + how: None}
        machine.keep(real, Fields(fields | dict.fromkeys(("regs", "lastindex", "lastgroup"), lost)))
    return Tracked(real, None)


def _exists(matcher: Matcher, how: str, first: int) -> Fact:
    places = range(first, len(matcher.word) + 1) if how == "search" else (first,)
    return any_of(matcher.matches_at(i) for i in places)


def _by_method(how: str) -> Model:
    def model(
        machine: Machine, pattern: Tracked, string: Tracked, pos: Tracked = ZERO, endpos: Tracked = NONE
    ) -> Tracked:
        return _matched(machine, _compiled(pattern), string, how, pos, endpos)

    return model


def _by_function(how: str) -> Model:
    def model(machine: Machine, pattern: Tracked, string: Tracked, flags: Tracked = ZERO) -> Tracked:
        return _matched(machine, _compiled(pattern, flags), string, how)

    return model


# ---------------------------------------------------------------- what a match matched


def _subject(machine: Machine, match: re.Match[Any]) -> Word:
    """The characters of the string that was searched."""
    contents = machine.contents(match)
    shadow = contents.attributes.get("string") if isinstance(contents, Fields) else None
    return word(machine, Tracked(match.string, shadow))


def _spans(machine: Machine, match: re.Match[Any]) -> Spans:
    """Extent and groups, decided now if they were not before."""
    contents = machine.contents(match)
    if contents is None:
        return tuple(match.regs)
    if not isinstance(contents, Fields):
        raise NotModelled("a match that native code has seen")
    fields = contents.attributes
    if fields.get("regs") is not None:
        whole = _subject(machine, match)
        rules, chars = _for_these(machine, automaton(match.re), whole), whole[: match.endpos]
        matcher = Matcher(rules, chars, "by fullmatch" in fields)
        start = match.pos
        if "by search" in fields:
            start = next(i for i in range(match.pos, len(chars) + 1) if decide(machine, matcher.matches_at(i)))
        _agree(matcher.walk(machine, start), match)
        fields |= dict.fromkeys(("regs", "lastindex", "lastgroup"), None)
    return tuple(match.regs)


def _agree(spans: Spans, match: re.Match[Any]) -> None:
    if spans != tuple(match.regs):
        raise NotModelled("a pattern that the interpreter matches in its own way")


def _group_number(machine: Machine, match: re.Match[Any], key: Tracked) -> int | None:
    """None where there is no such group: an IndexError."""
    if isinstance(key.value, str):
        if key.shadow is not None:
            raise NotModelled("a group name that depends on the inputs")
        return match.re.groupindex.get(key.value)
    index = number(machine, key)
    return index if 0 <= index <= match.re.groups else None


def _piece(chars: Word, span: tuple[int, int], default: Shadow = None) -> Shadow:
    return default if span[0] < 0 else shadow_of(chars[span[0] : span[1]])


def _group(machine: Machine, match: Tracked, *keys: Tracked) -> Shadow:
    real = match.value
    numbers = [_group_number(machine, real, key) for key in keys or (ZERO,)]
    if None in numbers:
        return None
    contents = machine.contents(real)
    if numbers == [0] and isinstance(contents, Fields) and "by fullmatch" in contents.attributes:
        return shadow_of(_subject(machine, real)[real.pos : real.endpos])
    spans, chars = _spans(machine, real), _subject(machine, real)
    pieces = tuple(_piece(chars, spans[n]) for n in numbers if n is not None)
    return pieces[0] if len(keys) <= 1 else items_of(pieces)


def _groups(machine: Machine, match: Tracked, default: Tracked = NONE) -> Shadow:
    spans, chars = _spans(machine, match.value), _subject(machine, match.value)
    return items_of(tuple(_piece(chars, span, default.shadow) for span in spans[1:]))


def _group_dict(machine: Machine, match: Tracked, default: Tracked = NONE) -> Tracked:
    real = match.value
    spans, chars = _spans(machine, real), _subject(machine, real)
    value = real.groupdict(default.value)
    entries: dict[Any, tuple[Shadow, Shadow]] = {}
    for name, index in real.re.groupindex.items():
        entries[name] = (None, _piece(chars, spans[index], default.shadow))
    machine.keep(value, Mapping(entries))
    return Tracked(value, None)


def _place(machine: Machine, match: Tracked, key: Tracked = ZERO) -> Shadow:
    """`start`, `end`, `span`: constants once the path of the match is decided."""
    if _group_number(machine, match.value, key) is not None:
        _spans(machine, match.value)
    return None


def _expand(machine: Machine, match: Tracked, template: Tracked) -> Shadow:
    spans, chars = _spans(machine, match.value), _subject(machine, match.value)
    parts = _template(match.value.re, template)
    return shadow_of(_filled(parts, Found(match.value, spans), chars))


# ---------------------------------------------------------------- all matches


def _found(machine: Machine, pattern: re.Pattern[Any], string: Tracked, chars: Word) -> Iterator[Found]:
    """Every match in turn, its path decided; after an empty match the next one may not end there again."""
    real = list(pattern.finditer(string.value))
    rules = _automaton(pattern)
    if rules is None:
        pin(machine, chars)
        for match in real:
            yield Found(match, tuple(match.regs))
        return
    rules = _for_these(machine, rules, chars)
    anywhere = Matcher(rules, chars, False)
    place, forbidden = 0, None
    for match in [*real, None]:
        here = anywhere if forbidden is None else Matcher(rules, chars, False, forbidden)
        for start in range(place, len(chars) + 1):
            matcher = here if start == place else anywhere
            fact = matcher.matches_at(start)
            if fact.holds != (match is not None and match.start() == start):
                raise NotModelled("a pattern that the interpreter matches in its own way")
            if decide(machine, fact):
                break
        else:
            return
        assert match is not None
        spans = matcher.walk(machine, start)
        _agree(spans, match)
        yield Found(match, spans)
        place = spans[0][1]
        forbidden = place if spans[0][0] == place else None


def _keep(machine: Machine, match: re.Match[Any], string: Tracked) -> Tracked:
    """A match whose path is decided, as a value."""
    if string.shadow is not None:
        machine.keep(match, Fields({"string": string.shadow}))
    return Tracked(match, None)


def _find_iter(machine: Machine, pattern: re.Pattern[Any], string: Tracked) -> Tracked:
    _of_its_kind(pattern, string)
    chars = word(machine, string)
    return machine.stream(_keep(machine, found.match, string) for found in _found(machine, pattern, string, chars))


def _find_all(machine: Machine, pattern: re.Pattern[Any], string: Tracked) -> Parts:
    _of_its_kind(pattern, string)
    chars = word(machine, string)
    shadows: list[Shadow] = []
    for _, spans in _found(machine, pattern, string, chars):
        pieces = tuple(_piece(chars, span) for span in (spans[1:] if len(spans) > 1 else spans))
        shadows.append(pieces[0] if len(pieces) == 1 else items_of(pieces))
    return Parts(tuple(shadows))


def _split(machine: Machine, pattern: re.Pattern[Any], string: Tracked, maxsplit: Tracked) -> Parts:
    _of_its_kind(pattern, string)
    chars, limit = word(machine, string), number(machine, maxsplit)
    shadows: list[Shadow] = []
    place = 0
    for count, (_, spans) in enumerate(_found(machine, pattern, string, chars) if limit >= 0 else ()):
        start, end = spans[0]
        shadows += [shadow_of(chars[place:start]), *(_piece(chars, span) for span in spans[1:])]
        place = end
        if count + 1 == limit:
            break
    return Parts((*shadows, shadow_of(chars[place:])))


def _substituted(
    machine: Machine, pattern: re.Pattern[Any], repl: Tracked, string: Tracked, count: Tracked
) -> tuple[Tracked, int]:
    """The new string, and how many matches were replaced."""
    _of_its_kind(pattern, string)
    chars, limit = word(machine, string), number(machine, count)
    kind = type(string.value)
    template = None if callable(repl.value) else _template(pattern, repl)
    pieces: list[Any] = []
    result: list[Any] = []
    place = replaced = 0
    lost: Concretized | None = None
    for found in _found(machine, pattern, string, chars) if limit >= 0 else ():
        start, end = found.spans[0]
        result += chars[place:start]
        pieces.append(string.value[place:start])
        if template is not None:
            result += _filled(template, found, chars)
            pieces.append(found.match.expand(repl.value))
        else:
            made = machine.settle(machine.call(repl, (_keep(machine, found.match, string),), {}))
            pieces += [] if made.value is None else [made.value]
            if isinstance(made.shadow, Concretized):
                lost = made.shadow
            elif type(made.value) is kind:
                result += word(machine, made)
            elif made.value is not None:
                kind().join(pieces)  # raises the TypeError, unless it is an instance of a subclass
                lost = machine.lost("unmodelled-operation", f"a replacement of type {type(made.value).__name__}")
        place = end
        replaced += 1
        if replaced == limit:
            break
    result += chars[place:]
    pieces.append(string.value[place:])
    return Tracked(kind().join(pieces), lost or shadow_of(result)), replaced


def _sub(machine: Machine, pattern: re.Pattern[Any], repl: Tracked, string: Tracked, count: Tracked) -> Tracked:
    return _substituted(machine, pattern, repl, string, count)[0]


def _subn(machine: Machine, pattern: re.Pattern[Any], repl: Tracked, string: Tracked, count: Tracked) -> Tracked:
    result, replaced = _substituted(machine, pattern, repl, string, count)
    return Tracked((result.value, replaced), items_of((result.shadow, None)))


def _template(pattern: re.Pattern[Any], repl: Tracked) -> list[str | bytes | int]:
    """The literal parts and group numbers of a replacement."""
    if repl.shadow is not None or type(repl.value) is not type(pattern.pattern):
        raise NotModelled("a replacement that depends on the inputs")
    source = repl.value
    if (b"\\" if isinstance(source, bytes) else "\\") not in source:
        return [source]
    parsed = sre_parser.parse_template(source, pattern)
    if isinstance(parsed, tuple):  # until 3.11: which groups go where, and the literals with gaps
        groups, literals = parsed
        parts: list[Any] = list(literals)
        for place, group in groups:
            parts[place] = group
        return parts
    return [part for part in parsed if part != source[:0]]


def _filled(template: list[str | bytes | int], found: Found, chars: Word) -> list[Any]:
    result: list[Any] = []
    for part in template:
        if isinstance(part, int):
            start, end = found.spans[part]
            result += chars[start:end] if start >= 0 else ()
        else:
            result += constants(part)
    return result


def _escape(machine: Machine, pattern: Tracked) -> Shadow:
    specials = ranges_of(c for c in range(256) if re.escape(chr(c)) != chr(c))
    result: list[Any] = []
    for char in word(machine, pattern):
        result += constants("\\") if decide(machine, within(char, specials)) else ()
        result.append(char)
    return shadow_of(result)


def _compile(machine: Machine, pattern: Tracked, flags: Tracked = ZERO) -> Shadow:
    _compiled(pattern, flags)
    return None


# ---------------------------------------------------------------- entries

FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    (re.compile, object): modelled("re.compile", re.compile, _compile),
    (re.escape, object): modelled("re.escape", re.escape, _escape),
}
_OF_MATCH: Final[dict[str, Model]] = {
    "group": _group, "groups": _groups, "groupdict": _group_dict, "start": _place, "end": _place, "span": _place,
    "expand": _expand,
}  # fmt: skip
METHOD: Final[dict[tuple[type, str], Operation]] = {
    (re.Match, name): modelled(name, getattr(re.Match, name), model) for name, model in _OF_MATCH.items()
}
ITEM: Final[dict[type, Operation]] = {
    re.Match: modelled("[]", re.Match.__getitem__, lambda machine, match, key: _group(machine, match, key))
}

for _how in ("match", "search", "fullmatch"):
    FUNCTION[getattr(re, _how), object] = modelled(f"re.{_how}", getattr(re, _how), _by_function(_how))
    METHOD[re.Pattern, _how] = modelled(_how, getattr(re.Pattern, _how), _by_method(_how))


def _all_by_method(action: Callable[..., Any]) -> Model:
    return lambda machine, pattern, string: action(machine, _compiled(pattern), string)


def _all_by_function(action: Callable[..., Any]) -> Model:
    def model(machine: Machine, pattern: Tracked, string: Tracked, flags: Tracked = ZERO) -> Any:
        return action(machine, _compiled(pattern, flags), string)

    return model


def _split_by_method(machine: Machine, pattern: Tracked, string: Tracked, maxsplit: Tracked = ZERO) -> Parts:
    return _split(machine, _compiled(pattern), string, maxsplit)


def _split_by_function(
    machine: Machine, pattern: Tracked, string: Tracked, maxsplit: Tracked = ZERO, flags: Tracked = ZERO
) -> Parts:
    return _split(machine, _compiled(pattern, flags), string, maxsplit)


def _sub_by_method(action: Callable[..., Any]) -> Model:
    def model(machine: Machine, pattern: Tracked, repl: Tracked, string: Tracked, count: Tracked = ZERO) -> Any:
        return action(machine, _compiled(pattern), repl, string, count)

    return model


def _sub_by_function(action: Callable[..., Any]) -> Model:
    def model(
        machine: Machine, pattern: Tracked, repl: Tracked, string: Tracked, count: Tracked = ZERO, flags: Tracked = ZERO
    ) -> Any:
        return action(machine, _compiled(pattern, flags), repl, string, count)

    return model


_METHOD_MODELS: Final[dict[str, tuple[Model, Model]]] = {
    "findall": (_all_by_method(_find_all), _all_by_function(_find_all)),
    "finditer": (_all_by_method(_find_iter), _all_by_function(_find_iter)),
    "split": (_split_by_method, _split_by_function),
    "sub": (_sub_by_method(_sub), _sub_by_function(_sub)),
    "subn": (_sub_by_method(_subn), _sub_by_function(_subn)),
}
for _name, (_method, _function) in _METHOD_MODELS.items():
    METHOD[re.Pattern, _name] = modelled(_name, getattr(re.Pattern, _name), _method)
    FUNCTION[getattr(re, _name), object] = modelled(f"re.{_name}", getattr(re, _name), _function)

"""`re` against CPython: is there a match, its extent, its groups; on other strings with the same decisions too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.semantics import regex
from clew.semantics.shadow import Tracked, items_of
from tests.differential.text_check import CheckingMachine, check

PATTERNS = [
    (r"\d+", 0), (r"(\d+)\.(\d+)(?:\.(\d+))?", 0), (r"v?(\d+)(a|b|rc)?$", re.I), (r"^\s*(\w+)\s*=\s*(.*?)\s*$", 0),
    (r"(?P<y>\d{4})-(?P<m>\d\d?)", 0), (r"a|ab|abc", 0), (r"(a|ab)(c|bcd)?", 0), (r"[^a-c\s]+", 0), (r"\bab?\b", 0),
    (r"(?i)straße|ı", 0), (r"^a.b$", re.M | re.S), (r"a*?b", 0), (r"(?=ab)a", 0), (r"(?<!a)b", 0), (r"(?<=a)b|c", 0),
    (r"(a)(?!b)", 0), (r"(?:,?(\d))*", 0), (r"x*", 0), (r"", 0), (r"a{2,3}", 0), (r"(a)|(b)", 0), (r"[\w.]+@\w+", re.A),
    (r"\Aab\Z", 0), (r"a\B", 0), (r"(?:a|b)*?b", 0), (r"$", 0), (r"[K-k]", re.I), (r"(a)\1", 0), (r"(a*)*b", 0),
    (r"(?s:.)b", 0), (r"a+?(b*)", 0), (r"(?:ab?)+(b?)", 0),
]  # fmt: skip
SUBJECTS = st.one_of(
    st.text(st.sampled_from("abc1 .-\n"), max_size=5),
    st.text(st.sampled_from("aAbBkKſßıİ٣0_=\n "), max_size=4),
    st.sampled_from(
        ["1.2", "v12rc", "10.2.3", "2024-1", "ab=c", "aabb", "a@b", "abab", "1,2", " x = y ", "aaab", "abcd"]
    ),
)


def details(machine: Any, match: Tracked) -> Tracked:
    """(span, groups) of a match as one tracked value."""
    if match.value is None:
        return match
    span = regex.METHOD[re.Match, "span"].run(machine, (match,))
    whole = regex.METHOD[re.Match, "group"].run(machine, (match,))
    groups = regex.METHOD[re.Match, "groups"].run(machine, (match,))
    shadow = items_of((span.shadow, whole.shadow, groups.shadow))
    return Tracked((span.value, whole.value, groups.value), shadow)


def real_details(match: Any) -> Any:
    return None if match is None else (match.span(), match.group(), match.groups())


def check_pattern(
    pattern: re.Pattern[Any], subject: Any, only: tuple[str, ...] = ("match", "search", "fullmatch")
) -> None:
    for how in only:
        entry = regex.METHOD[re.Pattern, how]

        def run(machine: Any, string: Tracked) -> Tracked:
            return details(machine, entry.run(machine, (Tracked(pattern, None), string)))

        def found(machine: Any, string: Tracked) -> Tracked:
            match = entry.run(machine, (Tracked(pattern, None), string))
            return Tracked(match.value is not None, None)

        check(run, lambda s: real_details(getattr(pattern, how)(s)), (subject,))
        check(found, lambda s: getattr(pattern, how)(s) is not None, (subject,))


@pytest.mark.parametrize("pattern,flags", PATTERNS)
@given(SUBJECTS)
@settings(max_examples=8, deadline=None)
def test_one_match(pattern: str, flags: int, subject: str) -> None:
    check_pattern(re.compile(pattern, flags), subject)


@pytest.mark.parametrize("pattern", [rb"\w+", rb"(\d+)-(\d+)", rb"(?i)a[^b]"])
@given(st.lists(st.sampled_from(b"ab1-\xe9A"), max_size=5).map(bytes))
@settings(max_examples=8, deadline=None)
def test_bytes(pattern: bytes, subject: bytes) -> None:
    check_pattern(re.compile(pattern), subject)


@pytest.mark.parametrize("pattern,flags", PATTERNS)
@given(SUBJECTS, st.integers(0, 2))
@settings(max_examples=8, deadline=None)
def test_all_matches(pattern: str, flags: int, subject: str, limit: int) -> None:
    compiled = re.compile(pattern, flags)
    fixed = Tracked(compiled, None)
    for name in ("findall", "split"):
        check(lambda m, s: regex.METHOD[re.Pattern, name].run(m, (fixed, s)), getattr(compiled, name), (subject,))
    count = Tracked(limit, None)
    template = "<\\g<0>>" if not compiled.groups else "[\\1]"
    for repl in ("-", template):
        check(
            lambda m, s: regex.METHOD[re.Pattern, "sub"].run(m, (fixed, Tracked(repl, None), s, count)),
            lambda s: compiled.sub(repl, s, limit),
            (subject,),
        )


ATOMS = st.sampled_from(["a", "b", "[ab]", "[^a]", ".", r"\b", "^", "$", r"\w", "(?=a)", "(?<!b)", "(?!a)", "c?"])
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda p: f"(?:{p[0]}|{p[1]})"),
        inner.map(lambda e: f"({e})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "*?", "+?", "??"])).map(
            lambda p: f"(?:{p[0]}){p[1]}"
        ),
    ),
    max_leaves=6,
)


@given(EXPRESSIONS, st.text("abc\n", max_size=5))
@settings(max_examples=100, deadline=None)
def test_random_patterns(expression: str, subject: str) -> None:
    try:
        pattern = re.compile(expression)
    except re.error:
        return
    check_pattern(pattern, subject)
    check(
        lambda m, s: regex.METHOD[re.Pattern, "findall"].run(m, (Tracked(pattern, None), s)),
        pattern.findall,
        (subject,),
    )


def test_a_search_is_few_decisions() -> None:
    subject = "2024-11-20"
    machine = CheckingMachine({"len(x)": 10} | {f"x[{i}]": ord(c) for i, c in enumerate(subject)})
    from clew.logic import terms as t
    from clew.logic.sorts import INT
    from clew.semantics.shadow import Text

    free = Tracked(subject, Text(t.var("len(x)", INT), (), "x"))
    match = regex.FUNCTION[re.fullmatch, object].run(machine, (Tracked(r"(\d{4})-(\d\d)-(\d\d)", None), free))
    assert match.value is not None
    groups = regex.METHOD[re.Match, "groups"].run(machine, (match,))
    assert groups.value == ("2024", "11", "20")
    assert len(dict(machine.decisions)) == 4  # neither too short nor too long; the length; ASCII; it matches


def test_callables_are_called() -> None:
    def double(match: Any) -> str:
        return match.group() * 2

    check(
        lambda m, s: regex.FUNCTION[re.sub, object].run(m, (Tracked("[ab]", None), Tracked(double, None), s)),
        lambda s: re.sub("[ab]", double, s),
        ("xaxb",),
        exact=False,
    )

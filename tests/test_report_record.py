"""The JSON report: both ways, against its schema, and what it says of a known report."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.report import record as r
from clew.report.claims import ClaimReport
from clew.source.diagnostics import Diagnostic
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.assumptions import Assumption
from clew.verdict.claims import Proved, Refuted
from clew.verdict.reasons import REASON_CODES, Reason
from clew.verdict.verdicts import Covered, Doomed, Infeasible, NoneWithin, Raising, Unknown

SCHEMA = json.loads(files("clew.report").joinpath("schema.json").read_text())
numbers = st.integers(0, 300)
spans = st.builds(Span, numbers, numbers, numbers, numbers)
words = st.text(max_size=8)
seconds = st.integers(0, 10_000).map(lambda n: n / 1000)
assumptions = st.builds(Assumption, st.sampled_from(["types", "construction"]), words, st.none() | spans)
bounds = st.dictionaries(st.sampled_from(["loop", "len", "depth"]), numbers).map(lambda d: tuple(d.items()))


def tuples(of: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(of, max_size=3).map(tuple)


verdicts = st.one_of(
    st.builds(Covered, words, tuples(words)),
    st.builds(Infeasible, bounds, tuples(assumptions), tuples(spans), words),
    st.builds(Unknown, st.builds(Reason, st.sampled_from(REASON_CODES), words, st.none() | words, st.none() | spans)),
)
claim_verdicts = st.one_of(
    st.builds(Proved, tuples(assumptions), tuples(spans), words),
    st.builds(Refuted, words, words, words, words, tuples(st.tuples(words, words)), st.booleans()),
    st.builds(NoneWithin, bounds, tuples(assumptions), tuples(spans), words, tuples(words)),
    st.builds(Unknown, st.builds(Reason, st.sampled_from(REASON_CODES), words, st.none() | words, st.none() | spans)),
)
raisings = st.builds(Raising, words, words, words, st.none() | spans, *[st.booleans()] * 3)
dooms = st.builds(Doomed, tuples(raisings), bounds, tuples(assumptions))
goals = st.builds(r.GoalReport, words, words, spans, st.none() | words, verdicts, st.none() | dooms)
outcomes = st.builds(r.TestOutcome, st.sampled_from(["returns", "raises"]), words)
steps = st.builds(r.PathStep, spans, words, words)
tests = st.builds(r.TestReport, words, words, outcomes, tuples(words), words, tuples(steps))
problems = st.builds(
    Diagnostic, words, words, words, st.none() | spans, st.sampled_from(["error", "warning"]), tuples(words)
)
units = st.builds(
    r.UnitReport,
    *(words, words, spans, seconds, tuples(goals), tuples(tests), tuples(problems), numbers, numbers),
    natives=tuples(st.builds(r.NativeReport, words, spans)),
    memory=st.none() | numbers,
    runs=numbers,
    queries=numbers,
    solver_seconds=seconds,
    cpu_seconds=seconds,
    reached_after=st.none() | seconds,
    claims=tuples(st.builds(ClaimReport, words, words, spans, words, claim_verdicts)),
)
reports = st.builds(
    r.Report, st.just(Settings()), seconds, tuples(units), tuples(problems), tuples(words), st.booleans(), words
)


@settings(max_examples=60, deadline=None)
@given(reports)
def test_both_ways_and_by_the_schema(report: r.Report) -> None:
    text = r.show_report(report)
    assert r.read_report(text) == report
    jsonschema.validate(json.loads(text), SCHEMA)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["schema"]["const"] == r.SCHEMA


def test_a_known_report() -> None:
    types = Assumption("types", "arguments have their annotated types")
    other = Assumption("types", "`x` is an int")
    proof = NoneWithin((("loop", 8),), (types, other), (Span(14, 7, 14, 15),), "exhaustion")
    reason = Reason("budget", "the last way was not tried", "--paths", Span(3, 0, 3, 4))
    unit = r.UnitReport(
        id="shop::f",
        file="shop.py",
        span=Span(1, 0, 9, 5),
        seconds=0.41,
        goals=(
            r.GoalReport("shop::f:2:branch:true", "branch", Span(2, 3, 2, 8), "true", Covered("test_f[0]")),
            r.GoalReport("shop::f:3:statement", "statement", Span(3, 4, 3, 9), None, proof),
            r.GoalReport("shop::f:4:statement", "statement", Span(4, 4, 4, 9), None, Unknown(reason)),
        ),
        tests=(r.TestReport("test_f[0]", "f(-1)", r.TestOutcome("raises", "ValueError"), ("shop::f:2:branch:true",)),),
        lowered=9,
        parts=10,
    )
    data = r.to_json(r.Report(Settings(), 1.9, (unit,), interrupted=True))
    one = data["units"][0]
    assert one["goals"] == [
        {"id": "shop::f:2:branch:true", "kind": "branch", "span": [2, 3, 2, 8], "outcome": "true",
         "verdict": "covered", "test": "test_f[0]"},
        {"id": "shop::f:3:statement", "kind": "statement", "span": [3, 4, 3, 9], "verdict": "none-within-bounds",
         "scope": {"within": {"loop": 8}}, "assumptions": ["types", "types#2"], "because": [[14, 7, 14, 15]],
         "method": "exhaustion"},
        {"id": "shop::f:4:statement", "kind": "statement", "span": [4, 4, 4, 9], "verdict": "unknown",
         "reason": {"code": "budget", "text": "the last way was not tried", "setting": "--paths",
                    "span": [3, 0, 3, 4]}},
    ]  # fmt: skip
    assert one["tests"][0]["outcome"] == {"raises": "ValueError"}
    assert one["scope"] == {"within": {"loop": 8}}
    assert one["assumptions"]["types#2"] == {"id": "types", "text": "`x` is an int"}
    assert data["totals"] == {
        "goals": 3, "covered": 1, "infeasible": 0, "none_within_bounds": 1, "unknown": 1, "tests": 1,
        "reasons": {"budget": 1}, "lowered": 9, "parts": 10,
    }  # fmt: skip
    assert data["interrupted"] is True


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "not a report of clew"),
        ("{}", "not a report of clew"),
        ("nonsense", "Expecting value"),
        ('{"schema": "clew-report/2"}', "has schema 'clew-report/2'; this version reads 'clew-report/1'"),
        ('{"schema": "clew-report/1"}', "not a report of clew: KeyError 'settings'"),
        ('{"schema": "clew-report/1", "settings": 3}', "not a report of clew"),
    ],
)
def test_what_is_not_a_report(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        r.read_report(text)
    assert message in str(caught.value)

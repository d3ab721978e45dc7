"""Comments that are suggested against a refuted claim: put above its function, they settle the claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew import api
from clew.frontend.suggested_clauses import Suggested, suggested
from clew.report.record import Report
from clew.verdict.claims import Refuted

CLAUSES = {
    "def f(n: int) -> int:\n    return 100 // n\n": "n != 0",
    "def f(n: int, m: int) -> int:\n    n %= m\n    return n\n": "m != 0",
    "def f(a: int, b: int) -> int:\n    return sum(divmod(a, b))\n": "b != 0",
    "def f(xs: list[int]) -> float:\n    total = sum(xs)\n    return total / len(xs)\n": "len(xs) > 0",
    "def f(xs: list[str]) -> str:\n    return xs[0]\n": "len(xs) > 0",
    "def f(text: str) -> bool:\n    return text[-2] == 'x'\n": "len(text) >= 2",
    "def f(xs: list[int], i: int) -> int:\n    return xs[i]\n": "-len(xs) <= i < len(xs)",
    "def f(d: dict[str, int], k: str) -> int:\n    if d[k]:\n        return 1\n    return 2\n": "k in d",
    "def f(n: int) -> int:\n    m = n + 1\n    assert n > 3, 'small'\n    return m\n": "n > 3",
    "def f(xs: list[int]) -> int:\n    n = sum(xs)\n    assert len(xs) > 1\n    return n\n": "len(xs) > 1",
    "def f(xs: list[int]) -> int:\n    return max(xs)\n": "len(xs) > 0",
    "def f(name: str | None) -> str:\n    return name.upper()\n": "name is not None",
    "class A:\n    @staticmethod\n    def f(n: int) -> int:\n        return 5 % n\n": "n != 0",
}
NO_CLAUSE = {
    "rebound": "def f(n: int) -> int:\n    n -= 1\n    return 100 // n\n",
    "not all calls come to it": "def f(n: int, deep: bool) -> int:\n    if deep:\n        return 100 // n\n    return 1\n",
    "some left before": "def f(n: int) -> int:\n    if n == 7:\n        return 1\n    return 100 // (n)\n",
    "only behind `and`": "def f(n: int, b: bool) -> bool:\n    return b and 100 // n > 3\n",
    "only in a loop": "def f(n: int, xs: list[int]) -> int:\n    for x in xs:\n        x // n\n    return 1\n",
    "changed before": "def f(xs: list[int]) -> int:\n    xs.append(1)\n    xs.pop()\n    return xs[0]\n",
    "handed on before": "def g(xs: list[int]) -> None:\n    xs.clear()\n\n\n"
    "def f(xs: list[int]) -> int:\n    g(xs)\n    return xs[0]\n",
    "by another name": "def f(xs: list[int]) -> int:\n    ys = xs if xs else []\n    ys.clear()\n    return xs[0]\n",
    "by what is handed back": "def f(xs: list[int]) -> int:\n    max(xs, [0]).clear()\n    return xs[0]\n",
    "inside of it": "def f(xs: list[list[int]]) -> None:\n    for x in xs:\n        x.clear()\n    n = 1\n"
    "    assert xs != [[]]\n",
    "no contracts there": "def f(n: int) -> int:\n    def g() -> int:\n        return 100 // n\n    return g()\n",
    "no expression of what is given": "def f(n: int) -> float:\n    return 1 / (n - 3)\n",
    "nothing that could be said": "def f(text: str) -> int:\n    return int(text)\n",
}


def checked(folder: Path, text: str) -> Report:
    (folder / "subject.py").write_text(text)
    return api.check("subject.py", cwd=folder).report


def against(report: Report, text: str) -> Suggested | None:
    (claim,) = [claim for claim in report.claims.values() if isinstance(claim.verdict, Refuted)]
    assert isinstance(claim.verdict, Refuted)
    return suggested(text, claim.span, claim.exception, claim.verdict.message)


def with_comment(text: str, found: Suggested, comment: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[: found.line - 1], found.indent + comment, *lines[found.line - 1 :]])


@pytest.mark.parametrize("text", [*CLAUSES, *NO_CLAUSE.values()])
def test_what_is_suggested_settles_the_claim(text: str, tmp_path: Path) -> None:
    found = against(checked(tmp_path, text), text)
    assert found is not None
    wanted = CLAUSES.get(text)
    assert found.require == (f"# clew: require {wanted}" if wanted is not None else "")
    for comment in filter(None, (found.require, found.raises)):
        report = checked(tmp_path, with_comment(text, found, comment))
        assert not report.findings and not report.problems, comment


def test_what_has_the_last_word_is_not_talked_against(tmp_path: Path) -> None:
    text = "import deal\n\n\n@deal.raises(KeyError)\ndef f(n: int) -> int:\n    return 100 // n\n"
    (tmp_path / "deal.py").write_text("def raises(*classes):\n    return lambda f: f\n")
    found = against(checked(tmp_path, text), text)
    assert found is not None and not found.raises and not found.require

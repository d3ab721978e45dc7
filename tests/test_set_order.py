"""What shows the order of a set leans on the hashes of the process, and the proofs say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.pipeline import cover
from clew.report.progress import Silent
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Infeasible


def assumptions(folder: Path, body: str, parameters: str = "") -> list[set[str]]:
    """The kinds of assumptions of each goal of the function that cannot be reached."""
    path = folder / "m.py"
    indented = body.replace("\n", "\n    ")
    path.write_text(f"import json\n\n\ndef f({parameters}) -> int:\n    {indented}\n", encoding="utf-8")
    result = cover([Target("m.py", str(path), "m", str(folder))], Settings(suite="small", jobs=1), Silent())
    found = [g.verdict for u in result.report.units for g in u.goals]
    return [{a.kind for a in verdict.assumptions} for verdict in found if isinstance(verdict, Infeasible)]


@pytest.mark.parametrize(
    "body",
    [
        "s = {'x', 'y'}\nif s.pop() == 'x':\n    return 1\nreturn 0",
        "if str({'x', 'y'}) == '':\n    return 1\nreturn 0",
        "if f\"{ {'x', 'y'} }\" == '':\n    return 1\nreturn 0",
        "if '%s' % {'x', 'y'} == '':\n    return 1\nreturn 0",
        "if repr([frozenset('xy')]) == '':\n    return 1\nreturn 0",
        "if list({'x', 'y'})[0] == 'z':\n    return 1\nreturn 0",
        "if ','.join({'x', 'y'}) == 'z':\n    return 1\nreturn 0",
        "s = {'x', 'y', 'z'}\ns.pop()\nif len(s) == 2 and 'x' in s:\n    return 1\nreturn 0",
        "a, b = {'x', 'y'}\nif a == 'z':\n    return 1\nreturn 0",
    ],
)
def test_the_order_is_supposed(tmp_path: Path, body: str) -> None:
    found = assumptions(tmp_path, body)
    assert found
    assert all("set-order" in kinds for kinds in found)


@pytest.mark.parametrize(
    "body",
    [
        "if len({'x', 'y'}) > 2:\n    return 1\nreturn 0",
        "if 'z' in {'x', 'y'}:\n    return 1\nreturn 0",
        "if {'x', 'y'} | {'z'} == {'x'}:\n    return 1\nreturn 0",
        "if list({1, 2}) == [3]:\n    return 1\nreturn 0",
        "if {'x'}.pop() == 'y':\n    return 1\nreturn 0",
    ],
)
def test_what_no_order_changes_supposes_nothing(tmp_path: Path, body: str) -> None:
    found = assumptions(tmp_path, body)
    assert found
    assert all("set-order" not in kinds for kinds in found)

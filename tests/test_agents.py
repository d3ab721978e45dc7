"""What agents may ask, as functions; and over stdio with the client of the official library, where that is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import clew
from clew.server.tools import Tools
from clew.source.diagnostics import ClewError

TEXT = """\
def size(n: int) -> str:
    if n > 10:
        if n < 5:
            return "odd"
        return "large"
    return "small"


def ratio(n: int) -> int:
    return 100 // n
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "subject.py").write_text(TEXT)
    return tmp_path


def test_tools(project: Path) -> None:
    tools = Tools(str(project))
    with pytest.raises(ClewError, match=r"nothing was settled yet"):
        tools.explain("subject.py:4")
    said = tools.cover("subject.py::size", {"loop": 3})
    assert "subject.py:4:13: statement: infeasible: for all inputs" in said
    assert "test_subject__size.py:\n\n# Written by clew" in said and "from subject import size" in said
    assert "these lines contradict each other" in tools.explain("subject.py:4")
    assert "CLEW203" in (said := tools.check("subject.py")) and "ratio(0)" in said and "def test_ratio" in said
    assert "def test_" not in tools.check("subject.py", tests=False)
    assert (said := tools.dead("subject.py")).startswith("subject.py:4:13: warning: CLEW101")
    assert "; for all inputs, if arguments have their annotated types" in said.splitlines()[0]
    for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "one"]):
        subprocess.run(["git", *command], cwd=project, check=True)
    (project / "subject.py").write_text(TEXT.replace("100 // n", "101 // n"))
    assert ": ratio: differs" in tools.diff("HEAD")
    with pytest.raises(ClewError, match=r"there is no such file"):
        tools.cover("missing.py")
    with pytest.raises(ClewError, match=r"unexpected keyword argument 'lop'; did you mean `loop`"):
        tools.cover("subject.py", {"lop": 3})
    with pytest.raises(ClewError, match=r"the last run, of clew \w+, has no goal `subject.py:1000`"):
        tools.explain("subject.py:1000")


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("cover", ["place", "settings", "tests"], None),
        ("dead", ["plase"], "`dead` has no argument `plase`; did you mean `place`; it takes `place` and `settings`"),
        ("dead", ["place", "tests"], "`dead` has no argument `tests`; it takes `place` and `settings`"),
        (
            "cover",
            ["place", "effort"],
            '`cover` has no argument `effort`; it is one of the settings: {"settings": {"effort": …}}; '
            "it takes `place`, `settings` and `tests`",
        ),
        ("explain", ["effort"], "`explain` has no argument `effort`; it takes `goal`"),
        ("unheard-of", ["x"], None),
    ],
)
def test_arguments_that_a_tool_does_not_have(project: Path, tool: str, given: list[str], said: str | None) -> None:
    assert Tools(str(project)).refused(tool, given) == said


def test_over_stdio(project: Path) -> None:
    pytest.importorskip("mcp")
    import anyio
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    environment = {**os.environ, "PYTHONPATH": str(Path(clew.__file__).parents[1])}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "clew", "serve", "--mcp"], env=environment, cwd=str(project)
    )

    async def talk() -> None:
        async with stdio_client(command) as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            assert sorted(tool.name for tool in tools) == ["check", "cover", "dead", "diff", "explain"]
            assert all(tool.description for tool in tools)
            answer = await session.call_tool("dead", {"place": "subject.py::size"})
            assert not answer.is_error and "CLEW101" in answer.content[0].text
            answer = await session.call_tool("dead", {"place": "subject.py", "effort": "quick"})
            assert answer.is_error and 'it is one of the settings: {"settings"' in answer.content[0].text
            answer = await session.call_tool("cover", {"place": "missing.py"})
            assert answer.is_error and "there is no such file" in answer.content[0].text

    anyio.run(talk)


def test_settings_are_named_as_arguments_of_the_tool(tmp_path: Path) -> None:
    text = "def far(a: int, b: int, c: int) -> int:\n    if a * a * a + b * b * b == c * c * c and a > b > 3:\n"
    text += "        return 1\n    return 100 // b\n"
    (tmp_path / "subject.py").write_text(text)
    tools = Tools(str(tmp_path))
    few = {"paths": 1}
    for said in (tools.cover("subject.py", few, tests=False), tools.explain("subject.py:3")):
        assert 'try settings {"paths": 10} (now 1)' in said and "--" not in said, said
    said = tools.check("subject.py", few, tests=False)
    assert "--" not in said, said

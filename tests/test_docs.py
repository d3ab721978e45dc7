"""What the documentation shows: commands that there are, code that parses, links that lead somewhere, real sessions."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from test_labels import shows

import clew
from clew.cli.main import COMMANDS, Lazy, main
from clew.source.settings import options
from clew.verdict.reasons import MEANINGS
from clew.workbench.reference import pages

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted({*ROOT.glob("*.md"), *DOCS.rglob("*.md")} - {*DOCS.glob("rooms/*"), ROOT / "ARCHITECTURE.md"})
BLOCK = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LEADS = {"$", "-", "run:", "entry:"}  # what may stand before a command
LINK = re.compile(r"\]\(([^)\s]+)\)")


def names(pages: list[Path]) -> list[str]:
    return [page.relative_to(ROOT).as_posix() for page in pages]


def blocks(page: Path, *languages: str) -> Iterator[str]:
    for language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language in languages:
            yield text


def commands(page: Path) -> Iterator[list[str]]:
    """Each call of clew in its blocks, as words: of sessions what follows `$`, of recipes every line."""
    for language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in text.splitlines():
            if language == "yaml" or line.startswith(("$ ", "clew ")):
                yield from calls(re.sub(r"\$\{\{.*?\}\}", "1", line))


def calls(line: str) -> Iterator[list[str]]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    call: list[str] = []
    for word in [*lexer, ";"]:
        if not set(word) <= set("();<>|&"):
            call.append(word)
            continue
        before, name, *arguments = ["$", *call, "", ""] if call[:1] == ["clew"] else [*call, "", ""]
        while before in LEADS and name in LEADS:
            before, name, *arguments = name, *arguments
        if before in LEADS and name == "clew" and arguments[0] in COMMANDS:
            yield [*arguments[:-2], *(["m.py"] if before == "entry:" else [])]  # pre-commit adds the files
        call = []


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_commands_exist_and_take_their_options(page: Path) -> None:
    assert isinstance(main, Lazy)
    with click.Context(main) as above:
        for name, *arguments in commands(page):
            command = main.get_command(above, name)
            assert command is not None, name
            if "[" not in " ".join(arguments):  # not `[PATH]`, which stands for one
                command.make_context(name, [*arguments], parent=above)


def test_that_commands_are_found() -> None:
    assert ["cover", "src", "--shard", "1/4", "--output-format", "json"] in [*commands(DOCS / "howto" / "ci.md")]
    assert ["cover", "shop/cart.py"] in [*commands(ROOT / "README.md")]
    with click.Context(main) as above, pytest.raises(click.UsageError):
        main.get_command(above, "cover").make_context("cover", ["src", "--no-such"], parent=above)  # type: ignore[union-attr]


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_code_parses(page: Path) -> None:
    for text in blocks(page, "python"):
        ast.parse(text if not text.startswith("    ") else f"def f():\n{text}")
    for text in blocks(page, "toml"):
        given = tomllib.loads(text).get("tool", {}).get("clew", {})
        known = {option.key: option for option in options()}
        assert all(known[key].check(value) is not None for key, value in given.items())


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_links_lead_somewhere(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        if "://" not in link and not link.startswith("#"):
            assert (page.parent / link.partition("#")[0]).exists(), link


def test_each_page_is_in_the_table_of_contents() -> None:
    listed = re.findall(r"^(\w+(?:/[\w-]+)?)$", "\n".join(blocks(DOCS / "index.md", "{toctree}")), re.MULTILINE)
    written = [p.relative_to(DOCS).with_suffix("").as_posix() for p in PAGES if p.is_relative_to(DOCS)]
    assert sorted(listed) == sorted(name for name in written if name != "index")


def test_the_reference_is_what_the_code_says() -> None:
    """`make reference` writes it anew."""
    for name, text in pages().items():
        assert (DOCS / "reference" / name).read_text(encoding="utf-8") == text, name


def test_what_moves_a_reason_is_an_option() -> None:
    flags = {option.flag for option in options()}
    assert {flag for _, mover in MEANINGS.values() for flag in re.findall(r"--[\w-]+", mover)} <= flags


def test_the_session_of_the_first_page(tmp_path: Path) -> None:
    page = DOCS / "quickstart.md"
    (code,) = blocks(page, "python")
    (tmp_path / "tea.py").write_text(code, encoding="utf-8")
    shown = [text for text in blocks(page, "console") if text.startswith("$ clew")]
    assert len(shown) == 2
    for text in shown:
        first, _, wanted = text.partition("\n")
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        words = [sys.executable, "-m", *shlex.split(first.removeprefix("$ "))]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert timeless(done.stdout) == timeless(wanted), done.stderr


def test_the_session_about_labels(tmp_path: Path) -> None:
    page = DOCS / "reference" / "goals.md"
    first, second = (text for text in blocks(page, "python") if "clew: label" in text)
    (session,) = (text for text in blocks(page, "console") if "stock.py" in text)
    command, _, wanted = session.partition("\n")
    (tmp_path / "stock.py").write_text(second, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    words = [sys.executable, "-m", *shlex.split(command.removeprefix("$ ")), "--isolated"]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    (said,) = (line for line in wanted.splitlines() if line.endswith(" s"))
    assert timeless(said) in timeless(done.stdout).splitlines(), done.stdout + done.stderr
    assert shows(first, "settle(-1, 100)") == {"debt", "true", "end", "debt->end:clear:due"}
    # At a loop once, in its body in every round; a name that two labels have is either of them.
    assert shows(second, "sold(9, [20])") == {"begins", "round", "done", "begins->round:clear:stock", "done->done"}
    assert shows(second, "sold(1, [1])") == {"done"}


def timeless(text: str) -> str:
    return re.sub(r" +\d+\.\d+ s$", " S", re.sub(r"\d+\.\d+ s\b", "1.00 s", text), flags=re.MULTILINE)


def test_the_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {clew.__version__}\n" in text and '- name: "the clew developers"' in text
    assert f"\n## {clew.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

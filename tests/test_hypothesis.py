"""Inputs that are found, as explicit examples of tests with Hypothesis."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import clew
from clew.hypothesis import examples

PAGES = ("quickstart.md", "howto/python.md")
TEXT = """
import os


def level(n: int) -> int:
    if os.environ.get("CLEW_TEST_LEVEL") == "high":
        return n
    return -n


def rare(code: int, name: str = "x", *, strict: bool = False) -> int:
    if code * 3 == 300021:
        return 1
    if name == "quo vadis" and strict:
        return 2
    return 0


def any_number(*codes: int) -> int:
    return len(codes)


class Box:
    def get(self) -> int:
        return 1
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "rare_codes.py").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.spec_from_file_location("rare_codes", tmp_path / "rare_codes.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "rare_codes", module)
    spec.loader.exec_module(module)
    yield module


def test_examples_set_no_variables_of_the_environment(shop: ModuleType) -> None:
    seen = []

    @examples(shop.level)
    @settings(phases=[Phase.explicit], database=None)
    @given(n=st.integers())
    def check(n: int) -> None:
        seen.append(n)

    check()
    assert seen and "CLEW_TEST_LEVEL" not in os.environ


def test_a_test_sees_every_branch(shop: ModuleType) -> None:
    seen = []

    @examples(shop.rare)
    @settings(phases=[Phase.explicit], database=None)
    @given(code=st.integers(), name=st.text(), strict=st.booleans())
    def check(code: int, name: str, strict: bool) -> None:
        seen.append(shop.rare(code, name, strict=strict))

    check()
    assert {*seen} == {0, 1, 2}


def test_a_failing_example_is_shown(shop: ModuleType) -> None:
    @examples(shop.rare)
    @settings(phases=[Phase.explicit], database=None)
    @given(code=st.integers(), name=st.text(), strict=st.booleans())
    def check(code: int, name: str, strict: bool) -> None:
        assert shop.rare(code, name, strict=strict) != 1

    with pytest.raises(AssertionError) as told:
        check()
    assert "code=100007" in "".join(told.value.__notes__)


def test_the_snippet_in_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = Path(__file__).parents[1] / "docs"
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    blocks = {page: re.findall(r"```python\n(.*?)```", (docs / page).read_text(), re.DOTALL) for page in PAGES}
    (tmp_path / "tea.py").write_text(blocks[PAGES[0]][0])
    (text,) = (block for block in blocks[PAGES[1]] if "@examples" in block)
    names: dict[str, Any] = {}
    exec(text, names)
    with pytest.raises((AssertionError, ExceptionGroup)) as told:
        names["test_price"]()
    shown = re.findall(r"```text\n(.*?)\n```", (docs / PAGES[1]).read_text(), re.DOTALL)
    assert [note for note in told.value.__notes__ if "example:" in note] == [text for text in shown if "cups" in text]


def test_what_has_no_examples(shop: ModuleType) -> None:
    for function in (shop.Box.get, len, lambda: 0):
        with pytest.raises(TypeError, match="takes a function that a module defines"):
            examples(function)
    with pytest.raises(TypeError, match="any number of arguments"):
        examples(shop.any_number)(lambda: None)
    shop.rare.__code__ = shop.rare.__code__.replace(co_filename="nowhere.py")
    with pytest.raises(clew.ClewError, match=r"nowhere\.py: there is no such file"):
        examples(shop.rare)

"""What a class hands out of its private attributes, and what files that are not imported change."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from clew.concolic.elsewhere import Elsewhere
from clew.concolic.prepared import prepare
from clew.frontend.module import ANY_NAME
from clew.inputs.lending import lent_by
from clew.search.request import Setup
from clew.source import project_files
from clew.workbench.fuzz.isolated import isolated

CLASS = """
class Thing:
    def __init__(self):
        self._items = []

    def _all(self):
        return self._items

{method}
"""
PLAIN = {("_items", False)}
INSIDE = {("_items", True)}


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("def get(self): return self._items", PLAIN),
        ("@property\n    def get(self): return self._items", PLAIN),
        ("def get(self): return self._all()", PLAIN),
        ("def get(self, to): to.append(self._items)", PLAIN),
        ("def get(self): yield self._items", PLAIN),
        ("def get(self): return {'items': self._items}", PLAIN),
        ("def get(self): return self._items[0]", INSIDE),
        ("def get(self): return list(self._items)", INSIDE),
        ("def __iter__(self): return iter(self._items)", INSIDE),
        ("def get(self):\n        for item in self._items:\n            yield item", INSIDE),
        ("def get(self): return len(self._items)", set()),
        ("def get(self): return sum(self._items) > 3", set()),
        ("def _get(self): return self._items", set()),
        ("def get(self): self._items.clear()", set()),
    ],
)
def test_what_is_handed_out(method: str, expected: set[tuple[str, bool]], tmp_path: Path) -> None:
    (tmp_path / "lent_here.py").write_text(CLASS.format(method="    " + method), encoding="utf-8")

    def work() -> Any:
        sys.path.insert(0, str(tmp_path))
        prepared = prepare(Setup("lent_here", (str(tmp_path),), 1_000))
        return lent_by(prepared.catalogue, prepared.module.Thing)

    assert isolated(work, 30) == expected


def test_names_that_other_files_change(tmp_path: Path) -> None:
    (tmp_path / "limits.py").write_text("_limit = 3\n", encoding="utf-8")
    (tmp_path / "start.py").write_text(
        "import limits\nlimits._limit = 4\nsetattr(limits, 'ready', 1)\nlimits._names.append(1)\n"
        "class Own:\n    def __init__(self):\n        self._own = []\n        self._own.append(1)\n"
        "class Below(limits.Limit):\n    def cut(self):\n        self._inherited = 0\n"
        "del limits.old\nif limits.compared == 3: pass\n",
        encoding="utf-8",
    )
    (tmp_path / "unrelated.py").write_text("import other\nother.value = 3\n", encoding="utf-8")
    found = Elsewhere.of([str(tmp_path)], ["limits"], [str(tmp_path / "limits.py")])
    assert found.assigned == {"_limit", "ready", "old", "_inherited"}
    assert found.changed == {"_names"}
    assert "Limit" in found.bases
    assert found.private >= {"_limit", "_names"}
    assert "_own" not in found.private


def test_names_that_files_of_a_package_change(tmp_path: Path) -> None:
    """They may have a class by way of the package, and name neither that nor the module."""
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("from shop.cart import Cart\n", encoding="utf-8")
    (package / "cart.py").write_text("class Cart:\n    _total = 0\n", encoding="utf-8")
    (package / "extra.py").write_text(
        "from . import Cart\n\nclass Big(Cart):\n    pass\n\nCart._total = 3\n", encoding="utf-8"
    )
    found = Elsewhere.of([str(tmp_path)], ["shop.cart"], [str(package / "cart.py"), str(package / "__init__.py")])
    assert found.assigned == {"_total"} and "Cart" in found.bases


def test_files_that_are_not_read_may_do_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("limits", "start"):
        (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(project_files, "_MOST_FILES", 0)
    found = Elsewhere.of([str(tmp_path)], ["limits"], [str(tmp_path / "limits.py")])
    assert found.past and ANY_NAME in found.assigned and ANY_NAME in found.private

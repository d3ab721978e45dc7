"""The map agrees with the country: what `ARCHITECTURE.md` and the pages of the rooms name is there, and no room lacks
a page.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "clew"
MAP = ROOT / "ARCHITECTURE.md"
ROOMS = ROOT / "docs" / "rooms"
PAGES = [MAP, *sorted(ROOMS.glob("*.md"))]
WORDS = 2_000  # read in ten minutes


def named(page: Path) -> set[str]:
    """What stands in backquotes, blocks of code left out."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return set(re.findall(r"`([^`\n]+)`", text))


@functools.cache
def words_of_the_source() -> frozenset[str]:
    return frozenset(re.findall(r"\w+", "\n".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))))


def is_there(file: str) -> bool:
    """Is it a file or folder, by its path from the top or from the sources?  A name alone is one of any room."""
    if any((folder / file).exists() for folder in (ROOT, SOURCE)):
        return True
    name = file.rstrip("/")
    return "/" not in name and any(SOURCE.rglob(name))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_are_named_exist(page: Path) -> None:
    files = {name for name in named(page) if re.fullmatch(r"[\w./-]+(\.py|\.md|/)", name)}
    assert sorted(file for file in files if not is_there(file)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_of_the_code_exist(page: Path) -> None:
    """`Session.stray` and `exhausted` are words of the source."""
    names = {name for name in named(page) if re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\(\))?", name)}
    words = words_of_the_source()
    strange = {name for name in names if not name.endswith(".py") and not words.issuperset(re.findall(r"\w+", name))}
    assert sorted(strange) == []


def test_every_room_has_a_page() -> None:
    text = MAP.read_text(encoding="utf-8")
    table = "\n".join(line for line in text.splitlines() if line.startswith("| "))
    rooms = {file.parent.name for file in SOURCE.glob("*/__init__.py")}
    assert sorted(room for room in rooms if f"`{room}`" not in table) == []
    linked = set(re.findall(r"\((docs/rooms/[\w-]+\.md)\)", text))
    assert linked == {str(page.relative_to(ROOT)) for page in ROOMS.glob("*.md")}


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).is_file(), f"{page.name}: {link}"


def test_the_map_is_read_in_ten_minutes() -> None:
    assert len(MAP.read_text(encoding="utf-8").split()) <= WORDS

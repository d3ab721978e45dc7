"""The folder that clew keeps things in beside a project: `.clew/`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

NAME: Final = ".clew"
IGNORED: Final = "# made by clew: what it remembers is of no use to others\n*\n"


def make_folder(folder: Path) -> None:
    """With those above, where it is not there; one of our name is nothing that git is to see.  Raises OSError."""
    if folder.is_dir():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if folder.name == NAME:
        (folder / ".gitignore").write_text(IGNORED, encoding="utf-8")

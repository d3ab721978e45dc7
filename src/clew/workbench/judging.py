"""The command of those who write functions to refute what clew proves of claims and contracts."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from clew.source.settings import Settings


def judged(module: str, text: str, judge: Callable[[Path, Settings], tuple[list[str], int]]) -> int:
    """The exit code: 1 where a proof is contradicted, a mark says nothing, or a file has none.

    judge: says what is wrong in a file, and how many claims clew itself refuted there.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=text.split("\n\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="files with marks")
    parser.add_argument("--paths", type=int, default=150, help="runs of a function")
    parser.add_argument("--work", type=int, default=20_000_000, help="operations of a function")
    options = parser.parse_args()
    failed = False
    for file in options.files:
        wrong, refuted = judge(file.resolve(), Settings(jobs=1, attack=0, paths=options.paths, work=options.work))
        for line in wrong:
            print(line)
        print(f"{file}: {len(wrong)} contradictions, {refuted} claims refuted")
        failed = failed or bool(wrong) or refuted == 0
    return 1 if failed else 0

"""`clew diff` over pairs of versions: refactorings that keep what a function does, and changes that do not.

    python bench/versions.py [NAME…]

Each file of `bench/versions/same` and `bench/versions/differs` has both versions, one after the other.  In those that
differ the change is what reviews and bug collections know: bounds, order, defaults, empty input, state left behind.
Wanted: no wrong answer, a call for all that differ, and a proof for most that do not.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).parent / "versions"
AFTER = "# ---- after\n"


def compared(pair: Path) -> tuple[list[str], float]:
    """What is said of the functions that both versions have, and the seconds that it took."""
    before, _, after = pair.read_text().partition(AFTER)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("before", before), ("after", after)):
            Path(folder, name).mkdir()
            Path(folder, name, pair.name).write_text(text.strip("\n") + "\n")
        began = time.monotonic()
        command = [
            sys.executable,
            "-m",
            "clew",
            "diff",
            "--no-index",
            "before",
            "after",
            "--isolated",
            "--output-format",
            "json",
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - began
    if done.returncode not in (0, 1):
        raise SystemExit(f"{pair.name}: {done.stderr}{done.stdout}")
    functions = json.loads(done.stdout)["functions"]
    return [each["verdict"] for each in functions if each["change"] == "changed"], seconds


def worst(words: list[str]) -> str:
    """Of the functions of a pair: what differs, else what is open, else what was shown."""
    return next(word for word in ("differs", "unknown", "same-within-bounds", "same") if word in words)


def main() -> None:
    names = sys.argv[1:]
    wrong = 0
    for kind in ("same", "differs"):
        counts: dict[str, int] = {}
        times: list[float] = []
        for pair in sorted((FOLDER / kind).glob("*.py")):
            if names and pair.stem not in names:
                continue
            words, seconds = compared(pair)
            found = worst(words)
            is_wrong = found == "differs" if kind == "same" else found.startswith("same")
            wrong += is_wrong
            counts[found] = counts.get(found, 0) + 1
            times.append(seconds)
            print(f"{kind:<8} {pair.stem:<28} {found:<20} {seconds:5.1f} s{'   WRONG' if is_wrong else ''}", flush=True)
        if times:
            said = ", ".join(f"{number} {word}" for word, number in sorted(counts.items()))
            print(
                f"{kind}: {len(times)} pairs: {said}; median {statistics.median(times):.1f} s, max {max(times):.1f} s\n"
            )
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()

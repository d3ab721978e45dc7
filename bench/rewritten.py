"""Functions of packages that a linter rewrote: how many are shown to be only worded differently.

    python bench/rewritten.py [--only toolz,semver] [--out bench/out] [-- --whole]

Ruff's fixes, unsafe ones and previews too, are applied to installed packages of the index (`bench/packages.py`); most of
them keep what a function does, and some do not, which nobody has told apart.  Printed for each package: functions whose
text is another one then, those that have one normal form, and of these how many need which supposition.  With `--whole`
also what `clew diff` says of the package.  Wanted: at least 75 % of the functions have one form.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from packages import MEASURED, PACKAGES, install, options_of, report_of

from clew.frontend.forms.normal_form import needed_for_one
from clew.frontend.sides import Side, dumped

RULES = "B,C4,E7,FLY,FURB,ISC,PERF,PIE,PLR,PYI,RET,RSE,SIM,TRY,UP"


def main() -> int:
    options = options_of(__doc__)
    out = Path(options.out).resolve()
    names = [*PACKAGES] if options.only == ",".join(MEASURED) else options.only.split(",")
    site = install(out / "packages", [PACKAGES[name].requirement for name in names])
    print(f"{'package':18}{'functions':>10}{'one form':>10}  needing")
    all_of_them, same, needing = 0, 0, Counter[str]()
    for name in names:
        folders = [out / "rewritten" / name / version for version in ("before", "after")]
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
            for place in {Path(each).parts[0] for each in PACKAGES[name].modules}:
                _copy(site / place, folder / place)
        ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--fix", "--unsafe-fixes", "--preview", "--silent"]
        subprocess.run(
            [*ruff, "--exit-zero", "--select", RULES, "--target-version", "py311", str(folders[1])], check=True
        )
        needed = [*_needed(*folders)]
        own = Counter(each for need in needed if need is not None for each in need or ("nothing",))
        count = sum(need is not None for need in needed)
        all_of_them, same, needing = all_of_them + len(needed), same + count, needing + own
        print(f"{name:18}{len(needed):10}{count:10}  {_told(own)}", flush=True)
        if "--whole" in options.options:
            report = report_of(
                ["diff", "--no-index", *map(str, folders), "--output-format", "json"], out / name, "diff"
            )
            print(f"{'':18}{report['totals'] if report is not None else 'clew failed'}", flush=True)
    share = same / max(all_of_them, 1)
    print(f"{'all':18}{all_of_them:10}{same:10}  {_told(needing)}; {share:.1%}")
    return int(share < 0.75)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def _needed(before: Path, after: Path) -> Iterator[tuple[str, ...] | None]:
    """Of each function that is another one, what has to be supposed for one form; None where there is none."""
    for path in sorted(after.rglob("*.py")):
        texts = [(folder / path.relative_to(after)).read_text(encoding="utf-8") for folder in (before, after)]
        if texts[0] == texts[1]:
            continue
        old, new = (Side(ast.parse(text)) for text in texts)
        for name, node in new.functions.items():
            was = old.functions.get(name)
            if was is not None and dumped(was) != dumped(node):
                yield needed_for_one((old, was), (new, node))


def _told(needing: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in needing.most_common())


if __name__ == "__main__":
    raise SystemExit(main())

"""The command as a process of its own: what it starts first ends with it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import clew

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(clew.__file__))}


def zygotes_of(group: int) -> list[int]:
    """Processes with a session of their own that this one's descendant has started and left behind."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            text = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
        except OSError:
            continue
        if b"clew.workers.zygote" in text and f"clew-start-{group}".encode() in text:
            found.append(int(entry.name))
    return found


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["cover"], 2),
        (["cover", "missing.py::f"], 2),
        (["cover", "subject.py::f", "--no-such-option"], 2),
        (["cover", "--help"], 0),
        (["cover", "subject.py::f", "--isolated", "--fresh", "--no-write"], 0),
        (["dead", "subject.py", "--isolated", "--fresh"], 0),
        (["rule", "CLEW101"], 0),
        ([], 0),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_exit_codes_and_nothing_is_left(tmp_path: Path, arguments: list[str], code: int) -> None:
    source = tmp_path / f"clew-start-{os.getpid()}"  # the zygote's command line says where clew is
    source.symlink_to(os.path.dirname(os.path.dirname(clew.__file__)))
    (tmp_path / "subject.py").write_text("def f(x: int) -> int:\n    return x + 1\n")
    run = subprocess.run(
        [sys.executable, "-m", "clew", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**ENVIRONMENT, "PYTHONPATH": str(source)},
        check=False,
    )
    assert run.returncode in ((0, 2) if not arguments else (code,)), run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    until = time.monotonic() + 20
    while zygotes_of(os.getpid()) and time.monotonic() < until:
        time.sleep(0.05)
    assert not zygotes_of(os.getpid())


EXTRAS = ("jinja2", "markupsafe", "pygls", "lsprotocol", "mcp", "distributed", "dask", "coverage", "cvc5", "hypothesis")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["cover", "subject.py"],
        ["check", "subject.py"],
        ["dead", "subject.py"],
        ["explain", "subject.py:2"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_extra_is_imported_that_is_not_used(tmp_path: Path, arguments: list[str]) -> None:
    """In none of the processes: each would leave its name."""
    fakes = tmp_path / "fakes"
    names = fakes / "names"
    for name in EXTRAS:
        (fakes / name).mkdir(parents=True)
        (fakes / name / "__init__.py").write_text(
            f"open({str(names)!r}, 'a').write(__name__ + ' ')\nraise ImportError\n"
        )
    (tmp_path / "subject.py").write_text("def f(x: int) -> int:\n    return 1 if x > 7 else 100 // x\n")
    environment = {**ENVIRONMENT, "PYTHONPATH": f"{fakes}{os.pathsep}{ENVIRONMENT['PYTHONPATH']}"}
    subprocess.run([sys.executable, "-c", "import clew.report.pages.site"], env=environment, capture_output=True)
    assert names.read_text().split() == ["jinja2"]  # so they would be seen
    names.unlink()
    before = [["cover", "subject.py", "--no-write"]] if arguments[0] == "explain" else []
    for command in [*before, arguments]:
        run = subprocess.run(
            [sys.executable, "-m", "clew", *command], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert run.returncode in (0, 1) and "Traceback" not in run.stderr, run.stderr
    assert not names.exists(), names.read_text()

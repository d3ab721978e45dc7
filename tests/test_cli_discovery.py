"""PATHs to files, import names and roots."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.source.diagnostics import Diagnostic
from clew.source.discovery import Target, discover, import_name
from clew.source.generated import GENERATED


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A `src` layout with a regular and a namespace package, scripts, tests, and what is to be skipped."""
    for name in [
        "pyproject.toml",
        "src/shop/__init__.py",
        "src/shop/cart.py",
        "src/shop/parts/__init__.py",
        "src/shop/parts/deep.py",
        "src/shop/data/loose.py",
        "src/space/tool.py",
        "src/single.py",
        "src/shop/test_cart.py",
        "src/shop/__pycache__/cart.py",
        "tests/test_it.py",
        "tests/helper.py",
        "checks/test_it.py",
        "checks/conftest.py",
        "scripts/run.py",
        "scripts/sub/more.py",
        "my-dir/odd.py",
        ".hidden/x.py",
        "env3/pyvenv.cfg",
        "env3/lib/y.py",
        "node_modules/z.py",
        "notes/readme.txt",
    ]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "scripts" / "made.py").write_text(GENERATED + " 0.1\n")
    return tmp_path


def found(cwd: Path, *paths: str, **options: list[str]) -> list[str]:
    targets, problems = discover(paths, cwd=str(cwd), **options)  # type: ignore[arg-type]
    assert problems == []
    return [target.file for target in targets]


def problem(cwd: Path, path: str) -> Diagnostic:
    targets, problems = discover([path], cwd=str(cwd))
    assert targets == []
    (one,) = problems
    return one


@pytest.mark.parametrize(
    ("file", "module", "root"),
    [
        ("src/shop/cart.py", "shop.cart", "src"),
        ("src/shop/__init__.py", "shop", "src"),
        ("src/shop/parts/deep.py", "shop.parts.deep", "src"),
        ("src/shop/data/loose.py", "shop.data.loose", "src"),
        ("src/space/tool.py", "space.tool", "src"),
        ("src/single.py", "single", "src"),
        ("scripts/run.py", "run", "scripts"),
        ("scripts/sub/more.py", "more", "scripts/sub"),
        ("my-dir/odd.py", "odd", "my-dir"),
    ],
)
def test_import_name(project: Path, file: str, module: str, root: str) -> None:
    assert import_name(str(project / file)) == (module, str(project / root))


def test_a_folder_without_project_file(tmp_path: Path) -> None:
    for name in ["pkg/__init__.py", "pkg/a.py", "pkg/inner/b.py", "flat/c.py"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert import_name(str(tmp_path / "pkg/a.py")) == ("pkg.a", str(tmp_path))
    assert import_name(str(tmp_path / "pkg/inner/b.py")) == ("pkg.inner.b", str(tmp_path))
    assert import_name(str(tmp_path / "flat/c.py")) == ("c", str(tmp_path / "flat"))


def test_folder(project: Path) -> None:
    assert found(project, ".") == [
        "my-dir/odd.py",
        "scripts/run.py",
        "scripts/sub/more.py",
        "src/shop/__init__.py",
        "src/shop/cart.py",
        "src/shop/data/loose.py",
        "src/shop/parts/__init__.py",
        "src/shop/parts/deep.py",
        "src/single.py",
        "src/space/tool.py",
    ]


def test_include_and_exclude(project: Path) -> None:
    assert found(project, ".", include=["c*.py"]) == ["src/shop/cart.py"]
    assert found(project, "src", exclude=["shop"]) == ["src/single.py", "src/space/tool.py"]
    assert found(project, "src", exclude=["shop/*", "space/"]) == ["src/single.py"]


def test_a_named_file_is_never_skipped(project: Path) -> None:
    assert found(project, "src/shop/test_cart.py", "scripts/made.py") == ["src/shop/test_cart.py", "scripts/made.py"]


def test_modules(project: Path) -> None:
    assert found(project, "shop.cart") == ["src/shop/cart.py"]
    assert found(project, "shop.parts") == ["src/shop/parts/__init__.py", "src/shop/parts/deep.py"]
    targets, _ = discover(["outside.thing"], cwd=str(project), search=[str(project / "elsewhere")])
    assert targets == []


def test_installed_module(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    packages = tmp_path_factory.mktemp("site-packages")
    (packages / "tool").mkdir()
    (packages / "tool" / "__init__.py").touch()
    (packages / "tool" / "parts.py").touch()
    targets, problems = discover(["tool.parts", "tool"], cwd=str(project), search=[str(packages)])
    assert problems == []
    assert [(t.module, t.root) for t in targets] == [("tool.parts", str(packages)), ("tool", str(packages))]


def test_names(project: Path) -> None:
    targets, _ = discover(["src/shop/cart.py::Cart::total", "shop.cart::Cart.total"], cwd=str(project))
    path = str(project / "src/shop/cart.py")
    assert targets == [Target("src/shop/cart.py", path, "shop.cart", str(project / "src"), "Cart.total")]


def test_each_file_once(project: Path) -> None:
    assert found(project, "src/single.py", "src/single.py::f", "./src/single.py") == ["src/single.py"]


def test_outside_the_current_folder(project: Path) -> None:
    assert found(project / "scripts", "../src/single.py") == [str(project / "src/single.py")]


@pytest.mark.parametrize(
    ("path", "code", "text"),
    [
        ("missing.py", "missing", "there is no such file or folder"),
        ("src/shop/crat.py", "missing", "there is no such file or folder; did you mean `cart.py`?"),
        ("notes", "no-python", "no Python file in this folder"),
        ("checks", "no-python", "all 2 Python files in this folder are skipped: "),
        ("notes/readme.txt", "not-python", "not a Python file: its name does not end in .py"),
        ("no.such.module", "missing", "there is no file, folder or module of this name"),
        ("sys", "not-python", "built into the interpreter: there is no Python source to analyse"),
        ("src::f", "usage", "`::name` needs a file or a module before it, not a folder"),
        ("src/single.py::", "usage", "not a PATH; wanted FILE, FOLDER, MODULE, FILE::function or FILE::Class::method"),
        ("::f", "usage", "not a PATH; wanted FILE, FOLDER, MODULE, FILE::function or FILE::Class::method"),
        ("a\0b.py", "missing", "there is no such file"),
        ("", "usage", "not a PATH; wanted FILE, FOLDER, MODULE, FILE::function or FILE::Class::method"),
    ],
)
def test_wrong_paths(project: Path, path: str, code: str, text: str) -> None:
    one = problem(project, path)
    assert one.code == code
    assert one.text.startswith(text) and len(one.text) - len(text) < 60


def test_a_broken_link_and_a_pipe(project: Path) -> None:
    import os

    (project / "gone.py").symlink_to("nowhere.py")
    assert problem(project, "gone.py").code == "missing"
    os.mkfifo(project / "pipe.py")
    assert problem(project, "pipe.py").code == "not-python"


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), *sys.path))}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def pytest_says(folder: Path, *words: str) -> str:
    done = ran(folder, "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()[-1]


@pytest.fixture
def leap(tmp_path: Path) -> Path:
    (tmp_path / "leap.py").write_text("def is_leap(y: int) -> bool:\n    return y % 4 == 0\n")
    return tmp_path


def test_a_file_of_the_same_name_may_come_later(leap: Path) -> None:
    """pytest takes `tests/test_leap.py` and `clew_tests/test_leap.py` for one module else, and collects neither."""
    assert ran(leap, "clew", "cover", "leap.py").returncode == 0
    (leap / "tests").mkdir()
    (leap / "tests" / "test_leap.py").write_text("def test_mine() -> None:\n    assert True\n")
    for mode in ("prepend", "append", "importlib"):
        assert pytest_says(leap, f"--import-mode={mode}").startswith("3 passed")
        assert pytest_says(leap, f"--import-mode={mode}", "tests", "clew_tests").startswith("3 passed")


def test_the_folder_of_a_user_stays_what_it_is(leap: Path) -> None:
    (leap / "tests").mkdir()
    (leap / "tests" / "helpers.py").write_text("TRUE = True\n")
    (leap / "tests" / "test_mine.py").write_text(
        "from helpers import TRUE\n\ndef test_mine() -> None:\n    assert TRUE\n"
    )
    assert ran(leap, "clew", "cover", "leap.py", "-o", "tests").returncode == 0
    assert not (leap / "tests" / "__init__.py").exists()
    assert pytest_says(leap).startswith("3 passed")


def test_an_edited_test_is_in_a_package_as_well(leap: Path) -> None:
    assert ran(leap, "clew", "cover", "leap.py").returncode == 0
    (leap / "clew_tests" / "__init__.py").unlink()
    with open(leap / "clew_tests" / "test_leap.py", "a") as file:
        file.write("\n\ndef test_more() -> None:\n    assert True\n")
    (leap / "more.py").write_text("def more(x: int) -> int:\n    return x + 1\n")
    assert ran(leap, "clew", "cover", "more.py").returncode == 0
    assert (leap / "clew_tests" / "__init__.py").exists()


def test_two_projects_are_tested_together(leap: Path) -> None:
    for name in ("one", "two"):
        (leap / name).mkdir()
        (leap / name / f"{name}.py").write_text("def f(x: int) -> int:\n    return x + 1\n")
        assert ran(leap, "clew", "cover", f"{name}/{name}.py", "-o", f"{name}/clew_tests").returncode == 0
    assert (leap / "one" / "clew_tests" / "__init__.py").exists()
    assert not (leap / "two" / "clew_tests" / "__init__.py").exists()
    assert pytest_says(leap, "-o", "pythonpath=one two").startswith("2 passed")


def test_tests_of_several_modules_are_told_from_those_there_are(leap: Path) -> None:
    (leap / "tests").mkdir()
    (leap / "tests" / "test_leap.py").write_text("def test_mine() -> None:\n    assert True\n")
    (leap / "mine").mkdir()
    (leap / "mine" / "helpers.py").touch()
    assert ran(leap, "clew", "cover", "leap.py", "-o", "mine").returncode == 0
    assert pytest_says(leap).startswith("3 passed")


@pytest.mark.parametrize(
    ("place", "line", "name"),
    [
        ("main.py", "from app import core", "app.core"), ("main.py", "    import app.core as c", "app.core"),
        ("app/use.py", "from app.core import f", "app.core"), ("app/use.py", "from app import x, inner", "app.core"),
        ("app/use.py", "import core", "core"), ("app/use.py", "from . import core", "core"),
        ("main.py", "from app import missing", "core"), ("main.py", "# import app.core", "core"),
        ("app/inner/deep.py", "from app.inner import deep", "core"),
    ],
)  # fmt: skip
def test_folders_that_files_import_from_are_packages(tmp_path: Path, place: str, line: str, name: str) -> None:
    (tmp_path / "app" / "inner").mkdir(parents=True)
    (tmp_path / "app" / "core.py").touch()
    (tmp_path / place).write_text(f"{line}\n")
    assert import_name(str(tmp_path / "app" / "core.py"))[0] == name


def test_a_module_of_tests_is_known_by_what_it_imports(tmp_path: Path) -> None:
    for app, text in {
        "orders": "from django.test import TestCase\n",
        "users": "import unittest\n",
        "filters": '"""Tests of templates, which `is` asks."""\n\n\ndef test_odd(value: int) -> bool:\n    return value % 2 == 1\n',
    }.items():
        (tmp_path / app).mkdir()
        (tmp_path / app / "tests.py").write_text(text)
    assert found(tmp_path, ".") == [os.path.join("filters", "tests.py")]
    assert found(tmp_path, "orders/tests.py") == [os.path.join("orders", "tests.py")]

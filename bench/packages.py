"""Packages of the index that clew is measured on, pinned, and how each is installed and its tests are found.

All are pure Python.  `bench/real.py` tabulates what clew says of the first few, `bench/own_suites.py` holds what it says
of all of them against the packages' own tests.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Package:
    """modules: files and folders of the installed package that are analysed.

    imports: what it imports itself; tests: folders or files of the source distribution that hold its tests, none where
    it ships none; needs: what these import; beside: folders of modules that they import; rooted: they import one another
    as parts of a package beside the distribution's files.
    """

    requirement: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    imports: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    rooted: bool = False

    @property
    def name(self) -> str:
        return self.requirement.partition("==")[0]

    @property
    def version(self) -> str:
        return self.requirement.partition("==")[2]


def named(*packages: Package) -> dict[str, Package]:
    return {package.name: package for package in packages}


MEASURED = named(
    Package("toolz==1.1.0", ("toolz",), ("toolz/tests", "toolz/sandbox/tests")),
    Package(
        "boltons==25.0.0",
        ("boltons/strutils.py", "boltons/iterutils.py", "boltons/mathutils.py", "boltons/cacheutils.py"),
        ("tests",),
    ),
    Package("packaging==25.0", ("packaging",), ("tests",), needs=("pretend", "tomli-w"), rooted=True),
    Package("semver==3.0.4", ("semver",), ("tests",), beside=("docs/advanced",)),
    Package("more-itertools==10.8.0", ("more_itertools",), ("tests",)),
    Package("sortedcontainers==2.4.0", ("sortedcontainers",), ()),
    Package("inflection==0.5.1", ("inflection",), ("test_inflection.py",)),
    Package("humanize==4.13.0", ("humanize",), ("tests",), needs=("freezegun",)),
)


PACKAGES = MEASURED | named(
    Package("itsdangerous==2.2.0", ("itsdangerous",), ("tests",), needs=("freezegun",)),
    Package(
        "tomlkit==0.13.3",
        ("tomlkit/_utils.py", "tomlkit/source.py", "tomlkit/parser.py"),
        ("tests",),
        needs=("pyyaml",),
    ),
    Package("sqlparse==0.5.3", ("sqlparse",), ("tests",)),
    Package("tabulate==0.9.0", ("tabulate/__init__.py",), ("test",), beside=("test",)),
    Package("wcwidth==0.2.13", ("wcwidth/wcwidth.py",), ("tests",)),
    Package("idna==3.10", ("idna/core.py", "idna/codec.py", "idna/intranges.py"), ("tests",)),
    Package(
        "mistune==3.1.3",
        ("mistune/util.py", "mistune/helpers.py", "mistune/block_parser.py", "mistune/core.py", "mistune/toc.py"),
        ("tests",),
    ),
    Package("parse==1.20.2", ("parse.py",), ("tests",)),
    Package("jsonpointer==3.0.0", ("jsonpointer.py",), ("tests.py",)),
    Package("jsonpatch==1.33", ("jsonpatch.py",), ("tests.py",), ("jsonpointer==3.0.0",)),
    Package("dictdiffer==0.9.0", ("dictdiffer",), ("tests",), needs=("mock",)),
    Package("natsort==8.4.0", ("natsort/utils.py", "natsort/ns_enum.py"), ("tests",), needs=("pytest-mock",)),
    Package("cachetools==6.2.0", ("cachetools",), ("tests",), rooted=True),
    Package("first==2.0.2", ("first.py",), ("test_first.py",)),
    Package("addict==2.4.0", ("addict",), ("test_addict.py",)),
    Package("voluptuous==0.15.2", ("voluptuous/util.py", "voluptuous/validators.py"), ("voluptuous/tests/tests.py",)),
    Package("schema==0.7.7", ("schema.py",), ("test_schema.py",), needs=("mock",)),
    Package(
        "marshmallow==4.0.0",
        ("marshmallow/utils.py", "marshmallow/orderedset.py", "marshmallow/validate.py"),
        ("tests",),
        needs=("simplejson",),
        rooted=True,
    ),
    Package(
        "rfc3986==2.0.0",
        (
            "rfc3986/uri.py",
            "rfc3986/misc.py",
            "rfc3986/normalizers.py",
            "rfc3986/validators.py",
            "rfc3986/parseresult.py",
        ),
        ("tests",),
        needs=("idna",),
        rooted=True,
    ),
    Package("xmltodict==1.0.2", ("xmltodict.py",), ("tests",)),
    Package(
        "python-dateutil==2.9.0.post0",
        (
            "dateutil/easter.py",
            "dateutil/utils.py",
            "dateutil/_common.py",
            "dateutil/parser/isoparser.py",
            "dateutil/relativedelta.py",
        ),
        ("tests",),
        ("six==1.17.0",),
        ("freezegun",),
    ),
    Package("portion==2.6.1", ("portion",), ("tests",), ("sortedcontainers==2.4.0",)),
    Package(
        "pathvalidate==3.3.1",
        (
            "pathvalidate/_base.py",
            "pathvalidate/_common.py",
            "pathvalidate/_filename.py",
            "pathvalidate/_filepath.py",
            "pathvalidate/_symbol.py",
        ),
        ("test",),
        needs=("tcolorpy", "faker", "allpairspy"),
    ),
    Package("funcy==2.0", ("funcy",), ("tests",), needs=("whatever",)),
    Package("blinker==1.9.0", ("blinker",), ("tests",), needs=("pytest-asyncio",)),
    Package("webcolors==24.11.1", ("webcolors",), ("tests",)),
    Package(
        "click==8.2.1",
        (
            "click/_compat.py",
            "click/_textwrap.py",
            "click/formatting.py",
            "click/parser.py",
            "click/utils.py",
        ),
        ("tests",),
    ),
)


def package_of(name: str) -> Package:
    """Of this name, or whatever else of the index, all of it; the requirement may have a version."""
    return PACKAGES.get(name) or Package(name, (), ())


def modules_of(package: Package, site: Path) -> tuple[str, ...]:
    """Those that are analysed, of a package that is installed there."""
    if package.modules:
        return package.modules
    wanted = re.sub(r"[-_.]+", "-", re.split(r"[\s\[<>=!~;]", package.requirement)[0]).lower()
    for installed in importlib.metadata.distributions(path=[str(site)]):
        if re.sub(r"[-_.]+", "-", installed.name).lower() == wanted:
            names = (file.parts[0] for file in installed.files or () if file.suffix == ".py" and ".." not in file.parts)
            return tuple(dict.fromkeys(names))
    return ()


def install(environment: Path, requirements: Iterable[str]) -> Path:
    """site-packages of an environment that has the packages and nothing else: all there is read with what is analysed."""
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, *requirements], check=True)
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(subprocess.run([str(python), "-c", code], check=True, capture_output=True, text=True).stdout.strip())


def options_of(description: str | None) -> argparse.Namespace:
    """Of a bench over packages: `only`, `out`, and `options` for clew."""
    return parser_of(description, MEASURED).parse_args()


def parser_of(description: str | None, names: Iterable[str]) -> argparse.ArgumentParser:
    """Of those options, and whatever else a bench adds to them."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(names), help="packages, separated by commas")
    parser.add_argument("--out", default="bench/out", help="folder for the environment and the reports")
    parser.add_argument("options", nargs="*", help="of clew, after --")
    return parser


def report_of(arguments: list[str], folder: Path, name: str) -> dict | None:
    """What clew says, kept as `name` in the folder, in which it runs; None where it ended without a report."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "clew", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent / "src")}
    with open(folder / "stderr", "w", encoding="utf-8") as errors:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, cwd=folder, env=environment)
    (folder / name).write_bytes(done.stdout)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return None

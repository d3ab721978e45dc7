"""`pytest --clew [PATH]`: what your tests do not reach, and whether anything can.

Off, and nothing imported, unless it is asked for.  The modules at PATH are loaded with probes; after the tests, what
none of them reached is settled like any goal of `clew cover`: reached by no input, by a call that is known, or open.
Nothing is asserted in tests, and none fails for it but the run as a whole with `--clew-fail-under`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest import Config, Parser, Session, TerminalReporter

    from clew.cli.suite_run import SuiteRun

_RUN = "_clew_run"
_HITS = "clew_hits"


def pytest_addoption(parser: Parser) -> None:
    group = parser.getgroup("clew", "tests, or proofs, for what your tests do not reach")
    group.addoption(
        "--clew",
        nargs="?",
        const=".",
        default=None,
        metavar="PATH",
        help="Settle what the tests do not reach of the modules at PATH (a file, a folder, file.py::f; by default all "
        "below the current folder).",
    )
    group.addoption("--clew-since", metavar="REV", help="Only functions that changed since REV, and what names one.")
    group.addoption("--clew-write", action="store_true", help="Write the tests that reach what yours do not.")
    group.addoption(
        "--clew-fail-under",
        type=float,
        metavar="PERCENT",
        help="Fail where less than this of the goals that are not proved infeasible is reached by the tests.",
    )


def pytest_load_initial_conftests(early_config: Config) -> None:
    """Before any conftest, and so before what is tested is imported."""
    options = early_config.known_args_namespace
    asked = (options.clew, options.clew_since, options.clew_fail_under, options.clew_write or None)
    if all(each is None for each in asked):
        return
    path = "." if options.clew is None else options.clew
    from clew.cli.suite_run import Refused, SuiteRun

    try:
        run = SuiteRun.begin(path, options.clew_since, os.getcwd())
    except Refused as error:
        raise pytest.UsageError(str(error)) from None
    setattr(early_config, _RUN, run)


def _run_of(config: Config) -> SuiteRun | None:
    run: SuiteRun | None = getattr(config, _RUN, None)
    return run


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What the tests of a worker of pytest-xdist reached."""
    run = _run_of(node.config)
    if run is not None:
        run.hits.update(map(tuple, getattr(node, "workeroutput", {}).get(_HITS, ())))


def pytest_sessionfinish(session: Session) -> None:
    run = _run_of(session.config)
    if run is None:
        return
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_HITS] = sorted(run.hits)  # a worker: the controller settles
        return
    if session.config.option.collectonly:
        return
    run.settle(write=session.config.option.clew_write)
    least = session.config.option.clew_fail_under
    if least is not None and run.percent < least and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: Config) -> None:
    run = _run_of(config)
    if run is None or run.result is None:
        return
    terminalreporter.section("clew")
    for line in run.lines(config.option.clew_fail_under, config.option.clew_write):
        terminalreporter.write_line(line)

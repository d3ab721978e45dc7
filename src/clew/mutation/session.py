"""A session of pytest whose tests are not run one after the other but handed to whoever asks for some of them.

Plugins that would run tests elsewhere, in another order or under a measurement are kept quiet.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

from clew.mutation.reach import Reach
from clew.records import dataclass

if TYPE_CHECKING:
    from pytest import Config, Item, Session

# Options of plugins, pytest's own among them, and what they are set to, where they are there.
QUIET: Final[dict[str, Any]] = {
    "numprocesses": None, "dist": "no", "tx": [], "cov_source": [], "no_cov": True, "randomly_reorganize": False,
    "random_order_bucket": "none", "usepdb": False, "lf": False, "failedfirst": False, "newfirst": False,
    "stepwise": False, "clew": None, "clew_since": None, "clew_write": False, "clew_fail_under": None,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of a test.  seconds: of the processor; wall: of the clock; why: how it failed, else empty."""

    test: str
    why: str
    seconds: float
    wall: float

    @property
    def failed(self) -> bool:
        return self.why != ""


Use: TypeAlias = Callable[["Tests"], object]


@dataclass(slots=True)
class Tests:
    """What was collected.  reach: where the tests are run with probes."""

    __test__ = False

    session: Session
    items: dict[str, Item]
    reach: Reach | None = None
    failures: list[str] = field(default_factory=list)

    def run(
        self, wanted: Sequence[str], is_enough: Callable[[Outcome], object], before: Callable[[str], object] = str
    ) -> str | None:
        """Run these in this order until one is enough, which is returned.  before: called with the name of each."""
        chosen = [self.items[name] for name in wanted if name in self.items]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            before(item.nodeid)
            if is_enough(self._outcome(item, following)):
                if following is not None:
                    self._tear_down()
                return item.nodeid
        return None

    def _outcome(self, item: Item, following: Item | None) -> Outcome:
        self.failures.clear()
        began, wall = time.process_time(), time.monotonic()
        if self.reach is None:
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        else:
            self.reach.forget_results()
            own = self.reach.by_test.setdefault(item.nodeid, set())
            with self.reach.into(own):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            for fixture in _fixtures_of(item):
                own |= self.reach.by_fixture.get(id(fixture), set())
        why = self.failures[0] if self.failures else ""
        return Outcome(item.nodeid, why, time.process_time() - began, time.monotonic() - wall)

    def _tear_down(self) -> None:
        """What fixtures leave is to be put away where nothing follows, too."""
        state = getattr(self.session, "_setupstate", None)
        with contextlib.suppress(Exception):
            if state is not None:
                state.teardown_exact(None)


def _fixtures_of(item: Item) -> list[object]:
    known = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
    return [fixture for fixtures in known.values() for fixture in fixtures]


class Held:
    """The plugin.  use: called with the tests when all are collected; problem: why it was not."""

    def __init__(self, use: Use, reach: Reach | None = None) -> None:
        self.use = use
        self.reach = reach
        self.tests: Tests | None = None
        self.problem = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self, early_config: Config) -> None:
        _quieten(early_config.known_args_namespace)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_cmdline_parse(self) -> Generator[None, Any, None]:
        outcome = yield
        if outcome.excinfo is None:
            _quieten(outcome.get_result().option)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Session) -> bool:
        if session.testsfailed:
            self.problem = "some tests cannot be collected"
            return True
        items = {item.nodeid: item for item in session.items}
        self.tests = Tests(session, items, self.reach)
        self.use(self.tests)
        return True

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and self.tests is not None:
            self.tests.failures.append(_last_line(report))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, None]:
        if self.reach is None:
            yield
        else:
            with self.reach.of_fixture(id(fixturedef)):
                yield


def _quieten(options: Any) -> None:
    for name, value in QUIET.items():
        if hasattr(options, name):
            setattr(options, name, value)


def _last_line(report: Any) -> str:
    """`assert 3 == 4`, `ValueError: negative`; at least that it failed, and when."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = str(getattr(crash, "message", "")).strip().split("\n")[0]
    return message or f"failed in {report.when}"


def run_session(arguments: Sequence[str], held: Held) -> int:
    """The exit code of pytest.  That clew is imported already is no warning, and so no error, of the user's."""
    quiet = ["-W", "ignore:Module already imported so cannot be rewritten"]
    return int(pytest.main([*arguments, "--capture=sys", *quiet], plugins=[held]))

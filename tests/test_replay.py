"""Replay on CPython: what a script really does, and when not to believe it."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.checking.agreement import find_disagreements
from clew.checking.describe import describe
from clew.checking.replay import Replayer
from clew.checking.script import NotReplayed, Replay, Replayed, Script, Target
from clew.frontend.module import Module, read_module
from clew.goals.criteria import Criteria
from clew.workers.host import Host
from clew.workers.limits import MEGABYTE, Limits

LIMITS = Limits(memory=200 * MEGABYTE)
REST = tuple(path for path in sys.path if path)

SHOP = """
import enum, random, time, os, sys, itertools, collections
from dataclasses import dataclass
from .money import euros

class Color(enum.Enum):
    RED = 1
    BLUE = 2

@dataclass
class Point:
    x: int
    y: int

class Cart:
    def __init__(self, items=()):
        self.items = list(items)
        self._secret = 1

    def add(self, item):
        if item in self.items:
            return False
        self.items.append(item)
        return True

    @property
    def total(self):
        return sum(self.items)

def clamp(x, hi):
    if x > hi:
        x = hi
    return x

def both(a, b):
    return "yes" if a and b else "no"

def paint(p):
    return Color.RED if p.x else Color.BLUE

def make(x):
    return Cart([x, x])

def point(x):
    return Point(x, y=x + 1)

def numbers(n):
    for i in range(n):
        yield i
    print("end")

def letters():
    return {"b", "a", "c"}

def first_letter():
    for letter in {"a", "b", "c", "d", "e"}:
        if letter == "a":
            return 1
        return 2

def fails(x):
    if x:
        raise ValueError(f"bad {x}")
    raise KeyError(x)

def address():
    raise ValueError(hex(id(object())))

def now():
    return time.time()

def today():
    import datetime
    return datetime.date.today().year

def year():
    return time.strftime("%Y")

def zipped():
    import gzip
    return gzip.compress(b"", mtime=None)

class Clock:
    now = time.time

def on_a_class():
    return Clock().now() > 0

def flip():
    import _random
    if _random.Random().random() < 0.5:
        return "heads"
    return 0

def draw():
    return random.random()

counter = itertools.cycle(range(9))  # which does not show how far it is

def ticket():
    return next(counter)

def holder():
    kept = {}
    return lambda: kept

cache_of = holder()  # no place that a test can set

def remember(key):
    cache = cache_of()
    if key in cache:
        return cache[key]
    cache[key] = key * 2
    return cache[key]

def first_time():
    cache = cache_of()
    if cache:
        raise RuntimeError("not the first time")
    cache["x"] = 1
    return "first"

def sort(xs):
    xs.sort()

def save(name):
    with open(name, "w") as file:
        file.write("x")
    return name

def quietly(name):
    try:
        save(name)
    except OSError:
        return "could not"
    return "did"

def hang():
    while True:
        pass

def die():
    os._exit(1)

def leave():
    sys.exit(2)

def hoard():
    return [0] * (1 << 30)

def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)

def price(x):
    return euros(x)

def greedy():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

def ask():
    return input("name? ")

def local_time():
    return time.localtime(0).tm_hour

def files():
    return os.listdir(".")

def arguments():
    return sys.argv[0]

def attach(path):
    import sqlite3
    sqlite3.connect(":memory:").execute("attach database '%s' as x" % path)

def vandal():
    import builtins
    builtins.len = builtins.isinstance = None
    return 1
"""


def read(text: str, file: Path, name: str) -> Module:
    module = read_module(text, str(file), name)
    assert isinstance(module, Module)
    return module


def goals_of(module: Module) -> tuple[Any, ...]:
    return tuple(goal for unit in module.units for goal in unit.goals)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replayer]:
    root = tmp_path_factory.mktemp("project")
    package = root / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "money.py").write_text("def euros(x):\n    return f'{x} EUR'\n")
    (package / "cart.py").write_text(SHOP)
    goals = goals_of(read(SHOP, package / "cart.py", "shop.cart"))
    target = Target("shop.cart", str(package / "cart.py"), SHOP, goals, (str(root),))
    with Replayer.start(target, LIMITS, seconds=0.3, paths=REST) as replayer:
        assert replayer.failure is None, replayer.failure
        yield replayer


def script(call: str, *setup: str, **rest: Any) -> Script:
    return Script(("from shop.cart import *", "import shop.cart"), setup, call, **rest)


def one(replayer: Replayer, call: str, *setup: str, **rest: Any) -> Replayed:
    (answer,) = replayer.replay([script(call, *setup, **rest)])
    assert isinstance(answer, Replayed), answer
    return answer


def lines_hit(answer: Replay, kind: str = "statement") -> list[str]:
    assert isinstance(answer, Replayed)
    return sorted(goal.partition("::")[2] for goal in answer.hits if f":{kind}" in goal)


RANDOM_PUT_BACK = (
    "import functools",
    "import random",
    "request.addfinalizer(functools.partial(random.setstate, random.getstate()))",
)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("clamp(3, 5)", "3"),
        ("clamp(3.5, 5)", "3.5"),
        ("clamp(float('nan'), 1)", "float('nan')"),
        ("clamp(float('inf'), float('inf'))", "float('inf')"),
        ("clamp(-0.0, 1)", "-0.0"),
        ("both('a', 1)", "'yes'"),
        ("letters()", "{'a', 'b', 'c'}"),
        ("paint(Point(1, 2))", "shop.cart.Color.RED"),
        ("point(3)", "shop.cart.Point(x=3, y=4)"),
        ("list(itertools.islice(numbers(5), 2))", "[0, 1]"),
        ("price(3)", "'3 EUR'"),
        ("sort([2, 1])", "None"),
        ("make(3).total", "6"),
        ("[clamp, Color, collections.deque([1], maxlen=3)]",
         "[shop.cart.clamp, shop.cart.Color, collections.deque([1], maxlen=3)]"),
    ],
)  # fmt: skip
def test_results_as_text(shop: Replayer, call: str, text: str) -> None:
    answer = one(shop, call)
    assert (answer.outcome.kind, answer.outcome.text) == ("returns", text)
    assert not answer.fresh_only


def test_what_the_text_needs(shop: Replayer) -> None:
    assert one(shop, "paint(Point(0, 2))").modules == ("shop.cart",)


def test_goals_hit(shop: Replayer) -> None:
    above, below = shop.replay([script("clamp(3, 2)"), script("clamp(1, 2)")])
    assert isinstance(above, Replayed)
    assert isinstance(below, Replayed)
    assert [goal.rpartition(":")[2] for goal in sorted(above.hits) if ":branch" in goal] == ["true"]
    assert [goal.rpartition(":")[2] for goal in sorted(below.hits) if ":branch" in goal] == ["false"]
    assert len(above.hits - below.hits) == 2  # the outcome and the statement under it
    assert all("clamp" in goal for goal in above.hits)


def test_an_object_has_its_type_and_attributes(shop: Replayer) -> None:
    answer = one(shop, "make(3)")
    assert (answer.outcome.text, answer.outcome.type_name) == (None, "Cart")
    assert answer.attributes == (("{}.items", "[3, 3]"),)


def test_exceptions(shop: Replayer) -> None:
    answer = one(shop, "fails(7)")
    assert (answer.outcome.kind, answer.outcome.exception, answer.outcome.message) == (
        "raises",
        ("builtins", "ValueError"),
        "bad 7",
    )
    assert one(shop, "fails(0)").outcome.exception == ("builtins", "KeyError")
    assert one(shop, "leave()").outcome.exception == ("builtins", "SystemExit")
    assert one(shop, "address()").outcome.message == ""


def test_statements_as_calls(shop: Replayer) -> None:
    answer = one(shop, "cart.items[0] = clamp(9, 2)", "cart = make(1)", observe=("cart",))
    assert answer.outcome.text == "None"
    assert any("clamp" in goal for goal in answer.hits)


def test_observed_names_that_changed(shop: Replayer) -> None:
    answer = one(shop, "sort(xs)", "xs = [3, 1, 2]", "ys = [1]", observe=("xs", "ys"))
    assert answer.after == (("xs", "[1, 2, 3]"),)


def test_what_is_printed(shop: Replayer) -> None:
    assert one(shop, "list(numbers(1))").printed == "end\n"


@pytest.mark.parametrize("call", ["now()", "today()", "year()", "zipped()", "ticket()", "local_time()"])
def test_a_text_that_changes_is_dropped(shop: Replayer, call: str) -> None:
    answer = one(shop, call)
    if call != "ticket()":
        assert answer.outcome.text is None
    assert lines_hit(answer)
    first, _ = shop.replay([script("ticket()"), script("ticket()")])
    assert isinstance(first, Replayed)
    assert first.outcome.text is None


@pytest.mark.parametrize(
    ("call", "text", "pins"),
    [
        ("draw()", "0.8444218515250481", (*RANDOM_PUT_BACK, "random.seed(0)")),
        ("files()", "[]", ("monkeypatch.chdir(tmp_path)",)),
        ("arguments()", "'program'", ('monkeypatch.setattr("sys.argv", ["program"])',)),
    ],
)
def test_what_is_asked_of_the_surroundings_is_fixed(
    shop: Replayer, call: str, text: str, pins: tuple[str, ...]
) -> None:
    answer = one(shop, call)
    assert (answer.outcome.text, answer.pins) == (text, pins)


def test_standard_input_is_empty(shop: Replayer) -> None:
    answer = one(shop, "ask()")
    assert answer.outcome.exception == ("builtins", "EOFError")
    assert answer.pins == ('monkeypatch.setattr("sys.stdin", io.StringIO())',)


def test_a_clock_that_is_ahead_is_called_alike(shop: Replayer) -> None:
    assert one(shop, "on_a_class()").outcome.text == "True"


def test_an_outcome_of_another_kind_is_not_believed(shop: Replayer) -> None:
    answers = shop.replay([script("flip()")] * 20)
    wrong = [answer for answer in answers if isinstance(answer, NotReplayed)]
    assert wrong  # all alike by chance: once in 10 ** 12 runs
    assert {answer.reason.code for answer in wrong} == {"nondeterministic"}


def test_goals_that_depend_on_set_order_do_not_count(shop: Replayer) -> None:
    answer = one(shop, "first_letter()")
    assert answer.outcome.text is None or len(answer.hits) > 3


def test_state_left_by_others_shows(shop: Replayer) -> None:
    scripts = [script("first_time()"), script("remember('a')"), script("first_time()")]
    answers = shop.replay(scripts)
    assert isinstance(answers[0], Replayed)
    assert answers[0].fresh_only
    assert answers[0].outcome.text == "'first'"


def test_promised_goals_are_looked_for_in_a_fresh_process(shop: Replayer) -> None:
    miss = one(shop, "remember('k')").hits
    scripts = [script("remember('k')", goals=miss), script("remember('k')", goals=miss)]
    answers = shop.replay(scripts)
    for answer in answers:
        assert isinstance(answer, Replayed)
        assert answer.hits >= miss
        assert answer.fresh_only
        assert answer.pins == ("# leaves changed: shop.cart.cache_of",)


def test_side_effects(shop: Replayer, tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    for name in ("save", "quietly"):
        (answer,) = shop.replay([script(f"{name}({path!r})")])
        assert isinstance(answer, NotReplayed)
        assert answer.reason.code == "side-effect-blocked"
        assert path in answer.reason.text
        assert answer.reason.setting == "--allow files"
        assert [record.what for record in answer.blocked] == ["write"]
    (answer,) = shop.replay([script(f"attach({path!r})")])
    assert isinstance(answer, NotReplayed) or "landlock" not in shop.hosts[0].ready.layers  # type: ignore[union-attr]
    assert one(shop, "save('note.txt')").pins == ("monkeypatch.chdir(tmp_path)",)
    assert one(shop, "clamp(1, 2)").pins == ()


def test_what_does_not_end_is_run_once_by_each_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def f(x):\n    while x:\n        pass\n    return x\n"
    path = tmp_path / "endless.py"
    path.write_text(text)
    target = Target("endless", str(path), text, goals_of(read(text, path, "endless")), (str(tmp_path),))
    batches: list[int] = []
    real = Host.run

    def run(host: Host, task: str, batch: Any, *given: Any) -> Any:
        batches.append(sum(each.call == "f(1)" for _, each in batch.scripts))
        return real(host, task, batch, *given)

    monkeypatch.setattr(Host, "run", run)
    with Replayer.start(target, LIMITS, seconds=0.3, paths=REST) as replayer:
        assert len({id(host) for host in replayer.hosts}) == 2, "one process for both orders"
        scripts = [Script(("from endless import f",), (), call) for call in ("f(0)", "f(1)")]
        assert [type(each) for each in replayer.together(scripts)] == [Replayed, NotReplayed]
    assert sum(batches) == 2


@pytest.mark.parametrize(
    ("call", "code", "text"),
    [
        ("hang()", "timeout", "did not end within 0.3 s"),
        ("greedy()", "timeout", "did not end within 0.3 s"),
        ("die()", "worker-died", "exited with code 1"),
        ("hoard()", "worker-died", "memory"),
        ("nonsense(1)", "", ""),
        ("clamp(1 2)", "cannot-build-input", "SyntaxError"),
    ],
)
def test_a_bad_script_costs_only_itself(shop: Replayer, call: str, code: str, text: str) -> None:
    first, bad, last = shop.replay([script("clamp(1, 2)"), script(call), script("both(1, 0)")])
    assert isinstance(first, Replayed)
    assert isinstance(last, Replayed)
    assert (first.outcome.text, last.outcome.text) == ("1", "'no'")
    if code:
        assert isinstance(bad, NotReplayed)
        assert bad.reason.code == code
        assert text in bad.reason.text
    else:
        assert isinstance(bad, Replayed)
        assert bad.outcome.exception == ("builtins", "NameError")


def test_patched_builtins_do_not_reach_the_next_script(shop: Replayer) -> None:
    bad, last = shop.replay([script("vandal()"), script("both(1, 0)")])
    assert isinstance(bad, NotReplayed)
    assert "builtins.isinstance changed" in bad.reason.text or "builtins.len changed" in bad.reason.text
    assert isinstance(last, Replayed)


def test_a_call_is_compiled_once_for_all_processes_with_probes(shop: Replayer) -> None:
    calls = ["clamp(8, 6)", "clamp(6, 8)"]
    scripts = [script(call) for call in calls]
    before = [one(shop, call) for call in calls]
    assert all((True, call) in shop.codes for call in calls)
    assert shop.replay(scripts) == shop.confirm(scripts, before) == before


def test_a_call_whose_compiler_warns_does_so_in_each_process(shop: Replayer) -> None:
    answer = one(shop, "clamp(2 is 2, 1)")
    assert any("filterwarnings" in line for line in answer.pins)
    assert not any("is 2" in call for _, call in shop.codes)


def test_a_call_that_is_none_is_compiled_as_a_statement(shop: Replayer) -> None:
    for _ in range(2):
        assert one(shop, "thing = clamp(8, 9)").outcome.text == "None"


def test_what_one_script_leaves_in_the_process_is_not_laid_to_the_next(shop: Replayer) -> None:
    change = script("random.seed(3) or clamp(1, 2)", "import random")
    plain, changed, after = shop.replay([script("clamp(7, 9)"), change, script("clamp(9, 7)")])
    assert isinstance(plain, Replayed) and isinstance(changed, Replayed) and isinstance(after, Replayed)
    assert changed.pins and not plain.pins and not after.pins


def test_a_setup_that_fails(shop: Replayer) -> None:
    (answer,) = shop.replay([script("clamp(x, 1)", "x = 1 // 0")])
    assert isinstance(answer, NotReplayed)
    assert answer.reason.code == "cannot-build-input"
    assert "ZeroDivisionError" in answer.reason.text


def test_recursion_close_to_the_limit_is_not_believed(shop: Replayer) -> None:
    assert one(shop, "depth(300)").outcome.text == "300"
    assert one(shop, "depth(10**6)").outcome.exception == ("builtins", "RecursionError")
    (answer,) = shop.replay([script("depth(800)")])
    assert isinstance(answer, NotReplayed)


def test_a_module_that_cannot_be_imported(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import os\n\ndef f():\n    return 1\n\nraise ImportError('no such thing')\n")
    text = path.read_text()
    target = Target("broken", str(path), text, goals_of(read(text, path, "broken")), (str(tmp_path),))
    with Replayer.start(target, LIMITS, paths=REST) as replayer:
        assert replayer.failure is not None
        assert replayer.failure.code == "cannot-import"
        assert replayer.failure.text.endswith("ImportError: no such thing")
        assert "broken.py" in replayer.failure.text
        (answer,) = replayer.replay([Script(("import broken",), (), "broken.f()")])
        assert isinstance(answer, NotReplayed)
        assert answer.reason.code == "cannot-import"


def test_a_module_named_like_one_of_the_library(tmp_path: Path) -> None:
    """The user's `types.py` is found by user code that comes after ours, and does not disturb ours."""
    (tmp_path / "queue.py").write_text("def f():\n    return 1\n")
    (tmp_path / "statistics.py").write_text("def f(x):\n    if x:\n        return 1\n    return 2\n")
    text = (tmp_path / "statistics.py").read_text()
    path = tmp_path / "statistics.py"
    target = Target("statistics", str(path), text, goals_of(read(text, path, "statistics")), (str(tmp_path),))
    with Replayer.start(target, LIMITS, paths=REST) as replayer:
        (answer,) = replayer.replay([Script(("import statistics",), (), "statistics.f(1)")])
        assert isinstance(answer, Replayed)
        assert len(answer.hits) == 3


class Shade(enum.Flag):
    DARK = 1
    WARM = 2


@dataclasses.dataclass
class Pair:
    left: Any
    right: Any = 0


@dataclasses.dataclass(eq=False)
class Lonely:
    value: int


Named = collections.namedtuple("Named", "a b")


class Loud(list):  # type: ignore[type-arg]
    pass


@pytest.mark.parametrize(
    "value",
    [
        None, True, 0, -5, 10**40, 1.5, 1e300, "a'b\n", b"\x00", 2 + 3j, ..., [], [1, [2]], (), (1,), (1, 2), {},
        {1: [2]}, set(), {3, 1, 2}, frozenset({"x"}), frozenset(), bytearray(b"x"), bytearray(), range(3),
        slice(1, None), collections.deque([1]), collections.Counter("aab"), collections.OrderedDict(a=1),
        collections.defaultdict(list, a=[1]), decimal.Decimal("1.50"), datetime.date(2020, 1, 2),
        datetime.timedelta(hours=1), Shade.DARK, Shade.DARK | Shade.WARM, Pair(1, [Pair(2)]), Named(1, "x"), int,
        Pair, len, [float("inf")], {(1, 2): {"a": (None,)}},
    ],
)  # fmt: skip
def test_a_description_gives_the_value_back(value: object) -> None:
    described = describe(value)
    assert described.text is not None
    namespace = {name.partition(".")[0]: __import__(name) for name in described.modules}
    again = eval(described.text, namespace)
    assert again == value
    assert type(again) is type(value)
    assert describe(again) == described


@pytest.mark.parametrize(
    "value",
    [object(), lambda: 0, Lonely(1), [float("nan")], Loud([1]), iter([1]), [object()], "x" * 10_000, {1: Lonely(2)}],
)
def test_what_cannot_be_written_has_no_text(value: object) -> None:
    described = describe(value)
    assert described.text is None
    assert described.type_name == type(value).__qualname__


def test_a_value_that_contains_itself() -> None:
    items: list[Any] = []
    items.append(items)
    assert describe(items).text is None


def test_the_text_of_a_set_does_not_depend_on_its_order() -> None:
    assert describe({10, 9, 1, 2.5}).text == "{1, 2.5, 9, 10}"
    assert describe({"b", "a"}).text == describe({"a", "b"}).text == "{'a', 'b'}"


AGREED = '''
def grade(score, bonus=0):
    """Docstring."""
    total = (score +
             bonus)
    if total > 90:
        return "A"
    elif total > 50:
        result = "B"
    else:
        result = "C"
    return result

def search(items, wanted):
    position = 0
    while position < len(items):
        if items[position] == wanted:
            break
        position += 1
        if position > 3:
            continue
    else:
        return -1
    return position

def careful(x):
    try:
        y = 10 // x
    except ZeroDivisionError:
        y = 0
    finally:
        x = 1
    if (y
            and x):
        pass
    global z
    z = [i for i in range(y) if i % 2]
    return y if x else z

def nested(xs):
    def inner(x):
        if x:
            return 1
        return 2
    return [inner(x) for x in xs]

class Box:
    def __init__(self, value):
        self.value = value

    def get(self):
        if self.value is None:
            raise KeyError
        with open(__file__) as file:
            file.read(1)
        return self.value

def generate(n):
    for i in range(n):
        if i == 1:
            yield "one"
        else:
            yield i
    assert n < 5, "many"

def choose(command):
    match command:
        case [x, y]:
            return x + y
        case {"k": v} if v:
            return v
        case str():
            result = command
        case _:
            result = None
    return result
'''


@pytest.fixture(scope="module")
def agreed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Replayer, Target]]:
    root = tmp_path_factory.mktemp("agreed")
    path = root / "agreed.py"
    path.write_text(AGREED)
    target = Target("agreed", str(path), AGREED, goals_of(read(AGREED, path, "agreed")), (str(root),))
    with Replayer.start(target, LIMITS, paths=REST) as replayer:
        yield replayer, target


def test_coverage_agrees(agreed: tuple[Replayer, Target]) -> None:
    replayer, target = agreed
    calls = """grade(95) grade(60) grade(1) grade('x') search([1,2,3],2) search([],1) search([1,2,3,4,5],9) careful(0)
        careful(3) careful('x') nested([0,1]) nested([]) Box(1).get() Box(None).get() list(generate(3))
        list(generate(0)) list(generate(7)) choose([1,2]) choose({'k':1}) choose({'k':0}) choose('s')
        choose(1) next(generate(3))"""
    scripts = [Script(("from agreed import *",), (), call) for call in calls.split()]
    answers = replayer.replay(scripts)
    assert all(isinstance(answer, Replayed) and answer.hits for answer in answers)
    assert find_disagreements(replayer, target, scripts, answers) == []


def test_a_false_claim_is_noticed(agreed: tuple[Replayer, Target]) -> None:
    replayer, target = agreed
    scripts = [Script(("from agreed import *",), (), "grade(95)")]
    (answer,) = replayer.replay(scripts)
    assert isinstance(answer, Replayed)
    for goal in sorted(answer.hits):
        less = dataclasses.replace(answer, hits=answer.hits - {goal})
        assert find_disagreements(replayer, target, scripts, [less]), goal
    false = next(goal.id for goal in target.goals if goal.outcome == "false")
    more = dataclasses.replace(answer, hits=answer.hits | {false})
    assert find_disagreements(replayer, target, scripts, [more])


def test_probes_ask_for_nothing_in_place_of_the_test(tmp_path: Path) -> None:
    text = """
def f(xs: list[int]) -> int:
    found = 0
    for x in xs:
        if 0 < x < 9 and x != 4:
            found = x
    return found
"""
    (tmp_path / "plain.py").write_text(text)
    module = read_module(text, "plain.py", "plain", Criteria(("def-use", "loop", "mcc", "condition", "boundary")))
    assert isinstance(module, Module)
    target = Target("plain", str(tmp_path / "plain.py"), text, module.goals, (str(tmp_path),))
    with Replayer.start(target, LIMITS, paths=REST) as replayer:
        (replay,) = replayer.replay([Script(("from plain import f",), (), "f([1, 4, 10])")])
    assert isinstance(replay, Replayed)
    assert (replay.outcome.text, replay.marks) == ("1", frozenset())
    kinds = {goal.kind for goal in module.goals if goal.id in replay.hits}
    assert kinds == {"def-use", "loop", "mcc", "condition", "boundary"}

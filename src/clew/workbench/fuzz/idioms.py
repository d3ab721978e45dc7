"""Random projects out of what people write: a grammar of Python, not of what the models know.

Around functions of random statements (`statements`) stand idioms: generators with clean-up, registries, flags,
dataclasses with constructors of their own, context managers, protocols, coroutines, caches, state kept in another
module.
"""

from __future__ import annotations

import random
from typing import Final

from clew.workbench.fuzz.statements import WORDS, Writer, imported


def clean_up(w: Writer, name: str) -> str:
    """A generator that is drawn from, left early, thrown into, closed."""
    return f"""
def {name}(items: list[int], limit: int) -> Iterator[int]:
    done = False
    count = 0
    try:
        for item in items:
            if {w.filled("item > {k}")}:
                LOG.append({w.numbered()})
            yield item
            count += 1
            if len(items) > count + {w.rng.choice((0, 3))} and count == limit:
                LOG.append({w.numbered()})
        done = True
    except {w.rng.choice(("ValueError", "GeneratorExit", "KeyError"))}:
        LOG.append({w.numbered()})
        raise
    finally:
        if not done:
            LOG.append({w.numbered()})
"""


def registry(w: Writer, name: str) -> str:
    return f"""
class Router{name}:
    def __init__(self) -> None:
        self.routes: dict[str, Callable[..., object]] = {{}}
        self.hooks: list[Callable[[str], object]] = []

    def route(self, path: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
        def keep(function: Callable[..., object]) -> Callable[..., object]:
            self.routes[path] = function
            return function

        return keep

    def handle(self, path: str) -> int:
        for hook in self.hooks:
            if hook(path):
                {w.returned()}
        if path in self.routes:
            {w.returned()}
        if {w.filled("len(self.routes) > {p}")}:
            {w.returned()}
        return 0


{name} = Router{name}()


@{name}.route("/")
def index_{name}() -> str:
    return "index"


def dispatch_{name}(path: str) -> int:
    if path in {name}.routes:
        {w.returned()}
    if {name}.hooks:
        {w.returned()}
    return 0
"""


def flags(w: Writer, name: str) -> str:
    return f"""
class Mode{name}(enum.{w.rng.choice(("Flag", "IntFlag"))}):
    READ = 1
    WRITE = 2
    RUN = 4


class Level{name}(enum.IntEnum):
    LOW = {w.rng.choice((0, 1))}
    HIGH = 5


def {name}(mode: Mode{name}, level: int) -> int:
    if mode == Mode{name}.READ | Mode{name}.WRITE:
        {w.returned()}
    if not mode:
        {w.returned()}
    if isinstance(level, Level{name}):
        {w.returned()}
    if mode not in (Mode{name}.READ, Mode{name}.WRITE, Mode{name}.RUN):
        {w.returned()}
    return 0
"""


def record(w: Writer, name: str) -> str:
    return f"""
@dataclass{w.rng.choice(("", "(frozen=False)", "(eq=False)"))}
class Record{name}:
    size: int
    tags: list[str] = field(default_factory=list)

    def __init__(self, size: str, tags: list[str] | None = None) -> None:
        self.size = len(size) - {w.rng.choice((0, 2))}
        self.tags = tags if tags is not None else []

    def label(self) -> int:
        if self.size < 0:
            {w.returned()}
        if {w.filled("self.size > {k}")}:
            {w.returned()}
        if {w.filled("len(self.tags) > {p}")}:
            {w.returned()}
        return 0


def {name}(one: Record{name}, other: Record{name}) -> int:
    one.tags.append("x")
    if len(other.tags) > {w.rng.choice((0, 1, 3))} and other.tags[-1] == "x":
        {w.returned()}
    if one.tags is other.tags:
        {w.returned()}
    return one.label()
"""


def manager(w: Writer, name: str) -> str:
    raised = w.rng.choice(("ValueError", "KeyError", "OSError"))
    return f"""
@contextlib.contextmanager
def {name}(size: int) -> Iterator[list[int]]:
    held: list[int] = []
    try:
        yield held
        if len(held) > size:
            LOG.append({w.numbered()})
    except {raised}:
        LOG.append({w.numbered()})
    finally:
        if held:
            LOG.append({w.numbered()})


class Guard{name}:
    def __init__(self) -> None:
        self.open = False

    def __enter__(self) -> "Guard{name}":
        self.open = True
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        self.open = False
        if kind is {raised}:
            return True
        if kind is not None:
            LOG.append({w.numbered()})
        return False

    def state(self) -> int:
        if self.open:
            {w.returned()}
        return 0


def use_{name}(text: str) -> int:
    with Guard{name}() as guard:
        value = int(text)
        if value > {w.rng.choice((3, 50))}:
            {w.returned()}
    if not guard.open:
        {w.returned()}
    return 0
"""


def protocol(w: Writer, name: str) -> str:
    return f"""
class Shape{name}(Protocol):
    sides: int

    def area(self) -> float: ...


class Square{name}:
    sides = 4

    def __init__(self, width: float) -> None:
        self.width = width

    def area(self) -> float:
        return self.width * self.width


class Blob{name}(Square{name}):
    sides = 0

    def area(self) -> float:
        if self.width < 0:
            raise ValueError("negative")
        return 1.0


def {name}(shape: Shape{name}, limit: float) -> int:
    try:
        area = shape.area()
    except ValueError:
        {w.returned()}
    if area != area:
        {w.returned()}
    if shape.sides == 0:
        {w.returned()}
    if {w.filled("area > limit > {k}")}:
        {w.returned()}
    return 0
"""


def coroutine(w: Writer, name: str) -> str:
    return f"""
async def {name}(items: list[int], wait: Callable[[], int]) -> int:
    total = len(items)
    try:
        await asyncio.sleep(0)
        if len(items) != total:
            {w.returned()}
        if wait() > {w.rng.choice((0, 4))}:
            {w.returned()}
    except asyncio.CancelledError:
        LOG.append({w.numbered()})
        raise
    except ZeroDivisionError:
        {w.returned()}
    return 0
"""


def cache(w: Writer, name: str) -> str:
    return f"""
_known_{name}: dict[str, int] = {{}}


def {name}(key: str, make: Callable[[str], int]) -> int:
    if key in _known_{name}:
        {w.returned()}
    _known_{name}[key] = make(key)
    if {w.filled("len(_known_{n} ) > {p}").replace("{n} ", name)}:
        {w.returned()}
    return 0


@functools.lru_cache(maxsize=None)
def counted_{name}(n: int) -> int:
    LOG.append(n)
    return n + 1


def twice_{name}(n: int) -> int:
    before = len(LOG)
    counted_{name}(n)
    if len(LOG) == before:
        {w.returned()}
    return 0
"""


def sharing(w: Writer, name: str) -> str:
    return f"""
class Pair{name}:
    def __init__(self, left: list[int], right: list[int]) -> None:
        self.left = left
        self.right = right


def {name}(pair: Pair{name}, extra: list[int] | None, rows: list[list[int]]) -> int:
    before = len(pair.right)
    pair.left.append(1)
    if len(pair.right) != before:
        {w.returned()}
    if extra is pair.left:
        {w.returned()}
    if len(rows) > 1:
        rows[0].append({w.rng.choice((1, 7))})
        if len(rows[1]) > 0 and rows[1] is rows[0]:
            {w.returned()}
    return 0
"""


def identity(w: Writer, name: str) -> str:
    return f"""
def {name}(a: float, b: float, seen: list[float], text: str) -> int:
    if a is b and a != b:
        {w.returned()}
    if a in seen and a not in [float(x) for x in seen if x == x]:
        {w.returned()}
    if [a] == [b] and a != b:
        {w.returned()}
    other = text[:1] + text[1:]
    if other == text and other is not text:
        {w.returned()}
    return 0
"""


def callbacks(w: Writer, name: str) -> str:
    return f"""
def {name}(text: str) -> list[object]:
    found: list[object] = []

    def hook(pairs: dict[str, object]) -> dict[str, object]:
        found.append({w.numbered()})
        if "{w.rng.choice(WORDS)}" in pairs:
            found.append({w.numbered()})
        return pairs

    def constant(name: str) -> object:
        found.append({w.numbered()})
        return name

    try:
        json.loads(text, object_hook=hook, parse_constant=constant)
    except ValueError:
        found.append({w.numbered()})
    return found


def replaced_{name}(text: str) -> str:
    def shown(match: re.Match[str]) -> str:
        if match.group(0) == "{w.rng.choice(("7", "0", "a"))}":
            return "x"
        return match.group(0)

    return re.sub(r"[0-9a]", shown, text)
"""


def typed(w: Writer, name: str) -> str:
    return f"""
class Options{name}(TypedDict, total=False):
    depth: int
    name: str


class Named{name}(NamedTuple):
    x: int
    y: str


class Text{name}(str):
    def __len__(self) -> int:
        return {w.rng.choice((0, 42))}


def {name}(options: Options{name}, pair: tuple[int, str], text: str, kind: Literal["a", "b"]) -> int:
    if "other" in options:
        {w.returned()}
    if isinstance(pair, Named{name}):
        {w.returned()}
    if len(text) == 42 and text == "a":
        {w.returned()}
    if options.get("depth", 1) is True:
        {w.returned()}
    return 0
"""


def numbers(w: Writer, name: str) -> str:
    return f"""
def {name}(price: float, count: int, rates: dict[int, float]) -> int:
    total = price * count
    if {w.filled("total > {k}")} and total - total != 0:
        {w.returned()}
    if round(total, 2) != total and int(total) == total:
        {w.returned()}
    if True in rates and 1 in rates:
        {w.returned()}
    if isinstance(price, int) and price > {w.rng.choice((0, 9))}:
        {w.returned()}
    if count * 0.1 == 0.30000000000000004:
        {w.returned()}
    return 0
"""


def elsewhere(w: Writer, name: str) -> str:
    """Needs the module `settings` of the project."""
    return f"""
def {name}(n: int) -> int:
    if settings.LIMIT > {w.rng.choice((10, 99))}:
        {w.returned()}
    if n in settings.known:
        {w.returned()}
    if settings.mode == "strict":
        {w.returned()}
    return 0
"""


SETTINGS: Final = '''
"""What the others read."""

LIMIT = 10
known: list[int] = []
mode = "plain"


def configure(limit: int, strict: bool) -> None:
    global LIMIT, mode
    LIMIT = limit
    if strict:
        mode = "strict"
'''
SETUP: Final = '''
"""Changes what another module keeps."""

import settings


def remember(n: int) -> None:
    settings.known.append(n)


def relax() -> None:
    settings.LIMIT = 1000
'''
IDIOMS: Final = (
    clean_up, registry, flags, record, manager, protocol, coroutine, cache, sharing, identity, callbacks, typed,
    numbers,
)  # fmt: skip


def project(seed: int, number: int, single: bool = False) -> dict[str, str]:
    """Files of a random project, by name.  single: one function or one idiom, rather than two to four together."""
    rng = random.Random(f"{seed}:{number}")
    several = rng.random() < (0.1 if single else 0.3)
    writer = Writer(rng)
    functions = int(rng.random() < 0.4) if single else rng.randint(1, 2)
    idioms = 1 - functions if single else rng.randint(1, 2)
    parts = [writer.function(f"f{n}") for n in range(functions)]
    parts += [idiom(writer, f"part{n}").strip("\n") for n, idiom in enumerate(rng.sample(IDIOMS, idioms))]
    if several:
        parts.append(elsewhere(writer, "reads").strip("\n"))
    body = "LOG: list[int] = []\n\n\n" + "\n\n\n".join(parts) + "\n"
    head = "\n".join([*imported(body), *(["import settings"] if several else []), "", ""])
    files = {"subject.py": head + body}
    if several:
        files |= {"settings.py": SETTINGS.lstrip(), "setup_all.py": SETUP.lstrip()}
    return files

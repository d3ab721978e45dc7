"""What an iterator that is given can be."""
import io

from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from dataclasses import dataclass


class Ticks:
    def __init__(self, n: int = 0) -> None:
        self.n = n

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        raise StopIteration

    def __len__(self) -> int:
        return self.n


def k01(it: Iterator[int]) -> int:
    return 1 if it else 0  # reached by: k01(Ticks())


def k02(it: Iterator[int]) -> int:
    try:
        for _ in it:
            pass
    except ValueError:
        return 1  # reached by: k02(int(s) for s in 'a')
    return 0


def k03(it: Iterable[int]) -> int:
    try:
        return sum(it)
    except ValueError:
        return 1  # reached by: k03(int(s) for s in 'a')


def k04(it: Iterator[int]) -> int:
    try:
        x = next(it)
    except StopIteration:
        return 1
    except (ValueError, RuntimeError):
        return 2  # reached by: k04(int(s) for s in 'a')
    return x


def k05(it: Iterator[str]) -> int:
    if hasattr(it, "read"):
        return 1  # reached by: k05(io.StringIO('a'))
    return 0


def k06(it: Iterator[int]) -> int:
    if hasattr(it, "send"):
        return 1  # reached by: k06(x for x in [1])
    return 0


def k07(it: Iterator[int]) -> int:
    try:
        it.close()  # type: ignore
    except AttributeError:
        return 1
    return 0  # reached by: k07(x for x in [1])


def k08(it: Iterator[int]) -> int:
    if type(it) is map:
        return 1  # reached by: k08(map(int, '1'))
    if type(it) is enumerate:
        return 2
    return 0


def k09(it: Iterator[int]) -> int:
    try:
        return len(it)  # type: ignore
    except TypeError:
        return -1
    finally:
        del it


def k10(it: Iterator[int]) -> int:
    try:
        n = len(it)  # type: ignore
    except TypeError:
        return -1
    return n  # reached by: k10(Ticks(3))


def k11(it: Iterator[int]) -> int:
    if isinstance(it, Sized):
        return 1  # reached by: k11(Ticks(3))
    return 0


def k12(it: Iterator[int]) -> int:
    if isinstance(it, Ticks):
        return 1  # reached by: k12(Ticks(3))
    return 0


def k13(it: Iterable[int]) -> int:
    if isinstance(it, Ticks):
        return 1  # reached by: k13(Ticks(3))
    if isinstance(it, Iterator):
        return 2  # reached by: k13(iter([]))
    if isinstance(it, set):
        return 3  # reached by: k13({1})
    return 0


def k14(xs: list[Iterator[int]]) -> int:
    n = 0
    for it in xs:
        if not it:
            n += 1
    if n:
        return 1  # reached by: k14([Ticks()])
    return 0


@dataclass
class Src:
    it: Iterator[int]


def k15(s: Src) -> int:
    if not s.it:
        return 1  # reached by: k15(Src(Ticks()))
    return 0


def k16(s: Src) -> int:
    if isinstance(s.it, Generator):
        return 1  # reached by: k16(Src(x for x in [1]))
    return 0


def k17(it: Iterator[int] | None) -> int:
    if not it and it is not None:
        return 1  # reached by: k17(Ticks())
    return 0


def k18(g: Generator[int, None, None]) -> int:
    try:
        for x in g:
            pass
    except ValueError:
        return 1  # reached by: k18(int(s) for s in 'a')
    return 0


def k19(g: Generator[int, None, None]) -> int:
    if g.gi_running:
        return 1
    if g.gi_frame is None:
        return 2  # reached by: k19(w_done())
    return 0


def w_done() -> Generator[int, None, None]:
    g = (x for x in [1])
    g.close()
    return g


def k20(f: Callable[[], int]) -> int:
    try:
        return f()
    except ValueError:
        return 1  # reached by: k20(lambda: int('a'))
    except KeyboardInterrupt:
        return 2


def k21(it: Iterator[int]) -> int:
    a = list(it)
    try:
        b = list(it)
    except ValueError:
        return 1
    if b != [] and not a:
        return 2
    return 0


def k22(a: Iterator[int], b: Iterator[int]) -> int:
    x = next(a, 0)
    for y in b:
        if y == x:
            return 1
    if next(a, None) is not None:
        return 2
    return 3


def k23(it: Iterator[int]) -> int:
    seen = []
    for x in it:
        seen.append(x)
        if len(seen) == 2:
            break
    rest = next(it, None)
    if len(seen) < 2 and rest is not None:
        return 1
    return 0

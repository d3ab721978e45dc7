class Greedy:
    def __init__(self) -> None:
        self._used = 0

    def choose(self, xs: list[int]) -> int:
        self._used += 1
        return max(xs)


class Lazy:
    def __init__(self) -> None:
        self._used = 0

    def choose(self, xs: list[int]) -> int:
        self._used += 1
        return xs[0]


_greedy = Greedy()
_lazy = Lazy()
_strategy: Greedy | Lazy = _greedy


def use(name: str) -> None:
    global _strategy
    if name == "lazy":
        _strategy = _lazy
    else:
        _strategy = _greedy


def choose(xs: list[int]) -> int:
    if not xs:
        return 0
    return _strategy.choose(xs)


def report() -> str:
    if _lazy._used:
        return "lazy"  # reached by: use("lazy"); choose([1]); report()
    if _greedy._used:
        return "greedy"  # reached by: choose([1]); report()
    return ""

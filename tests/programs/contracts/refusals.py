"""For deal a text is a refusal, and invariants are asked whenever an attribute was set."""

import deal


@deal.post(lambda result: "bad" if result < 0 else True)
def either(x: int) -> int:
    return x


def is_ok(v):
    if v < 0:
        return "negative"
    return True


@deal.post(is_ok)
def by_a_function(x: int) -> int:
    return x


@deal.post(lambda result: result)
def a_text(x: int) -> str:
    return "ok"


@deal.post(lambda result: result >= 0 or "negative")  # claim: proved
def fine(x: int) -> int:
    return abs(x)


@deal.inv(lambda o: o._n > 0)
class DI:
    def __init__(self) -> None:  # claim: unmodelled-operation
        self._n = 1

    def set(self) -> None:  # claim: unmodelled-operation
        self._n = 0
        self._n = 5

    def bad(self) -> None:  # claim: refuted di = DI(); di.bad()
        self._n = 0

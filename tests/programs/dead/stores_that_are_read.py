"""Values that something reads, if not always plainly: nothing may be found here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

DEBUG = False


def by_the_handler(text: str) -> int:
    n = 1
    try:
        n = int(text)
    except ValueError:
        pass
    return n


def by_the_handler_of_a_call_around(text: str) -> int:
    n = len(text)
    try:
        try:
            n = int(text)
        finally:
            int(text[1:])
    except ValueError:
        return n
    return 0


def by_the_finally(text: str, seen: list[int]) -> int:
    n = 3
    try:
        n = int(text)
        return n
    finally:
        seen.append(n)


def behind_a_manager_that_swallows(text: str) -> int:
    n = len(text) + 7
    with contextlib.suppress(ValueError):
        n = int(text)
    return n


def between_statements_of_a_manager(text: str) -> int:
    n = 0
    with contextlib.suppress(ValueError):
        n = len(text) + 2
        int(text)
        n = 5
    return n


def by_the_next_round(xs: list[int]) -> int:
    before = -1
    for x in xs:
        if x == before:
            return x
        before = x + 0
    return 0


def behind_a_break(xs: list[int]) -> int:
    found = len(xs) * 2
    for x in xs:
        found = x + 1
        if x > 3:
            break
        found = x + 2
    return found


def behind_a_continue(xs: list[int]) -> int:
    last = len(xs) + 3
    for x in xs:
        if x > 2:
            last = x + 4
            continue
        last = x + 5
    return last


def by_the_else_of_a_loop(xs: list[int]) -> int:
    n = len(xs) + 2
    while n > 7:
        n = n - 3
        if n == 9:
            break
    else:
        return n
    return 0


def by_an_inner_function(n: int) -> int:
    m = n + 1

    def inner() -> int:
        return m

    first = inner()
    m = n + 2
    return first + inner()


def by_a_function_that_is_returned(n: int) -> Callable[[], int]:
    m = n + 1

    def inner() -> int:
        return m

    m = n + 7
    return inner


def by_a_lambda(n: int) -> Callable[[], int]:
    m = n + 1
    made = lambda: m  # noqa: E731
    m = n + 2
    return made


def by_a_generator_that_is_late(n: int) -> list[int]:
    m = n + 1
    made = (m + i for i in range(2))
    m = n + 2
    return list(made)


def by_a_function_that_assigns(n: int) -> int:
    m = n + 1

    def inner() -> None:
        nonlocal m
        m = m + 1

    m = n + 5
    inner()
    return m


def by_a_class_inside(n: int) -> int:
    m = n + 1

    class Inner:
        def get(self) -> int:
            return m

    m = n + 3
    return Inner().get()


def by_an_inner_annotation(n: int) -> object:
    kind = int

    def inner(a: kind) -> kind:  # type: ignore[valid-type]
        return a

    kind = str
    return inner(n)  # type: ignore[arg-type]


def that_are_deleted(n: int) -> int:
    m = n + 1
    del m
    return n


def that_are_deleted_later(n: int) -> int:
    m = n + 1
    if n > 2:
        m = n + 2
    del m
    return n


def by_the_name_of_an_exception(n: int) -> int:
    error = n + 1
    try:
        n = 3 // n
    except ZeroDivisionError as error:  # type: ignore[assignment]
        n = len(str(error))
    return n


def by_a_text(n: int, query: Callable[[str], int]) -> int:
    limit = n * 2
    return query("price < @limit")


def by_the_text_of_a_text(n: int, query: Callable[[str], int]) -> int:
    table = [n]
    return query(f"select {n} from table")


def by_convention(n: int) -> int:
    _ = n + 1
    _rest = n + 2
    unused_half = n // 2
    dummy = n * 3
    return n


def by_unpacking(pairs: list[tuple[int, int]]) -> int:
    total = 0
    for left, right in pairs:
        a, b = left, right
        total += a
    return total


def yielded(n: int) -> Iterator[int]:
    m = n + 1
    yield n
    m = n + 2
    yield n + 1


async def awaited(n: int) -> int:
    m = n + 1
    return n


def in_place(xs: list[int]) -> int:
    ys = xs
    ys += [4]
    return len(xs)


def in_place_of_an_argument(xs: list[int]) -> None:
    xs += [4]


def of_the_module(n: int) -> None:
    global DEBUG
    DEBUG = n > 3


def by_super_alone(n: int) -> str:
    class Inner(str):
        def __str__(self) -> str:
            self = Inner("other")
            return super().__str__()

    return str(Inner("one"))


def by_a_debugging_print(n: int) -> int:
    m = n + 1
    if DEBUG:
        print(m)
    m = n + 2
    return m


def by_a_case(point: tuple[int, int]) -> int:
    n = point[0] + 1
    match point:
        case (0, 0):
            return 0
        case (x, _) if x > n:
            return 1
    return 2


def by_a_comprehension(xs: list[int]) -> list[int]:
    n = len(xs) + 1
    return [x + n for x in xs]


def by_a_comprehension_before_it_changes(xs: list[int]) -> list[int]:
    n = len(xs) + 1
    ys = [x + n for x in xs]
    n = len(ys) + 2
    return [*ys, n]


def by_a_walrus(xs: list[int]) -> int:
    n = len(xs) + 4
    if n > 5 and (n := len(xs)) > 2:
        return n
    return n


def by_the_condition_of_a_loop(n: int) -> int:
    rounds = 0
    while rounds < n and rounds < 5:
        rounds = rounds + 1
    return 3


def by_the_return_of_a_finally(n: int) -> int:
    m = n + 1
    while True:
        try:
            m = 6 // n
            break
        finally:
            n = m + 0
    return n


def by_an_assertion(n: int) -> int:
    m = n + 1
    assert m > n
    return n


def by_a_default(n: int) -> Callable[[], int]:
    m = n + 1

    def inner(k: int = m) -> int:
        return k

    return inner


def by_an_item(xs: list[int]) -> None:
    at = len(xs) - 1
    if xs:
        xs[at] = 3


def by_a_chain(n: int) -> int:
    a = b = n + 1
    return a


def by_nothing_since_nothing_is_stored(n: int) -> int:
    try:
        if n == 3:
            n = n // 0
    except ZeroDivisionError:
        return 1
    return 2


def by_nothing_since_it_raises(xs: list[int]) -> int:
    try:
        first = xs[len(xs)]
    except IndexError:
        return 1
    return 2


def by_a_decorator(n: int) -> int:
    factor = n + 1

    def times(f: Callable[[int], int]) -> Callable[[int], int]:
        return lambda x: f(x) * factor

    @times
    def inner(x: int) -> int:
        return x

    factor = n + 2
    return inner(n)


def by_an_annotation(n: int) -> int:
    Number = int  # type checkers read it
    total: Number = n
    return total + 1

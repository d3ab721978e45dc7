"""More values that something reads, and code that looks as if nothing did."""

from __future__ import annotations

from collections.abc import Callable


class Swallowing:
    def __enter__(self) -> Swallowing:
        return self

    def __exit__(self, *args: object) -> bool:
        return True


def a_manager_of_the_project(text: str) -> int:
    n = 1
    with Swallowing():
        int(text)
        n = len(text) + 2
        n = int(text[1:])
    return n


def two_managers(text: str) -> int:
    n = 1
    with Swallowing(), Swallowing() as other:
        int(text)
        n = 2 if other else 3
        raise ValueError(n)
    return n


def nested_handlers(text: str, other: str) -> int:
    n = 7
    try:
        n = int(text)
        n = n + int(other)
    except ValueError:
        return n
    return n


def a_handler_that_raises(text: str, seen: list[int]) -> int:
    n = 7
    try:
        n = int(text)
    except ValueError:
        n = len(text) + 5
        raise
    finally:
        seen.append(n)
    return n


def the_else_of_a_try(text: str) -> int:
    n = 7
    try:
        int(text)
    except ValueError:
        return 0
    else:
        n = n + len(text)
    return n


def a_loop_left_by_a_return(xs: list[int]) -> int:
    best = -1
    for x in xs:
        if x > 9:
            return best
        best = x + 0
    return 0


def a_while_with_a_break_in_a_finally(xs: list[int]) -> int:
    n = 0
    while xs:
        try:
            n = xs.pop() + 1
            if n > 4:
                continue
            n = n * 2
        finally:
            if n == 6:
                break
    return n


def the_test_of_a_ternary(n: int) -> int:
    big = n > 10
    return 1 if big else 2


def one_arm_only(n: int, b: bool) -> int:
    m = n + 1
    return m if b else 0


def a_format(n: int) -> str:
    width = n + 1
    return f"{'x':>{width}}" if 0 < width < 9 else ""


def an_attribute_of_it(items: list[str]) -> None:
    other = items
    other.append("x")


def an_item_of_it(n: int) -> dict[str, int]:
    found: dict[str, int] = {}
    alias = found
    alias["n"] = n
    return found


def an_aug_assignment_of_an_item(n: int) -> list[int]:
    xs = [n]
    ys = xs
    ys[0] += 1
    return xs


def a_starred_argument(n: int) -> int:
    arguments = (n, 3)
    return max(*arguments)


def a_keyword(n: int) -> dict[str, int]:
    given = {"a": n}
    return dict(**given)


def a_slice(xs: list[int]) -> list[int]:
    end = len(xs) - 1
    return xs[:end]


def a_recursion(n: int) -> int:
    less = n - 1
    return 0 if n <= 0 or n > 5 else a_recursion(less)


def what_is_raised(n: int) -> int:
    error = ValueError(n)
    if n > 3:
        raise error
    return n


def the_cause(n: int) -> int:
    cause = KeyError(n)
    if n > 3:
        raise ValueError("x") from cause
    return n


def swapped(a: int, b: int) -> int:
    c = a
    a = b
    b = c
    return a - b


def rotated(xs: list[int]) -> int:
    a, b = 0, 1
    for x in xs:
        c = a + b + x
        a = b
        b = c
    return a


def of_one_line(n: int) -> int:
    m = n + 1; k = m; m = k + 2  # fmt: skip  # noqa: E702
    return m


def reads_in_a_nested_comprehension(n: int) -> list[list[int]]:
    k = n + 1
    return [[i + k for i in range(2)] for _ in range(2)]


def reads_in_a_function_in_a_comprehension(n: int) -> list[Callable[[], int]]:
    k = n + 1
    made = [lambda: k for _ in range(2)]
    k = n + 2
    return made


def a_guard(n: int) -> int:
    limit = n + 1
    match n:
        case int() if limit > 5:
            return 2
    return 3


def a_value_of_a_pattern(n: int) -> int:
    class Kinds:
        one = 1

    kinds = Kinds
    match n:
        case kinds.one:
            return 1
    return 2


def a_class_of_a_pattern(n: object) -> int:
    kind = int
    match n:
        case kind():  # type: ignore[misc]
            return 1
    return 2


def the_parameter_itself(n: int) -> int:
    n = n + 1
    return n


def an_assignment_of_an_attribute(n: int) -> Swallowing:
    made = Swallowing()
    made.n = n  # type: ignore[attr-defined]
    other = made
    return other


def deleted_items(xs: list[int]) -> list[int]:
    at = 0
    if xs:
        del xs[at]
    return xs


def the_iterable(n: int) -> int:
    xs = [n, n + 1]
    total = 0
    for x in xs:
        total += x
    return total


def read_by_the_iterable_before(n: int) -> int:
    xs = [n, n + 1]
    total = 0
    for x in xs:
        xs = [x]
        total += len(xs)
    return total


def read_once_in_the_first_round(n: int) -> int:
    step = n + 1
    total = 0
    while total < 3:
        total += max(step, 1)
        step = 2
    return total

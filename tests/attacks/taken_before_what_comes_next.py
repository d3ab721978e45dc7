"""What is starred in a display or a call is iterated over before anything that stands behind it is evaluated."""


class Stack:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def take(self) -> int:
        return self.items.pop()


class Key:
    def __init__(self, n: int, log: list[int]) -> None:
        self.n = n
        self.log = log

    def __hash__(self) -> int:
        self.log.append(self.n)
        return self.n

    def __eq__(self, other: object) -> bool:
        return self is other


def take(*items: int, **named: int) -> int:
    return len(items) * 10 + len(named)


def noted(log: list[int], n: int) -> int:
    log.append(n)
    return n


def in_a_list(n: int) -> int:
    xs = [1, 2, n]
    if [*xs, xs.pop()] == [1, 2, n, n]:
        return 1  # reached by: in_a_list(3)
    return 0


def twice(n: int) -> int:
    xs = [1, 2, n]
    if [*xs, xs.pop(), *xs] == [1, 2, n, n, 1, 2]:
        return 1  # reached by: twice(3)
    return 0


def of_an_object(n: int) -> int:
    stack = Stack([1, n])
    if [*stack.items, stack.take(), *stack.items] == [1, n, n, 1]:
        return 1  # reached by: of_an_object(3)
    return 0


def in_a_tuple(n: int) -> int:
    xs = [n]
    if (0, *xs, xs.pop(), len(xs)) == (0, n, n, 0):
        return 1  # reached by: in_a_tuple(3)
    return 0


def in_a_set(n: int) -> int:
    xs = [n, n + 1]
    if len({*xs, xs.clear()}) == 3:
        return 1  # reached by: in_a_set(3)
    return 0


def in_a_call(n: int) -> int:
    xs = [n, n]
    if take(*xs, xs.pop()) == 30:
        return 1  # reached by: in_a_call(3)
    return 0


def before_a_keyword(n: int) -> int:
    xs = [n, n]
    if take(0, *xs, a=xs.pop()) == 31:
        return 1  # reached by: before_a_keyword(3)
    return 0


def alone_before_a_keyword(n: int) -> int:
    xs = [n, n]
    if take(*xs, a=xs.pop()) == 11:
        return 1  # reached by: alone_before_a_keyword(3)
    return 0


def in_a_method_call(n: int) -> int:
    xs, ys = [n, n], [0]
    ys.extend([*xs, xs.pop()])
    if len(ys) == 4 and max(*xs, xs.append(9) or 0) == n:
        return 1  # reached by: in_a_method_call(3)
    return 0


def in_a_dict(n: int) -> int:
    d = {"a": n}
    if {**d, "b": d.pop("a")} == {"a": n, "b": n}:
        return 1  # reached by: in_a_dict(3)
    return 0


def behind_a_pair(n: int) -> int:
    d = {"a": n}
    if {"c": 1, **d, "a": d.pop("a") + 1, **d} == {"c": 1, "a": n + 1}:
        return 1  # reached by: behind_a_pair(3)
    return 0


def in_keywords(n: int) -> int:
    d = {"a": n}
    if dict(**d, b=d.pop("a")) == {"a": n, "b": n}:
        return 1  # reached by: in_keywords(3)
    return 0


def hashed_one_by_one(flag: bool) -> int:
    log: list[int] = []
    {Key(1, log), noted(log, 2), *[Key(3, log)], noted(log, 4), Key(5, log), noted(log, 6)}
    if log == [2, 1, 3, 4, 5, 6] and flag:
        return 1  # reached by: hashed_one_by_one(True)
    return 0


def hashed_at_the_end(flag: bool) -> int:
    log: list[int] = []
    {Key(1, log), noted(log, 2)}
    if log == [2, 1] and flag:
        return 1  # reached by: hashed_at_the_end(True)
    return 0


def put_in_by_parts(flag: bool) -> int:
    log: list[int] = []
    {Key(1, log): noted(log, 2), **{"a": 1}, Key(3, log): noted(log, 4), "b": noted(log, 5)}
    if log == [2, 1, 4, 5, 3] and flag:
        return 1  # reached by: put_in_by_parts(True)
    return 0


def emptied_by_what_comes_next(n: int) -> int:
    xs = [n]
    try:
        return max(*xs, *xs, xs.clear())
    except TypeError:
        return len(xs)  # reached by: emptied_by_what_comes_next(3)

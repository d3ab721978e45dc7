"""Quantified clauses that look as if they held, each with the call that breaks one (`workbench.breaches`)."""


# clew: ensure all(result > x for x in xs)
def not_above_itself(xs: list[int]) -> int:  # broken by: not_above_itself([0])
    best = 0
    for x in xs:
        if x > best:
            best = x
    return best


# clew: ensure any(result == x for x in xs)
def none_to_be_equal_to(xs: list[int]) -> int:  # broken by: none_to_be_equal_to([])
    best = 0
    for i in range(len(xs)):
        if i == 0 or xs[i] > best:
            best = xs[i]
    return best


# clew: require len(xs) > 0
# clew: ensure all(result >= x for x in xs)
def skips_the_last(xs: list[int]) -> int:  # broken by: skips_the_last([0, 1])
    best = xs[0]
    for i in range(len(xs) - 1):
        if xs[i] > best:
            best = xs[i]
    return best


# clew: require len(xs) > 0
# clew: ensure all(result >= x for x in xs)
def leaves_early(xs: list[int]) -> int:  # broken by: leaves_early([0, 5, 9])
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
            if best > 3:
                break
    return best


# clew: ensure all(xs[i] <= xs[i + 1] for i in range(len(xs)))
def one_beyond(xs: list[int]) -> None:  # broken by: one_beyond([1])
    pass


# clew: ensure all(10 // x >= 0 for x in xs)
def clause_divides(xs: list[int]) -> None:  # broken by: clause_divides([0])
    for i in range(len(xs)):
        if xs[i] < 0:
            xs[i] = 0


# clew: ensure any(10 // x == 10 for x in xs) or not xs
def raises_before_it_is_found(xs: list[int]) -> None:  # broken by: raises_before_it_is_found([0, 1])
    for i in range(len(xs)):
        if xs[i] != 0:
            xs[i] = 1
    if xs and 1 not in xs:
        xs[0] = 1


# clew: ensure all(x == y for x, y in zip(xs, OLD.xs)) and len(xs) == len(OLD.xs)
def changed_by_another_name(xs: list[int], ys: list[int]) -> None:  # broken by: a = [1]; changed_by_another_name(a, a)
    for i in range(len(ys)):
        ys[i] += 1


# clew: require all(x > 0 for x in xs)
# clew: ensure result > 0
def sum_of_none(xs: list[int]) -> int:  # broken by: sum_of_none([])
    total = 0
    for x in xs:
        total += x
    return total


# clew: require all(x > 0 for x in xs)
# clew: ensure result > 0
def assumed_of_what_was_there(xs: list[int], i: int) -> int:  # broken by: assumed_of_what_was_there([1, 1], 0)
    if 0 <= i < len(xs):
        xs[i] = -1
        return xs[i]
    return 1


# clew: require any(x > 0 for x in xs)
# clew: ensure result > 0
def some_is_not_the_first(xs: list[int]) -> int:  # broken by: some_is_not_the_first([0, 1])
    return xs[0]


# clew: require all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))
# clew: ensure result != -1 or key not in xs
def binary_search(xs: list[int], key: int) -> int:  # broken by: binary_search([1, 2, 3], 3)
    lo, hi = 0, len(xs) - 1
    while lo < hi:
        mid = (lo + hi) // 2
        if xs[mid] < key:
            lo = mid + 1
        elif xs[mid] > key:
            hi = mid
        else:
            return mid
    return -1


# clew: ensure xs == OLD.xs
def sorts(xs: list[int]) -> None:  # broken by: sorts([1, 0])
    for i in range(len(xs)):
        for j in range(i):
            if xs[j] > xs[i]:
                xs[i], xs[j] = xs[j], xs[i]


# clew: ensure result == (key in xs)
def looks_behind(xs: list[int], key: int) -> bool:  # broken by: looks_behind([1], 1)
    for i in range(1, len(xs)):
        if xs[i] == key:
            return True
    return False


# clew: ensure all(x >= 0 for x in reversed(xs) if x != -7)
def all_but_one(xs: list[int]) -> None:  # broken by: all_but_one([-1])
    for x in xs:
        if x != -7 and x < -1:
            raise ValueError


# clew: ensure all(x > 0 for x in xs) or all(x <= 0 for x in xs)
def both_kinds(xs: list[int]) -> None:  # broken by: both_kinds([0, 1])
    pass


# clew: ensure all(i < len(result) and result[i] == x for i, x in enumerate(xs))
def copies_but_one(xs: list[int]) -> list[int]:  # broken by: copies_but_one([1])
    made: list[int] = []
    for i in range(len(xs)):
        made.append(xs[i] if i != 3 else 0)
    if len(made) < 4:
        made.append(0)
        made[0] = 0
    return made


# clew: ensure all(x < 5 for x in range(a, b, -1))
def counts_down(a: int, b: int) -> None:  # broken by: counts_down(5, 4)
    pass


# clew: ensure all(x > b for x in range(a, b, -1))
# clew: ensure all(x >= a for x in range(a, b, -1))
def counts_further_down(a: int, b: int) -> None:  # broken by: counts_further_down(5, 3)
    pass


def keeps_the_generator(x: int) -> int:
    positive = (y > 0 for y in range(x, x + 2))
    x = -x
    assert all(positive) or x >= 0
    return x


# clew: ensure result
def names_are_read_late(x: int) -> bool:  # broken by: names_are_read_late(1)
    limit = 0
    above = (y > limit for y in [x])
    limit = x
    return all(above) or x < 0


# clew: ensure all(r == 1 for r in result)
def item_by_item(n: int) -> list[int]:  # broken by: item_by_item(3)
    made = [1] * max(n, 0)
    if len(made) > 2:
        made[-1] = 0
    return made


# clew: ensure result == 0
def fills_on_the_way(xs: list[int]) -> int:  # broken by: fills_on_the_way([1])
    made: list[int] = []
    all(made.append(x) is None for x in xs)
    return len(made)


# clew: ensure result == 1
def empties_on_the_way(xs: list[int]) -> int:  # broken by: empties_on_the_way([1])
    made = [0]
    any(made.pop() == x + 100 for x in xs[:1])
    return len(made)


# clew: ensure result
def of_rows(rows: list[list[int]]) -> bool:  # broken by: of_rows([[], [0]])
    return all(x > 0 for row in rows for x in row if row)


# clew: ensure result
def triangle(n: int) -> bool:  # broken by: triangle(3)
    return all(i + j < 3 for i in range(n) for j in range(i))


# clew: ensure result
def some_pair(n: int) -> bool:  # broken by: some_pair(1)
    return any(i == j + 1 for i in range(n) for j in range(i))

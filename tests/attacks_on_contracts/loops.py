"""Invariants of loops that look as if they held, and clauses that would follow if they did (`workbench.breaches`)."""


def one_round_too_many(n: int) -> int:
    i = 0
    # clew: invariant i < n
    while i < n:  # broken by: one_round_too_many(0)
        i += 1
    return i


# clew: ensure result <= n
def not_at_entry(n: int) -> int:  # broken by: not_at_entry(-1)
    i = 0
    # clew: invariant i <= n
    while i < n:
        i += 1
    return i


# clew: ensure result == 0
def not_preserved(n: int) -> int:  # broken by: not_preserved(1)
    i = 0
    s = 0
    # clew: invariant s == 0
    while i < n:
        i += 1
        s += i
    return s


# clew: ensure result == 2 * n or n < 0
def a_continue_goes_past(n: int) -> int:  # broken by: a_continue_goes_past(4)
    s = 0
    # clew: invariant s % 2 == 0
    for i in range(n):
        if i == 3:
            s += 1
            continue
        s += 2
    return s


# clew: ensure result % 2 == 0
def a_break_leaves_it(n: int) -> int:  # broken by: a_break_leaves_it(4)
    s = 0
    # clew: invariant s % 2 == 0
    for i in range(n):
        if i == 3:
            s += 1
            break
        s += 2
    return s


# clew: ensure result % 2 == 0
def an_exception_leaves_it(xs: list[int]) -> int:  # broken by: an_exception_leaves_it([0])
    s = 0
    try:
        # clew: invariant s % 2 == 0
        for x in xs:
            s += 1
            10 // x
            s += 1
    except ZeroDivisionError:
        pass
    return s


# clew: ensure result <= 3
def in_a_try(xs: list[int]) -> int:  # broken by: in_a_try([0, 0, 0, 0])
    i = 0
    s = 0
    # clew: invariant s <= 3
    while i < len(xs):
        i += 1
        try:
            10 // xs[i - 1]
        except ZeroDivisionError:
            s += 1
            continue
    return s


# clew: ensure result >= 1
def the_clause_raises(xs: list[int]) -> int:  # broken by: the_clause_raises([])
    i = 0
    # clew: invariant xs[i] == xs[i]
    while i < len(xs):
        i += 1
    return i


# clew: ensure result == 3
def the_variable_is_not_there_yet(n: int) -> int:  # broken by: the_variable_is_not_there_yet(1)
    k = 0
    # clew: invariant last == k - 1 or k == 7
    while k < 3 and k < n:
        last = k
        k += 1
    return k


# clew: ensure all(x == 0 for x in xs)
def by_another_name(xs: list[int], ys: list[int]) -> None:  # broken by: a = [0, 0]; by_another_name(a, a)
    i = 0
    # clew: invariant 0 <= i
    # clew: invariant all(xs[k] == 0 for k in range(i) if k < len(xs))
    while i < len(xs):
        xs[i] = 0
        if i > 0 and i - 1 < len(ys):
            ys[i - 1] = 1
        i += 1


# clew: ensure result == OLD.n
def changed_parameter(n: int) -> int:  # broken by: changed_parameter(1)
    i = 0
    # clew: invariant OLD.n == n or n == 0
    while i < n:
        n -= 1
    return n + i


# clew: ensure result == 0
def two_that_lean_on_each_other(n: int) -> int:  # broken by: two_that_lean_on_each_other(2)
    a, b, i = 0, 0, 0
    # clew: invariant a == 0
    # clew: invariant b == 0
    while i < n:
        a, b = b, a
        if i == 1:
            a = 1
        i += 1
    return a


# clew: ensure result == 0
def only_the_inner_one(n: int) -> int:  # broken by: only_the_inner_one(1)
    s = 0
    i = 0
    # clew: invariant s == 0
    while i < n:
        j = 0
        # clew: invariant s == 0
        while j < i:
            j += 1
        s += 1
        i += 1
    return s


def contradicts_itself(n: int) -> int:
    i = 0
    # clew: invariant i > n and i < n
    while i < n:  # broken by: contradicts_itself(0)
        i += 1
    assert i != 5
    return i


# clew: require n >= 0
# clew: ensure result == 5
def a_loop_without_end_is_no_proof_of_the_way_around(n: int, go: bool) -> int:  # broken by: a_loop_without_end_is_no_proof_of_the_way_around(0, False)
    if go:
        # clew: invariant n == 5
        while True:
            if n == 5:
                return 5
            n = 5
    return n


# clew: ensure result
def equal_by_chance(n: int) -> bool:  # broken by: equal_by_chance(True)
    i = 0
    # clew: invariant i is not n
    while i < 1:
        i += 1
        if i is n:
            return False
    return type(n) is int


# clew: ensure 0 <= result
def else_of_a_loop(n: int) -> int:  # broken by: else_of_a_loop(0)
    s = 0
    # clew: invariant s >= 0
    for i in range(n):
        s += i
    else:
        s -= 1
    return s


# clew: ensure len(xs) == 0
def gets_longer_meanwhile(xs: list[int]) -> None:  # broken by: gets_longer_meanwhile([1])
    n = 0
    # clew: invariant n <= len(xs)
    for x in xs:
        n += 1
        if n < 5:
            xs.append(x)

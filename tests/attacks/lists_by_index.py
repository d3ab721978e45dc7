"""Loops over lists whose lengths, aliases or items are not what a proof by lengths alone would like them to be."""

from __future__ import annotations


def negative_step(xs: list[int], n: int) -> int:
    try:
        return xs[-n]
    except IndexError:
        return 0  # reached by: negative_step([1, 2], 3)


def minus_zero(xs: list[int], n: int) -> int:
    if n >= 0 and n <= len(xs):
        try:
            return xs[-n]
        except IndexError:
            return 0  # reached by: minus_zero([], 0)
    return -1


def negative_is_fine(xs: list[int], i: int) -> int:
    if i < 0 and xs:
        if i + len(xs) >= 0:
            x = xs[i]
            if x == xs[i + len(xs)]:
                return x  # reached by: negative_is_fine([4], -1)
    return 0


def empty(xs: list[int]) -> int:
    i = len(xs) - 1
    try:
        while xs[i] > 0:
            i -= 1
    except IndexError:
        return 1  # reached by: empty([])
    return i


def past_the_start(xs: list[int]) -> int:
    i = len(xs) - 1
    while i >= -len(xs):
        if xs[i] == 7 and i < 0:
            return i  # reached by: past_the_start([7, 1])
        i -= 1
        if i < -3:
            return -9  # reached by: past_the_start([0, 0, 0, 0])
    return 0


def one_too_far(xs: list[int]) -> int:
    total = 0
    try:
        for i in range(len(xs)):
            total += xs[i + 1]
    except IndexError:
        return -1  # reached by: one_too_far([1])
    return total


def huge(xs: list[int], i: int) -> int:
    try:
        return xs[i * 10**30]
    except IndexError:
        return -1  # reached by: huge([1], 1)


def huge_store(xs: list[int], i: int) -> int:
    try:
        xs[i << 64] = 1
    except IndexError:
        return -1  # reached by: huge_store([1], 5)
    return 0  # reached by: huge_store([1], 0)


def by_bool(xs: list[int], b: bool) -> int:
    try:
        return xs[b]
    except IndexError:
        return -1  # reached by: by_bool([1], True)


def bools_among_ints(xs: list[int]) -> int:
    for x in xs:
        if x is True:
            return 1  # reached by: bools_among_ints([0, True])
    return 0


def written_to_bools(flags: list[bool], n: int) -> int:
    if not flags:
        return 0
    flags[0] = n  # type: ignore[assignment]
    if flags[0] > 1:
        return 2  # reached by: written_to_bools([True], 3)
    return 1


def same_list(xs: list[int], ys: list[int]) -> int:
    if not xs:
        return 0
    xs[0] = 1
    ys.append(2)
    if len(xs) > 1 and xs[-1] == 2:
        return 1  # reached by: same_list(xs := [0], xs)
    return 2


def same_list_shrinks(xs: list[int], ys: list[int]) -> int:
    if len(xs) != 1:
        return 0
    ys.clear()
    try:
        return xs[0]
    except IndexError:
        return -1  # reached by: same_list_shrinks(xs := [0], xs)


def third_is_second(a: list[int], b: list[int], c: list[int]) -> int:
    n = len(b)
    c.append(1)
    if len(b) != n and len(a) == n:
        return 1  # reached by: third_is_second([], b := [], b)
    if len(a) != len(b) and len(a) == len(c) and n == len(b):
        return 2  # reached by: third_is_second(a := [], [], a)
    return 0


def written_through(xs: list[int], ys: list[int]) -> int:
    zs = ys
    if xs and zs:
        xs[0] = 5
        zs[0] = 6
        if xs[0] == 6:
            return 1  # reached by: written_through(x := [1], x)
    return 0


def put_first(xs: list[int], n: int) -> None:
    xs[0] = n


def callee_writes(xs: list[int], ys: list[int]) -> int:
    if xs and ys and ys[0] == 1:
        put_first(xs, 9)
        if ys[0] != 1:
            return 1  # reached by: callee_writes(x := [1], x)
    return 0


def shrink(xs: list[int]) -> None:
    if xs:
        xs.pop()


def callee_shrinks(xs: list[int]) -> int:
    n = len(xs)
    for i in range(n):
        shrink(xs)
        try:
            xs[i] += 1
        except IndexError:
            return i  # reached by: callee_shrinks([1])
    return n


def given_back(xs: list[int]) -> list[int]:
    return xs


def result_is_argument(xs: list[int]) -> int:
    ys = given_back(xs)
    ys.append(1)
    if len(xs) == 3:
        return 1  # reached by: result_is_argument([0, 0])
    return 0


def grows_while_iterated(xs: list[int]) -> int:
    rounds = 0
    n = len(xs)
    for x in xs:
        if x == 3 and rounds < 5:
            xs.append(0)
        rounds += 1
    if rounds > n:
        return 1  # reached by: grows_while_iterated([3])
    return 0


def shrinks_while_iterated(xs: list[int]) -> int:
    rounds = 0
    n = len(xs)
    for _ in xs:
        xs.pop()
        rounds += 1
    if rounds < n:
        return 1  # reached by: shrinks_while_iterated([1, 2])
    return 0


def removed_while_iterated(xs: list[int]) -> int:
    for i, x in enumerate(xs):
        if x == 0:
            del xs[i]
        elif i >= len(xs):
            return -1
    if 0 in xs:
        return 1  # reached by: removed_while_iterated([0, 0])
    return 0


def cleared_while_iterated(xs: list[int]) -> int:
    seen = 0
    for i, _ in enumerate(xs):
        seen = i
        if i == 1:
            xs.clear()
    if seen == 1 and not xs:
        return 1  # reached by: cleared_while_iterated([1, 2, 3])
    return 0


def range_is_fixed(xs: list[int]) -> int:
    try:
        for i in range(len(xs)):
            if xs[i] == 0:
                xs.pop()
    except IndexError:
        return 1  # reached by: range_is_fixed([0, 1])
    return 0


def reversed_while_shrinking(xs: list[int]) -> int:
    rounds = 0
    for _ in reversed(xs):
        rounds += 1
        xs.clear()
    if rounds == 1:
        return 1  # reached by: reversed_while_shrinking([1, 2])
    return 0


def zipped_with_itself(xs: list[int], ys: list[int]) -> int:
    for x, y in zip(xs, ys):
        ys.append(x)
        if len(ys) > 5:
            return y  # reached by: zipped_with_itself(x := [1, 2, 3, 4, 5], x)
    return 0


def length_is_old(xs: list[int]) -> int:
    n = len(xs)
    xs.append(1)
    if n == len(xs):
        return 1
    if n != len(xs) - 1:
        return 2
    try:
        return xs[n + 1]
    except IndexError:
        return 3  # reached by: length_is_old([])


def rows_are_one(rows: list[list[int]]) -> int:
    if len(rows) == 2 and rows[0] and rows[1]:
        rows[0][0] = 1
        rows[1][0] = 2
        if rows[0][0] == 2:
            return 1  # reached by: r = [0]; rows_are_one([r, r]) [supposing no-sharing]
    return 0


def row_is_argument(rows: list[list[int]], xs: list[int]) -> int:
    if rows and xs:
        xs[0] = 5
        if rows[0][0] != 5:
            return 0
        xs[0] = 6
        if rows[0][0] == 6:
            return 1  # reached by: r = [0]; row_is_argument([r], r) [supposing no-sharing]
    return 0


def ragged(rows: list[list[int]]) -> int:
    total = 0
    try:
        for i in range(len(rows)):
            for j in range(len(rows[0])):
                total += rows[i][j]
    except IndexError:
        return -1  # reached by: ragged([[1], []])
    return total


def not_a_square(rows: list[list[int]]) -> int:
    try:
        for i in range(len(rows)):
            for j in range(len(rows)):
                rows[i][j]
    except IndexError:
        return -1  # reached by: not_a_square([[1, 2], [3]])
    return 0


def unsorted(xs: list[int], x: int) -> int:
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < x:
            low = middle + 1
        else:
            high = middle
    if low < len(xs) and xs[low] != x and x in xs:
        return 1  # reached by: unsorted([3, 1, 5], 3)
    return 0


def read_twice(xs: list[int], i: int, j: int) -> int:
    if 0 <= i < len(xs) and 0 <= j < len(xs):
        a = xs[i]
        xs[j] = a + 1
        if xs[i] != a:
            return 1  # reached by: read_twice([1], 0, 0)
    return 0


def unpacked(xs: list[int]) -> int:
    try:
        a, b = xs
    except ValueError:
        return 1  # reached by: unpacked([1, 2, 3])
    return a + b  # reached by: unpacked([1, 2])


def popped_too_often(xs: list[int], n: int) -> int:
    try:
        for _ in range(n):
            xs.pop()
    except IndexError:
        return 1  # reached by: popped_too_often([], 1)
    return 0


def fresh_each_round(xs: list[int]) -> int:
    last = [0]
    for x in xs:
        if x > 0:
            if last[0] == 7:
                return 1  # reached by: fresh_each_round([7, 1])
            last = [x]
    return 0


def kept_from_the_round_before(xs: list[int]) -> int:
    before = [0]
    for x in xs:
        now = [x]
        if before[0] == 3 and now[0] == 4:
            return 1  # reached by: kept_from_the_round_before([3, 4])
        before = now
    return 0


def one_of_two(xs: list[int], ys: list[int], b: bool) -> int:
    zs = xs if b else ys
    zs.append(1)
    if len(xs) == 1 and not b:
        return 1  # reached by: one_of_two([1], [], False)
    if len(ys) == 1 and b:
        return 2  # reached by: one_of_two([], [1], True)
    return 0


def by_default(xs: list[int] = []) -> int:
    xs.append(1)
    if len(xs) > 1:
        return 1  # reached by: by_default([1])
    return 0


def repeated_no_times(n: int) -> int:
    made = [0] * n
    try:
        return made[0]
    except IndexError:
        return 1  # reached by: repeated_no_times(-2)


def repeated_too_often(n: int) -> int:
    try:
        made = [0] * (n << 64)
    except OverflowError:
        return 1  # reached by: repeated_too_often(1)
    return len(made)


def repeated_below_every_count(n: int) -> int:
    try:
        made = [n] * -(1 << 64)
    except OverflowError:
        return 1  # reached by: repeated_below_every_count(1)
    return len(made)


def inserted_far_away(xs: list[int], n: int) -> int:
    try:
        xs.insert(n, 1)
    except OverflowError:
        return 1  # reached by: inserted_far_away([], 1 << 80)
    return xs[-1]


def popped_far_away(xs: list[int], n: int) -> int:
    try:
        return xs.pop(n)
    except IndexError:
        return 1  # reached by: popped_far_away([], 0)
    except OverflowError:
        return 2  # reached by: popped_far_away([], 1 << 80)




def sliced_from_behind(xs: list[int], i: int) -> int:
    part = xs[-i:]
    if i == 0 and len(part) == 3:
        return 1  # reached by: sliced_from_behind([1, 2, 3], 0)
    if i > len(xs) and len(part) == len(xs) and xs:
        return 2  # reached by: sliced_from_behind([1], 5)
    return 0


def sliced_by_steps(xs: list[int], n: int) -> int:
    try:
        part = xs[::n]
    except ValueError:
        return 1  # reached by: sliced_by_steps([], 0)
    if len(part) == 2 and len(xs) == 3 and n < 0:
        return 2  # reached by: sliced_by_steps([1, 2, 3], -2)
    return 0


def extended_by_itself(xs: list[int]) -> int:
    n = len(xs)
    xs += xs
    if n > 1 and len(xs) == 2 * n:
        return 1  # reached by: extended_by_itself([1, 2])
    return 0


def extended_alias(xs: list[int], ys: list[int]) -> int:
    n = len(ys)
    xs += [1]
    if len(ys) != n:
        return 1  # reached by: extended_alias(x := [], x)
    xs = xs + [2]
    if len(ys) == n + 1 or len(xs) == n + 2:
        return 2  # reached by: extended_alias([], [])
    return 0


def sorted_in_place(xs: list[int]) -> int:
    if len(xs) == 2 and xs[0] > xs[1]:
        xs.sort()
        if xs[0] < xs[1]:
            return 1  # reached by: sorted_in_place([2, 1])
    return 0


def removed_equal(xs: list[int], n: int) -> int:
    try:
        xs.remove(n)
    except ValueError:
        return 1  # reached by: removed_equal([2], 1)
    if not xs:
        return 2  # reached by: removed_equal([True], 1)
    return 0


def in_empty(xs: list[int], n: int) -> int:
    if n in xs:
        return 1  # reached by: in_empty([True], 1)
    if n not in xs and len(xs) == 1:
        return 2  # reached by: in_empty([0], 1)
    return 0


def equal_lists(xs: list[int], ys: list[int]) -> int:
    if xs == ys and len(xs) == 1:
        return 1  # reached by: equal_lists([True], [1])
    if xs != ys and len(xs) == len(ys):
        return 2  # reached by: equal_lists([1], [2])
    if xs < ys and len(xs) > len(ys):
        return 3  # reached by: equal_lists([1, 2], [2])
    return 0


def folded(xs: list[int]) -> int:
    try:
        if max(xs) < 0 and sum(xs) < -5:
            return 1  # reached by: folded([-6])
    except ValueError:
        return 2  # reached by: folded([])
    if any(xs) and not all(xs):
        return 3  # reached by: folded([0, 1])
    return 0


def deleted_behind(xs: list[int]) -> int:
    del xs[-1]
    try:
        return xs[0]
    except IndexError:
        return 1  # reached by: deleted_behind([1])


def swapped_names(n: int) -> int:
    a = [1]
    b = [2, 2]
    for _ in range(n):
        a, b = b, a
    if len(a) == 2:
        return 1  # reached by: swapped_names(1)
    return 0


def one_list_by_two_names(n: int) -> int:
    a = [1]
    b = [2]
    for _ in range(n):
        b = a
    b.append(3)
    if len(a) == 2:
        return 1  # reached by: one_list_by_two_names(1)
    return 0


def names_joined(c: bool) -> int:
    a = [1]
    b = [2]
    if c:
        b = a
    else:
        a = [3]
    b.append(4)
    if len(a) == 2:
        return 1  # reached by: names_joined(True)
    if len(a) == 1:
        return 2  # reached by: names_joined(False)
    return 0


def iterated_and_renamed(n: int) -> int:
    a = [1, 2]
    seen = 0
    for x in a:
        seen += x
        if seen < 4:
            a.append(5)
        a = [0] * n
    if seen == 8:
        return 1  # reached by: iterated_and_renamed(1)
    return 0


def named_like_words(var: list[int], proc: list[int]) -> int:
    n = len(proc)
    var.append(1)
    if len(proc) != n:
        return 1  # reached by: named_like_words(x := [], x)
    return 0


def named_with_accents(é: list[int], ü: list[int]) -> int:
    n = len(ü)
    é.append(1)
    if len(ü) != n:
        return 1  # reached by: named_with_accents(x := [], x)
    return 0


def none_by_default(xs: list[int] = None) -> int:  # type: ignore[assignment]
    if xs is None:
        return 1  # reached by: none_by_default()
    return len(xs)


def numbers_below(n: int) -> int:
    try:
        return len(list(range(n << 64)))
    except OverflowError:
        return -1  # reached by: numbers_below(1)

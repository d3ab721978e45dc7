"""Labels that look impossible, each with a call that shows it, in the line below: `# shown: CALL`."""

LIMIT = 3


class Box:
    def __init__(self, v=0):
        self.__hidden = v
        self.v = v

    def is_full(self):
        return self.v > 5

    def private(self, n: int) -> int:
        # clew: label self.__hidden == n
        # shown: Box(4).private(4)
        return n


def fails_at_first(xs: list[int], i: int) -> int:
    total = 0
    while i > 0:
        # clew: label xs[i] > 3
        # shown: fails_at_first([0, 5], 3)
        i -= 1
    return total


def unbound_at_first(n: int) -> int:
    for i in range(n):
        # clew: label last == 1
        # shown: unbound_at_first(3)
        last = i
    return n


def behind(x: int) -> int:
    if x > 3:  # clew: label x > 3
        # shown: behind(4)
        return 1
    return 0


def before_it_is_changed(x: int) -> int:
    # clew: label x == 1
    # shown: before_it_is_changed(1)
    x = 2
    return x


def above_an_elif(x: int) -> int:
    if x > 3:
        return 1
    # clew: label x < 0
    # shown: above_an_elif(-1)
    elif x > -5:
        return 2
    return 3


def in_a_clause(xs: list[int]) -> int:
    try:
        return xs[0]
    except IndexError as error:
        # clew: label isinstance(error, IndexError) and not xs
        # shown: in_a_clause([])
        return 0


def in_finally(x: int) -> int:
    try:
        if x > 3:
            return x
    finally:
        # clew: label x > 10
        # shown: in_finally(11)
        x = 0
    return x


def with_free_variables(n: int) -> int:
    def inner(k: int) -> int:
        # clew: label n == k
        # shown: with_free_variables(3)
        return n + k

    return inner(3)


def with_globals(n: int) -> int:
    # clew: label n > LIMIT
    # shown: with_globals(4)
    return n


def with_methods(b: Box) -> int:
    # clew: label b.is_full()
    # shown: with_methods(Box(6))
    return 0


def with_comprehensions(xs: list[int]) -> int:
    # clew: label len(xs) == 2 and all(x > 3 for x in xs)
    # shown: with_comprehensions([4, 5])
    return 0


def with_texts(s: str) -> int:
    # clew: label s == 'a # b -> c'  # a comment behind it
    # shown: with_texts('a # b -> c')
    return 0


def with_bits(a: int, b: int) -> int:
    # clew: label a & b
    # shown: with_bits(3, 2)
    return 0


def generated(n: int):
    yield n
    # clew: label n == 3
    # shown: list(generated(3))
    yield n


def named(x: int) -> int:
    # clew: label low: x < 0
    # shown: named(-1)
    x += 5
    # clew: label high: x > 3
    # shown: named(-1)
    x += 1
    # clew: label low -> high
    # shown: named(-1)
    return x


def in_a_loop(n: int) -> int:
    for i in range(n):
        # clew: label late: i == 2
        # shown: in_a_loop(3)
        # clew: label early: i == 0
        # shown: in_a_loop(1)
        n -= 1
    # clew: label early -> late
    # shown: in_a_loop(3)
    # clew: label late -> late | late -> early | early & late
    # shown: in_a_loop(3)
    return n


def cleared(x: int, c: bool) -> int:
    # clew: label first: x > 0
    # shown: cleared(1, True)
    y = x
    if c:
        x = 5
    # clew: label last
    # shown: cleared(1, True)
    y += 1
    # clew: label first -> last clear x
    # shown: cleared(1, False)
    return y


def cleared_at_once(x: int) -> int:
    # clew: label a0: x > 0
    # shown: cleared_at_once(1)
    x = 1
    # clew: label a1
    # shown: cleared_at_once(1)
    y = 2
    # clew: label a1 -> a2 clear x
    # shown: cleared_at_once(1)
    # clew: label a2
    # shown: cleared_at_once(1)
    return x + y


def again_after_it(n: int) -> int:
    x = 0
    while n > 0:
        # clew: label b0: n == 2
        # shown: again_after_it(2)
        n -= 1
        # clew: label b1: n == 1
        # shown: again_after_it(2)
        x = n
        # clew: label b0 -> b1 clear x
        # shown: again_after_it(2)
    return x


def failing_in_between(x: int, d: int) -> int:
    # clew: label c0
    # shown: failing_in_between(1, 1)
    y = 1
    try:
        x = 1 // d
    except ZeroDivisionError:
        y = 2
    # clew: label c1: y == 2
    # shown: failing_in_between(1, 0)
    return y


def by_loops(xs: list[int], x: int) -> int:
    # clew: label d0
    # shown: by_loops([], 1)
    y = 0
    for x in xs:
        y += x
    # clew: label d1
    # shown: by_loops([], 1)
    y += 1
    # clew: label d0 -> d1 clear x
    # shown: by_loops([], 1)
    return y


def recursive(n: int) -> int:
    # clew: label e0: n == 1
    # shown: recursive(1)
    m = n
    if n == 0:
        recursive(1)
    # clew: label e1: n == 1
    # shown: recursive(1)
    m += 1
    # clew: label e0 -> e1
    # shown: recursive(0)
    return m


def twice_the_name(x: int) -> int:
    if x > 0:
        # clew: label here: x > 5
        # shown: twice_the_name(6)
        x += 1
    else:
        # clew: label here: x < -5
        # shown: twice_the_name(-6)
        x -= 1
    # clew: label after
    # shown: twice_the_name(1)
    x += 0
    # clew: label here -> after
    # shown: twice_the_name(-6)
    return x


def matched(x: object) -> int:
    match x:
        case [y, *_]:
            # clew: label y == 3
            # shown: matched([3])
            return 1
        case {"k": y}:
            # clew: label y == 4
            # shown: matched({"k": 4})
            return 2
    return 0


def three_steps(n: int) -> int:
    while n > 0:
        # clew: label s0: n % 3 == 0
        # shown: three_steps(3)
        # clew: label s1: n % 3 == 1
        # shown: three_steps(1)
        n -= 1
    # clew: label s0 -> s1 -> s0 -> s1
    # shown: three_steps(6)
    return n


def none_of_python(x: int | None) -> int:
    # clew: label x is None
    # shown: none_of_python(None)
    return 0


def place_named_like_a_variable(x: int) -> int:
    if x:
        x = 0
    # clew: label x
    # shown: place_named_like_a_variable(0)
    # clew: label (x)
    return x


def in_with(b: list[int]) -> int:
    from contextlib import suppress

    with suppress(IndexError):
        # clew: label len(b) == 1
        # shown: in_with([1])
        b[3] = 1
    return 0


def hidden_inside(n: int) -> int:
    m = n + 1

    def inner(k: int) -> int:
        # clew: label k == 1234567
        # shown: hidden_inside(1234566)
        return k

    return inner(m)


def guards_short_circuit(x: int) -> int:
    # clew: label a
    y = x
    # clew: label b
    # clew: label a -> b where a.x == 0 or 10 // a.x > b.y + 3
    # shown: guards_short_circuit(0)
    return y


def unbound_in_a_guard(n: int) -> int:
    for i in range(n):
        # clew: label a
        last = i
    # clew: label b
    # clew: label a -> b where a.i == 0 or a.last == 1
    # shown: unbound_in_a_guard(3)
    return n


def lists_as_they_were(xs: list[int]) -> int:
    # clew: label a
    xs.append(3)
    # clew: label b
    # clew: label a -> b where len(a.xs) < len(b.xs)
    # shown: lists_as_they_were([])
    return len(xs)


def the_last_one_counts(n: int) -> int:
    for i in range(n):
        # clew: label a
        i += 5
        if i == 6:
            # clew: label b
            i += 1
    # clew: label c
    # clew: label a -> b -> c where a.i == 1 and b.i == 6 and c.n == 4
    # shown: the_last_one_counts(4)
    # clew: label a -> c where a.i == 3
    # shown: the_last_one_counts(4)
    return n


def apart_in_two_calls(x: int, y: int) -> int:
    # clew: label a
    # clew: label b
    # clew: label a & b where (a.x > 3) != (b.x > 3) and (a.y > 3) == (b.y > 3) and not (a.x == 7 or b.y == 9)
    # shown: [apart_in_two_calls(4, 4), apart_in_two_calls(0, 5)]
    return x + y


def through_itself(n: int) -> int:
    # clew: label a
    m = n
    if n > 0:
        m += through_itself(n - 1)
    # clew: label b
    # clew: label a -> b where a.n == 2 and b.m == 3
    # shown: through_itself(2)
    return m


class Held:
    def __init__(self, v: int) -> None:
        self.__v = v

    def private(self, n: int) -> int:
        __m = n
        # clew: label a
        self.__v += n
        # clew: label b
        # clew: label a -> b where a.self.__v < LIMIT < b.self.__v and a.__m == b.__m
        # shown: Held(0).private(9)
        return n


def inner_functions(n: int) -> int:
    def inner(m: int) -> int:
        # clew: label a
        m += n
        # clew: label b
        # clew: label a -> b where a.m + a.n == b.m and any(v == b.n for v in range(a.m))
        # shown: inner_functions(2)
        return m

    return inner(3)


def fails_before_it_is_assigned(x: int, d: int) -> int:
    # clew: label f0
    y = 1
    try:
        x = 1 // d
    except ZeroDivisionError:
        y = 2
    # clew: label f1: y == 2
    # clew: label f0 -> f1 clear x
    # shown: fails_before_it_is_assigned(1, 0)
    return y


def fails_before_it_is_changed(x: int, d: int) -> int:
    # clew: label f0
    y = 1
    try:
        x += 1 // d
    except ZeroDivisionError:
        y = 2
    # clew: label f1: y == 2
    # clew: label f0 -> f1 clear x
    # shown: fails_before_it_is_changed(1, 0)
    return x + y


def only_annotated(x: int) -> int:
    # clew: label g0
    z = x
    y: int
    # clew: label g1
    z += 1
    # clew: label g0 -> g1 clear y
    # shown: only_annotated(1)
    y = z
    return y


def not_unpacked(xs: list[int]) -> int:
    a, b = 1, 2
    # clew: label h0
    c = 1
    try:
        a, b = xs
    except ValueError:
        c = 2
    # clew: label h1: c == 2
    # clew: label h0 -> h1 clear a
    # shown: not_unpacked([])
    return a + b


def not_entered(n: int) -> int:
    x = None
    # clew: label i0
    c = 1
    try:
        with ENTERED[n] as x:
            c = 2
    except IndexError:
        c = 3
    # clew: label i1: c == 3
    # clew: label i0 -> i1 clear x
    # shown: not_entered(1)
    return c


ENTERED = ()


def another_case(x: object) -> int:
    y = 1
    # clew: label j0
    z = 2
    match x:
        case [y, *_]:
            z = 3
        case _:
            # clew: label j1
            z = 4
    # clew: label j0 -> j1 clear y
    # shown: another_case(3)
    return y + z


def its_own_in_a_comprehension(xs: list[int]) -> int:
    y = 1
    # clew: label k0
    zs = [y for y in xs]
    # clew: label k1
    # clew: label k0 -> k1 clear y
    # shown: its_own_in_a_comprehension([])
    return y + len(zs)


def its_own_inside(n: int) -> int:
    y = 1
    # clew: label l0
    z = 0

    def inner() -> int:
        y = n
        return y

    # clew: label l1
    z += inner()
    # clew: label l0 -> l1 clear y
    # shown: its_own_inside(1)
    return y + z


def not_deleted(c: bool) -> int:
    if c:
        x = 1
    # clew: label m0
    z = 1
    try:
        del x
    except NameError:
        z = 2
    # clew: label m1: z == 2
    # clew: label m0 -> m1 clear x
    # shown: not_deleted(False)
    return z


def not_imported() -> int:
    y = 1
    # clew: label n0
    z = 1
    try:
        import no_such_module as y
    except ImportError:
        z = 2
    # clew: label n1: z == 2
    # clew: label n0 -> n1 clear y
    # shown: not_imported()
    return z

"""Of slices, repeated and sorted lists, insertions and sums only lengths and ranges are known: enough for indexes."""


def rotated(xs: list[int], n: int) -> int:
    if not xs:
        return 0
    k = n % len(xs)
    turned = xs[k:] + xs[:k]
    if len(turned) != len(xs):
        return -1  # infeasible unbounded
    return turned[0]


def halves(xs: list[int]) -> int:
    middle = len(xs) // 2
    left, right = xs[:middle], xs[middle:]
    if len(left) > len(right):
        return -1  # infeasible unbounded
    if len(right) > len(left) + 1:
        return -2  # infeasible unbounded
    return len(left)


def median(xs: list[int]) -> int:
    if not xs:
        return 0
    ordered = sorted(xs)
    try:
        return ordered[len(ordered) // 2]
    except IndexError:
        return -1  # infeasible unbounded


def counted(xs: list[int], n: int) -> int:
    if n <= 0:
        return 0
    counts = [0] * n
    for x in xs:
        try:
            counts[x % n] += 1
        except IndexError:
            return -1  # infeasible unbounded
    return counts[0]


def inserted(xs: list[int], x: int) -> int:
    i = 0
    while i < len(xs) and xs[i] < x:
        i += 1
    xs.insert(i, x)
    try:
        return xs[i]
    except IndexError:
        return -1  # infeasible unbounded


def tail(xs: list[int]) -> int:
    if len(xs) < 2:
        return 0
    rest = xs[1:]
    try:
        return rest[0] + rest[-1]
    except IndexError:
        return -1  # infeasible unbounded


def queue(xs: list[int]) -> int:
    taken = 0
    while xs:
        try:
            taken += xs.pop(0)
        except IndexError:
            return -1  # infeasible unbounded
    return taken


def largest(xs: list[int]) -> int:
    if len(xs) == 0:
        return 0
    try:
        return max(xs) - min(xs)
    except ValueError:
        return -1  # infeasible unbounded


def squares(xs: list[int]) -> int:
    found = [x * x for x in xs]
    if len(found) != len(xs):
        return -1  # infeasible unbounded
    for i in range(len(xs)):
        try:
            if found[i] < xs[i]:
                return i
        except IndexError:
            return -2  # infeasible unbounded
    return len(xs)


def kept(xs: list[int]) -> int:
    found = [x for x in xs if x > 0]
    if len(found) > len(xs):
        return -1  # infeasible unbounded
    return len(found)


def place_of(xs: list[int], x: int) -> int:
    if not xs:
        return 0
    try:
        i = xs.index(x)
    except ValueError:
        return -1  # covered
    try:
        return xs[i]
    except IndexError:
        return -2  # infeasible unbounded


def last_row(n: int) -> int:
    if n < 1:
        return 0
    before = [1]
    try:
        for _ in range(n):
            now = [1]
            for i in range(1, len(before)):
                now.append(before[i - 1] + before[i])
            now.append(1)
            before = now
    except IndexError:
        return -1  # infeasible unbounded
    return before[0]


def flushed(xs: list[int], size: int) -> int:
    if size < 1:
        return 0
    chunk = []
    full = 0
    for x in xs:
        chunk.append(x)
        if len(chunk) == size:
            full += 1
            chunk = []
        if len(chunk) > size:
            return -1  # infeasible unbounded
    return full


def doubled(xs: list[int]) -> int:
    twice = xs * 2
    if len(twice) < len(xs):
        return -1  # infeasible unbounded
    return len(twice)


def one_or_other(xs: list[int], b: bool) -> int:
    ys = [1, 2] if b else [1, 2, 3]
    ys += xs
    if len(ys) < 2 + len(xs):
        return -1  # infeasible unbounded
    return ys[1]


def all_above(xs: list[int]) -> int:
    if all(xs) and not xs and any(xs):
        return -1  # infeasible unbounded
    return 0

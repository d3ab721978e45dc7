def counted(n: int) -> int:
    i = 0
    s = 0
    while i < n:
        i += 1
        s += 2
    if s != 2 * i:
        return -1  # infeasible unbounded
    if n >= 0 and i > n:
        return -2  # infeasible unbounded
    return s


def moved(a: int, b: int) -> int:
    x = a
    y = b
    while x > 0:
        x -= 1
        y += 1
    if a > 0 and y != a + b:
        return 1  # infeasible unbounded
    return y


def nested(n: int, m: int) -> int:
    c = 0
    for i in range(n):
        for j in range(m):
            c += 1
            if j >= m:
                return -1  # infeasible unbounded
        if i >= n:
            return -2  # infeasible unbounded
    return c


def found_late(n: int) -> int:
    s = 0
    for _ in range(n):
        s += 3
    if s == 90:
        return 1  # infeasible within loop
    if s == 91 and n > 0:
        return 2  # infeasible unbounded
    return 0

"""What is proved of loops and of lists, for all inputs, with the invariants of the user and without."""


# clew: require a >= 0
# clew: require b > 0
# clew: ensure OLD.a == result[0] * b + result[1]  # claim: proved
# clew: ensure 0 <= result[1] < b  # claim: proved
def divide(a: int, b: int) -> tuple[int, int]:
    q = 0
    r = a
    # clew: invariant a == q * b + r  # claim: proved
    # clew: invariant r >= 0  # claim: proved
    while r >= b:
        r -= b
        q += 1
    return q, r


# clew: require n >= 0
# clew: ensure 2 * result == n * (n + 1)  # claim: proved
def triangle(n: int) -> int:
    total = 0
    i = 0
    # clew: invariant 2 * total == i * (i + 1)  # claim: proved
    # clew: invariant 0 <= i <= n  # claim: proved
    while i < n:
        i += 1
        total += i
    return total


# clew: require all(xs[i] <= xs[j] for i in range(len(xs)) for j in range(i, len(xs)))
# clew: ensure result == -1 or xs[result] == key  # claim: proved
# clew: ensure result != -1 or key not in xs  # claim: proved
def find(xs: list[int], key: int) -> int:
    lo = 0
    hi = len(xs)
    # clew: invariant 0 <= lo <= hi <= len(xs)  # claim: proved
    # clew: invariant all(xs[i] < key for i in range(lo))  # claim: proved
    # clew: invariant all(xs[i] > key for i in range(hi, len(xs)))  # claim: proved
    while lo < hi:
        mid = (lo + hi) // 2
        if xs[mid] == key:  # claim: proved
            return mid
        if xs[mid] < key:  # claim: proved
            lo = mid + 1
        else:
            hi = mid
    return -1


# clew: require len(xs) > 0
# clew: ensure all(result >= x for x in xs)  # claim: proved
# clew: ensure any(result == x for x in xs)  # claim: proved
def largest(xs: list[int]) -> int:
    best = xs[0]  # claim: proved
    for x in xs:
        if x > best:
            best = x
    return best


# clew: ensure all(x == v for x in xs)  # claim: proved
# clew: ensure len(xs) == len(OLD.xs)  # claim: proved
def fill(xs: list[int], v: int) -> None:
    for i in range(len(xs)):
        xs[i] = v  # claim: proved


# clew: require all(x > 0 for x in xs)
# clew: ensure result >= 0  # claim: proved
def total(xs: list[int]) -> int:
    s = 0
    for x in xs:
        s += x
    return s


# clew: require 0 <= i < len(xs)
# clew: ensure xs[i] == v  # claim: proved
# clew: ensure all(xs[j] == OLD.xs[j] for j in range(len(xs)) if j != i)  # claim: proved
def put(xs: list[int], i: int, v: int) -> None:
    xs[i] = v  # claim: proved


# clew: require n >= 0
# clew: ensure result == n  # claim: proved
def count(n: int) -> int:
    i = 0
    while i < n:
        i += 1
    return i


# clew: ensure result >= 0  # claim: proved
def uses(n: int) -> int:
    if n > 0:
        return count(n)  # claim: proved
    return 0


# clew: ensure result >= 0  # claim: proved
def at_each_round(xs: list[int]) -> int:
    s = 0
    # clew: invariant s >= 0  # claim: proved
    for x in xs:
        if x < 0:
            continue
        s += x
    return s


# clew: ensure all(a[i] <= a[i + 1] for i in range(len(a) - 1))  # claim: proved
# clew: ensure len(a) == len(OLD.a)  # claim: proved
def sort(a: list[int]) -> None:
    done = False
    # clew: invariant not done or all(a[i] <= a[i + 1] for i in range(len(a) - 1))  # claim: proved
    while not done:
        done = True
        i = 0
        # clew: invariant 0 <= i  # claim: proved
        # clew: invariant not done or all(a[k] <= a[k + 1] for k in range(i) if k + 1 < len(a))  # claim: proved
        while i < len(a) - 1:
            if a[i] > a[i + 1]:  # claim: proved and proved
                a[i], a[i + 1] = a[i + 1], a[i]  # claim: proved and proved and proved and proved
                done = False
            i += 1


# clew: require a >= 0
# clew: require b >= 0
# clew: ensure result == OLD.a * OLD.b  # claim: proved
def multiply(a: int, b: int) -> int:
    product = 0
    # clew: invariant b >= 0  # claim: proved
    # clew: invariant product + a * b == OLD.a * OLD.b  # claim: proved
    while b > 0:
        if b % 2 == 1:
            product += a
        a *= 2
        b //= 2
    return product


def not_at_entry(n: int) -> int:
    i = 0
    # clew: invariant i <= n  # claim: refuted not_at_entry(-1)
    while i < n:
        i += 1
    return i


# clew: decreases n
# clew: ensure result >= 0  # claim: proved
def goes_on_behind_what_does_not_hold(n: int) -> int:
    i = 0
    # clew: invariant i < 3  # claim: refuted goes_on_behind_what_does_not_hold(3)
    while i < n:
        i += 1
    return i

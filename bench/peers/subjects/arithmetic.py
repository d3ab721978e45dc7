"""Number algorithms, typed."""


def gcd_of(a: int, b: int) -> int:
    if a == 0 and b == 0:
        raise ValueError("gcd(0, 0) is not defined")
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    if a < 1:  # infeasible: one of the two was not zero
        raise AssertionError("unreachable")
    return a


def is_prime(n: int) -> bool:
    if n < 2:
        return False
    if n % 2 == 0:
        return n == 2
    divisor = 3
    while divisor * divisor <= n:
        if n % divisor == 0:
            return False
        divisor += 2
    return True


def collatz_length(start: int, limit: int = 50) -> int:
    if start <= 0:
        raise ValueError("start must be positive")
    steps = 0
    while start != 1:
        if steps >= limit:
            return -1
        if start % 2:
            start = 3 * start + 1
        else:
            start //= 2
        steps += 1
    return steps


def integer_root(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


def classify_triangle(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0:
        return "invalid"
    if a + b <= c or a + c <= b or b + c <= a:
        return "impossible"
    if a == b and b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    if a * a + b * b == c * c or a * a + c * c == b * b or b * b + c * c == a * a:
        return "right"
    return "scalene"


def digit_report(n: int) -> dict[str, int]:
    report = {"even": 0, "odd": 0, "zero": 0}
    if n < 0:
        n = -n
    if n == 0:
        report["zero"] += 1
        return report
    while n > 0:
        n, digit = divmod(n, 10)
        if digit == 0:
            report["zero"] += 1
        elif digit % 2 == 0:
            report["even"] += 1
        elif digit > 9:  # infeasible: a remainder of ten
            report["large"] = 1
        else:
            report["odd"] += 1
    return report


def to_base(n: int, base: int) -> str:
    if not 2 <= base <= 36:
        raise ValueError("base")
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    sign = ""
    if n < 0:
        sign, n = "-", -n
    out = []
    while True:
        out.append(digits[n % base])
        n //= base
        if n == 0:
            break
    return sign + "".join(reversed(out))

def kind(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0:
        return "none"
    if a + b <= c or a + c <= b or b + c <= a:
        return "none"
    if a == b and b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"


# ---- after


def kind(a: int, b: int, c: int) -> str:
    x, y, z = sorted((a, b, c))
    if x <= 0 or x + y <= z:
        return "none"
    return {1: "equilateral", 2: "isosceles", 3: "scalene"}[len({a, b, c})]

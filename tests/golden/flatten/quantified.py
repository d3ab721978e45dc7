# clew: require all(x > 0 for x in xs)
def f(xs: list[int], key: int) -> bool:
    if key in xs:
        return all(xs[i] != key for i in range(1, len(xs)) if i != 2)
    return any(a < b for a, b in zip(xs, xs))

def push(xs, n):
    xs.append(n)


def f(xs: list[int]) -> int:
    for i, x in enumerate(xs):
        if len(xs) < 9:
            push(xs, i)
    return len(xs)

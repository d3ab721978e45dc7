def f(xs: list[int], ys: list[int], i: int) -> int:
    xs[i] = len(ys)
    made = [ys[-1], i]
    made.append(xs[0])
    return made.pop()

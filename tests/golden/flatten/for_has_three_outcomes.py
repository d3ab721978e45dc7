def f(n: int) -> int:
    total = 0
    for i in range(n):
        if i == 7:
            break
        total += i
    else:
        total = -1
    return total

def f(x):
    while x > 0 and x < 9:
        x -= 1
        if x == 3:
            continue
    else:
        return 0

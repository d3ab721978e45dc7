def f(a, i):
    a[i()].x += 1
    a[i] **= 2
    a //= 3

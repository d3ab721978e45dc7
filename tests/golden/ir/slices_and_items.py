def f(a, i):
    a[i], a[1:], a[::2, ...]
    del a[i:]

def f(x):
    match x:
        case Point(x=0): return 1
        case int(n): return n

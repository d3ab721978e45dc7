def f(x):
    match x:
        case 1 | "a" if x: return 1
        case None: return 2
        case y: return y

def f(x):
    match x:
        case [a, 2, *rest]: return a, rest
        case [_, *_, b]: return b

def f(x):
    match x:
        case {"k": v, **rest}: return v, rest

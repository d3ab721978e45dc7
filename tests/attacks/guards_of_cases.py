"""Cases whose guards ask about values of classes that no annotation states: each question for a type counts alone."""


def dispatch(v: object) -> str:
    match v:
        case bool():
            return "bool"
        case float(real=r) if r != r:
            return "nan"  # reached by: dispatch(float("nan"))
        case Exception(args=[x]) if x is v:
            return "self"  # reached by: e = Exception(); e.args = (e,); dispatch(e)
    return "?"  # reached by: dispatch(Exception(1))


def anyone(v) -> int:
    match v:
        case float(real=r) if r != r:
            return 1
        case KeyError(args=[x]) if x:
            return 2  # reached by: anyone(KeyError(1))
    return 0  # reached by: anyone(KeyError(0))


def both(a, b) -> int:
    if isinstance(a, int) and isinstance(b, complex) and b.imag:
        return 1  # reached by: both(1, 2j)
    return 0


def shaped(v) -> str:
    match v:
        case [x, *_] if x is v:
            return "itself"  # reached by: v = []; v.append(v); shaped(v)
        case {"kind": k} if k is v:
            return "its kind"  # reached by: v = {}; v["kind"] = v; shaped(v)
        case str() | bytes() if not v:
            return "empty"  # reached by: shaped(b"")
    return "?"

def f(x: int, label: str) -> str:
    if x > 5:
        return label
    if label:
        return "empty"
    return ""

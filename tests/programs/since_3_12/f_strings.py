"""f-strings with anything inside (PEP 701)."""


def same_quotes(d: dict[str, int]):
    if f"{d["a"]:>3}{'\n'.join(["x", "y"])}" == "  7x\ny":
        return 1  # covered
    return 2


def nested(w: int):
    if f"{f"{f"{w}"}!"}" == "77!":
        return 1  # covered
    return 2


def comments(w: int):
    text = f"<{
        w  # how many
    }>"
    if text == "<77>":
        return 1  # covered
    return 2

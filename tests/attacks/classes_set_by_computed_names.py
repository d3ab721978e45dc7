"""`setattr` with a computed name on a class that a table holds, or that is handed on with `setattr` itself."""

from functools import partial


class Knob:
    _value = 1


class Dial:
    _value = 1


KINDS = {"knob": Knob}


def configure(kind: str, **options: int) -> None:
    for name, value in options.items():
        setattr(KINDS[kind], f"_{name}", value)


def is_turned() -> bool:
    if Knob._value == 9:
        return True  # reached by: configure("knob", value=9); is_turned()
    return False


def spread(names: list[str], value: int) -> None:
    list(map(partial(setattr, Dial), names, [value] * len(names)))


def is_spread() -> bool:
    if Dial._value == 9:
        return True  # reached by: spread(["_value"], 9); is_spread()
    return False

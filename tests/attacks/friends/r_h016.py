import sys

VERSION = 1


def configure(**options: int) -> None:
    module = sys.modules[__name__]
    for key, value in options.items():
        setattr(module, key.upper(), value)


def new() -> bool:
    if VERSION == 2:
        return True  # reached by: configure(version=2); new()
    return False

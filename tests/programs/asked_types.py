"""Arguments without annotations whose types the code asks for."""


class Money:
    def __init__(self, cents: int) -> None:
        self.cents = cents


def merged(base, extra):
    result = dict(base)
    for key, value in extra.items():
        if key in result and isinstance(result[key], dict) and isinstance(value, dict):
            result[key] = {**result[key], **value}  # covered
        else:
            result[key] = value
    return result


def cents(value):
    if isinstance(value, Money):
        return value.cents  # covered
    if isinstance(value, (int, float)):
        return value * 100  # covered
    return 0


def depth(value):
    if isinstance(value, (list, tuple)):
        inner = 0
        for item in value:
            if isinstance(item, frozenset):
                return -1  # covered
            inner = max(inner, depth(item))
        return inner + 1
    return 0


def options(arguments):
    found = []
    for argument in arguments:
        if argument.startswith("-") and len(argument) > 1:
            for letter in argument[1:]:
                found.append(letter)
            if not argument[1:]:
                return 1  # infeasible assuming guessed-types
        else:
            break
    return found

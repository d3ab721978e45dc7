"""Where nothing states the types of the arguments, an error about types is no finding; others are, and say so."""

import re


def total(a, b):
    return a + b


def name(person):
    return person.name


def half(n):
    return 1 / n  # refuted ZeroDivisionError half(0) [guessed]


def group(text):
    return re.match("x", text).group()  # refuted AttributeError group("") [guessed]


def initial(text):
    return text[0]  # refuted IndexError initial([]) [guessed]


def in_order(lengths):
    return sorted(range(len(lengths)), key=lambda i: lengths[i])  # unknown LookupError types


def length(source):
    return 1 // source.size()  # unknown ZeroDivisionError types


def _ratio(a, b):
    return a / b  # refuted ZeroDivisionError ratio(0, 0) [guessed]


def _never_called(a, b):
    return a / b  # unknown ZeroDivisionError types


def ratio(a, b):
    return _ratio(a, b) + 1


def _typed_ratio(a: int, b: int) -> float:
    return a // b  # refuted ZeroDivisionError _typed_ratio(0, 0)


def doubled(rows):
    return [1 // row for row in rows]  # refuted ZeroDivisionError doubled([0]) [guessed]


class Window:
    def __init__(self, size: int) -> None:
        self.size = max(size, 1)

    def share(self, total: int) -> int:
        return total // self.size  # unknown ZeroDivisionError cannot-build-input


def gathered(table):
    found = {}
    found.update(table)  # what is no dict is another kind of argument than meant
    return found

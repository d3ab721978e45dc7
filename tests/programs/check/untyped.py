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

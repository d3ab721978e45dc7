"""Gives them other names."""

import bases

Parent = bases.Plain


def __getattr__(name):
    if name == "Later":
        return bases.Lazy
    raise AttributeError(name)


def pick(really):
    return bases.Picked if really else object

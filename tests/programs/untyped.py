"""Parameters without annotations whose use says what they are: bags of attributes, keys, callables, receivers."""

import argparse

KNOWN = {abs: 1, len: 2}


def area(shape):
    if shape.width > 3:
        return shape.width * shape.height  # covered
    return shape.scaled(2)  # covered


def command(args: argparse.Namespace) -> int:
    if args.count > 10:
        return 1  # covered
    return 0  # covered


def looked_up(f):
    if f in KNOWN:
        return KNOWN[f]  # covered
    return 0  # covered


def applied(*args):
    func, args = args[0], args[1:]
    if not callable(func):
        raise TypeError("not callable")  # covered
    return func(*args)  # covered


class Counter:
    def __init__(self, n):
        self.n = n

    def comparer(self):
        def compare(self, other):
            if self.n == 3:
                return other  # covered
            return 1  # covered

        return compare


def _get(self, i):
    if self.n == i:
        return 5  # covered
    return 6  # covered


class Holder:
    def __init__(self, n):
        self.n = n

    get = _get


class Branch:
    def __init__(self, name):
        self.name = name
        self.root = self


def together(one, other):
    if one is other:
        return one.root.name  # covered
    if one.root is other.root:
        return one.name
    return other.name  # covered

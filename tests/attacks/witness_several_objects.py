"""Calls with several objects of one class."""


def nested(cls):
    with cls() as outer, cls():
        return outer.nested()


def richer(cls):
    other = cls("b")
    other.deposit(3)
    return cls("a")


def square(shape):
    return type("Square", (shape,), {"sides": 4})

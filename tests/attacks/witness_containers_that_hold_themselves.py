"""Consumers and data of the functions beside."""

from collections import Counter, defaultdict, deque


def loop(function):
    values = []
    values.append(values)
    return function(values)


def own(function):
    data = {}
    data["a"] = data
    return function(data, "a.a")


def nested(function):
    data = {}
    data["a"] = data
    return function(data, "a")


def folder(cls):
    made = cls("a")
    made.parts.append(made)
    return made


def link(cls):
    made = cls(1)
    made.next = made
    return made


def cleared(function):
    values = [1, 2, 3]
    for _ in function(values, 1):
        values.clear()


def cleared_pairs(function):
    values = [1, 2, 3]
    for _ in function(values):
        values.clear()


def removed(function):
    table = {"a": 1, "b": 2}
    for _ in function(table):
        table.clear()


def grown(function):
    values = [1]
    for i, _ in enumerate(function(values)):
        if i == 0:
            values.append(2)


def grown_queue(function):
    values = deque([1])
    for _ in function(values):
        values.append(2)


def empty_book(library):
    library.books.append("")
    return library


def emptied(cls):
    names = ["a"]
    made = cls(names)
    names.clear()
    return made


def extended(cls):
    values = {}
    made = cls(values)
    values["a"] = 1
    return made


def ragged(cls):
    made = cls([[1], [2]])
    made.row(0).append(3)
    return made


def negative(stack):
    stack.items().append(-1)
    return stack


def bus(made):
    made.handlers.append(print)
    return made


def added(invoice):
    invoice.lines.append(3)
    return invoice


def reentrant(machine):
    machine.listeners.append(lambda m: setattr(m, "state", "done"))
    return machine

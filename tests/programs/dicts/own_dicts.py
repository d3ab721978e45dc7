"""Objects that are dicts themselves: whatever is stored in one, there is a place for it."""

import collections


class Named(dict):
    def __setattr__(self, name, value):
        self[name] = value  # proved IndexError

    def take(self, *given):
        for each in given:
            self[each.name] = each  # proved IndexError


class Below(Named):
    def __setitem__(self, name, value):
        super().__setitem__(name, value)


class Odd(dict):
    __setitem__ = collections.UserList.__setitem__  # which stores in a list

    def __init__(self):
        self.data = [0]

    def put(self, place: int, value: int) -> None:
        self[place] = value  # refuted IndexError Odd().put(1, 0)


class Above(dict):
    def put(self, place: int, value: int) -> None:
        self[place] = value  # refuted IndexError OddBelow().put(1, 0)


class OddBelow(Above):
    __setitem__ = collections.UserList.__setitem__

    def __init__(self):
        self.data = [0]


class Other(dict):
    def put(self, others: list[int], place: int, value: int) -> None:
        self = others
        self[place] = value  # refuted IndexError Other().put([], 0, 0)

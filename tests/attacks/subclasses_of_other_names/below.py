"""Derives from them."""

import compat


class OfAlias(compat.Parent):
    def value(self):
        return 2


class OfLazy(compat.Later):
    def value(self):
        return 2


class OfPicked(compat.pick(True)):
    def value(self):
        return 2

import held_by_exceptions
from held_by_exceptions import *

m = held_by_exceptions


def go():
    c = C()
    try:
        c.get()
    except ValueError as e:
        e.args[0].append(1)
    c.check()

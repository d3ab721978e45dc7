import keys_of_errors
from keys_of_errors import *

m = keys_of_errors


def go():
    c = C()
    try:
        c.get()
    except KeyError as e:
        e.args[0][0].v.append(1)
    c.check()

import raised_with_itself
from raised_with_itself import *

m = raised_with_itself


def go():
    try:
        C("x")
    except m.Err as e:
        e.obj.check()

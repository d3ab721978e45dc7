"""Objects whose state no search for what they hold can see, and what is known of a copy.

What native code is given together with an input may depend on it afterwards: a buffer, a stream, a digest.  A copy knows
what its original knew, also where the shadows of the attributes are kept with the `__dict__` or as slots.
"""

import array
import collections
import copy
import dataclasses
import hashlib
import io
import random
import struct


@dataclasses.dataclass
class Point:
    x: int


class Tagged(list):
    pass


class Slotted(list):
    __slots__ = ("tag",)


class WithoutItems:
    pass


def item_of_a_buffer(x: int):
    b = bytearray(2)
    if 0 <= x < 256:
        b[0] = x
        if b[0] * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def item_of_a_view(x: int):
    b = bytearray(2)
    if 0 <= x < 256:
        memoryview(b)[0] = x
        if b[0] * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def item_of_an_array(x: int):
    a = array.array("q", [0])
    if 0 <= x < 1000:
        a[0] = x
        if a[0] * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def packed(x: int):
    b = bytearray(8)
    if 0 <= x < 1000:
        struct.pack_into("<q", b, 0, x)
        if b[0] * 3 - 5 == 226:
            return 1  # not infeasible
    return 0


def written(x: str):
    f = io.StringIO()
    f.write(x)
    if f.getvalue() + "c" == "x7bc":
        return 1  # not infeasible
    return 0


def digested(x: bytes):
    h = hashlib.md5()
    h.update(x)
    if h.hexdigest().startswith("7777"):
        return 1  # not infeasible
    return 0


def sown(x: int):
    r = random.Random(1)
    r.seed(x)
    if r.random() < 0.0001:
        return 1  # not infeasible
    return 0


def by_the_special_method(x: int):
    a = [0]
    a.__setitem__(0, x)
    if a[0] * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def started_again(x: int):
    a = [0]
    list.__init__(a, [x])
    if a[0] * 3 - 5 == 226:
        return 1  # not infeasible
    return 0


def moved(k: str):
    d = collections.OrderedDict([("aq", 1), ("bq", 2)])
    d.move_to_end(k[:1] + "q")
    if next(iter(d)) == "bq":
        return 1  # not infeasible
    return 0


def by_a_bound_method(x: int):
    a = [x]
    if list(map(a.index, [231])) == [0]:
        return 1  # not infeasible
    return 0


def copied_after_dict(x: int):
    o = Point(0)
    o.__dict__["x"] = x
    if copy.copy(o).x * 3 - 5 == 226:
        return 1  # covered
    return 0


def copied_after_dict_has_it_no_more(x: int):
    o = Point(x)
    o.__dict__["x"] = None
    if copy.copy(o).x is None:
        return 1  # covered
    return 0  # infeasible


def deep_copied_after_dict(x: int):
    o = Point(0)
    o.__dict__["x"] = x
    if copy.deepcopy([o])[0].x * 3 - 5 == 226:
        return 1  # covered
    return 0


def copied_tag(x: int):
    o = Tagged([1])
    o.tag = x
    if copy.copy(o).tag * 3 - 5 == 226:
        return 1  # covered
    return 0


def deep_copied_tag(x: int):
    o = Tagged([1])
    o.tag = x
    if copy.deepcopy(o).tag * 3 - 5 == 226:
        return 1  # covered
    return 0


def copied_slot(x: int):
    o = Slotted([1])
    o.tag = x
    if copy.copy(o).tag * 3 - 5 == 226:
        return 1  # covered
    return 0


def deep_copied_slot(x: int):
    o = Slotted([1])
    o.tag = x
    if copy.deepcopy(o).tag * 3 - 5 == 226:
        return 1  # covered
    return 0


def dict_replaced(x: int):
    o = Point(0)
    o.__dict__
    o.__dict__ = {"x": x}
    if o.x * 3 - 5 == 226:
        return 1  # covered
    return 0


def dict_replaced_then_written(x: int):
    o = Point(x)
    o.__dict__["x"] = 1
    d = {"x": 5}
    o.__dict__ = d
    d["x"] = x
    if o.x * 3 - 5 == 226:
        return 1  # covered
    return 0


def dict_deleted(x: int):
    o = Point(x)
    o.__dict__["x"] = x
    del o.__dict__
    o.x = 3
    if o.x == 3:
        return 1  # covered
    return 0  # infeasible


def no_items_to_set(x: int):
    o = WithoutItems()
    try:
        o[x] = 1
    except TypeError:
        return 1  # covered
    except AttributeError:
        return 2  # infeasible
    return 0  # infeasible


def items_set_by_the_instance_do_not_count(x: int):
    o = WithoutItems()
    o.__setitem__ = lambda k, v: None
    try:
        o[x] = 1
    except TypeError:
        return 1  # covered
    return 0  # infeasible


def no_items_to_delete(t: tuple[int, ...]):
    try:
        del t[0]
    except TypeError:
        return 1  # covered
    except AttributeError:
        return 2  # infeasible
    return 0  # infeasible

"""Attributes of instances of list subclasses: in slots, in `__dict__`, and in both.

Setting a slot failed with an AttributeError of ours, and a tagged list passed for one that depends on no input.  Found
by analysing a package whose cache key is a list with a slot for its hash.
"""


class Key(list):
    __slots__ = "hash_value"

    def __init__(self, items):
        self[:] = items
        self.hash_value = hash(tuple(items))

    def __hash__(self):
        return self.hash_value


class OpenKey(Key):
    pass


class Tagged(list):
    pass


def in_a_slot(x: int):
    if hash(Key([x])) == hash((12345,)):
        return 1  # covered
    return 0


def in_both(x: int):
    key = OpenKey([])
    key.hash_value = x
    key.other = 3
    if key.hash_value == 12345:
        return key.other  # covered
    return hash(key)


def deleted(x: int):
    key = Key([])
    key.hash_value = x
    del key.hash_value
    key.hash_value = 7
    if key.hash_value == 8:
        return 1  # infeasible
    return 0


def slot_seen_by_native_code(x: int):
    key = Key([])
    key.hash_value = x
    if f"{x}" == "12345" and "{0.hash_value}".format(key) == "12345":
        return 1  # covered
    return 0


def attribute_seen_by_native_code(x: int):
    tagged = Tagged([1])
    tagged.tag = x
    if f"{x}" == "12345" and "{0.tag}".format(tagged) == "12345":
        return 1  # covered
    return 0


def changed_by_native_code(x: int):
    tagged = Key([])
    tagged.clear()
    list(map(setattr, [tagged], ["hash_value"], [x]))
    tagged.clear()
    if x == 12345 and tagged.hash_value == 12345:
        return 1  # covered
    return 0

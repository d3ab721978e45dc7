"""Code that asks whether it was given an iterator."""


def distinct(seq):
    if iter(seq) is seq:
        seen = set()
        for item in seq:
            if item in seen:
                return False  # covered
            seen.add(item)
        return True  # covered
    return len(seq) == len(set(seq))  # covered


def count(seq):
    if hasattr(seq, "__len__"):
        return len(seq)  # covered
    return sum(1 for item in seq)  # covered


def first(it):
    x = next(it)
    if x > 3:
        return x  # covered
    return None  # covered

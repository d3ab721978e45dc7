"""The one of three ints that is neither the smallest nor the largest."""


# clew: ensure result == sorted([OLD.x, OLD.y, OLD.z])[1]
def median(x: int, y: int, z: int) -> int:
    middle = z
    if y < z:
        if x < y:
            middle = y
        elif x < z:
            middle = x
    elif x > y:
        middle = y
    elif x > z:
        middle = x
    return middle

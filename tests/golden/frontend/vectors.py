# Decisions whose conditions do more than be true or false.


def say(value):
    log.append(value)
    return value


class Odd:
    """Something that is true every other time."""

    def __init__(self):
        self.times = 0

    def __bool__(self):
        self.times += 1
        log.append(self.times)
        return self.times % 2 == 1


# calls: mixed(1, 0, 0)
# calls: mixed(0, 1, 0)
# calls: mixed(0, 0, 2)
# calls: mixed(0, 0, 0)
# calls: mixed(1, 1, 1)
def mixed(a, b, c):
    if (say(a) and not (say(b) or say(c))) or not not c:
        return 1
    elif not (a or b) and not c:
        return 2
    return 3


# calls: retried([1, 0, 2])
# calls: retried([0])
def retried(xs):
    found = []
    for x in xs:
        try:
            if x != 5 and 4 // x > 1 and say(x):
                found.append(x)
        except ZeroDivisionError:
            found.append(None)
        finally:
            found.append(1 if x and found or not xs else 2)
    return found


# calls: again(3)
# calls: again(0)
def again(n):
    return 1 if n > 0 and again(n - 1) and n != 2 else say(n)


# calls: waiting([0, 1, 2])
def waiting(xs):
    for x in xs:
        if x and (yield x) is None and x < 2:
            yield "so"
        elif x == 0 or x > 1:
            yield "not"


# calls: nested([3, -1, 12], 2)
# calls: nested([], 0)
def nested(xs, k):
    return [
        x
        for x in xs
        if (y := x - k) > 0 and sum(1 for z in xs if z > y or z == k and k) or (lambda v: v and v < 0 or v == y)(x)
    ]


# calls: inner(1, 2)
# calls: inner(0, 2)
# calls: inner(4, 0)
def inner(a, b):
    if (1 if a and b else 0) or (a or b) and say(not (a and b)) and max(a and b, 3) > 2:
        return "yes"
    return "no"


# calls: chained(0, 3, 5)
# calls: chained(4, 3, 5)
# calls: chained(0, 6, 5)
# calls: chained(0, 3, 0)
def chained(a, b, c):
    while a <= say(b) < c != 7 and a < 9:
        a += 1
    else:
        a = -a
    assert not (a < b < c) or a is None or b, "so"
    return a


# calls: long(3)
# calls: long(9)
# calls: long(-1)
def long(n):
    if n == 1 or n == 2 or n == 3 or n == 4 or n == 5 or n == 6 or n == 7 or n == 8 or n == 9 or n == 10:
        return n > 0 and n != 0 and n != 11 and n != 12 and n != 13 and n != 14 and n != 15 and n != 16 and n != 17
    return None


# calls: matched((1, 2))
# calls: matched((2, 1))
# calls: matched(0)
def matched(x):
    match x:
        case (a, b) if a < b and a or b > 7:
            return a
        case 0 if True and not x:
            return "zero"
    return None


# calls: changing(Odd(), Odd())
def changing(a, b):
    found = []
    for _ in range(3):
        if a and b or not a and not b:
            found.append(1)
        else:
            found.append(0)
    return found


# calls: [f(3) for f in made(2)]
def made(k):
    def one(x):
        if x > k and x < 9:
            return 1
        return 0

    return [one, lambda x: x if x and k or not x and not k else -x]

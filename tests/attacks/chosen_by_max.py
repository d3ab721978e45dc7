"""A container that `max`, `min` or `sum` gives back is the one they were given."""

import zlib


def e(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    max(x, []).append(1)
    if len(x) > 1:
        return 1  # reached by: e("Hello")
    return 0


def k(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    max(x, [], key=len).append(1)
    if len(x) > 1:
        return 1  # reached by: k("Hello")
    return 0


def n(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    y = next(iter([x]), None) or x
    y.append(1)
    if len(x) > 1:
        return 1  # reached by: n("Hello")
    return 0


def r(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    y = max([x], key=len)
    y.append(1)
    if len(x) > 1:
        return 1  # reached by: r("Hello")
    return 0


def s(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    y = sum([x], x) if key == "zzz" else sorted([x])[0]
    y.append(1)
    if len(x) > 1:
        return 1  # reached by: s("Hello")
    return 0


def d(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    q = {"a": x}.get(key, x)
    q.append(1)
    p = {}.setdefault("k", x)
    p.append(1)
    if len(x) > 2:
        return 1  # reached by: d("Hello")
    return 0


def g(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    y = getattr(key, "zzz", x)
    y.append(1)
    if len(x) > 1:
        return 1  # reached by: g("Hello")
    return 0


def z(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    for y in zip(x, [x]):
        y[1].append(1)
        break
    for y in map(lambda v: v, [x]):
        y.append(1)
    next(iter((x,))).append(1)
    if len(x) > 3:
        return 1  # reached by: z("Hello")
    return 0


def m(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    sum([], x).append(1)
    if len(x) > 1:
        return 1  # reached by: m("Hello")
    return 0


def o(key: str) -> int:
    if zlib.crc32(key.encode()) != 4157704578:
        return 0
    x = [0]
    max([], key=len, default=x).append(1)
    if len(x) > 1:
        return 1  # reached by: o("Hello")
    return 0

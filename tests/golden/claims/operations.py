import re


def items(xs: list[int], table: dict[str, int], anything, i: int, key: str) -> int:
    a = xs[i]
    b = table[key]
    c = anything[i]
    d = xs[1:i]
    e = "abc"[i]
    return a


def stores(xs: list[int], table: dict[str, int], anything, i: int) -> None:
    xs[i] = 1
    table["a"] = 1
    anything[i] = 1
    xs[i] += 1
    del xs[i]
    del table["a"]


def numbers(a: int, b: int) -> int:
    return a // b + a % 2 + a // 0 + (a << b) + (a >> 1) + divmod(a, b)[0]


def texts(name: str, format: str) -> str:
    return "%s" % name + format % 3


def calls(text: str, xs: list[int], it) -> int:
    return int(text) + int("1") + min(xs) + min(1, 2) + max(xs, default=0) + next(it) + next(it, 0)


def methods(xs: list[int], table: dict[str, int], names: set[str], x) -> None:
    xs.index(1)
    xs.remove(1)
    names.remove("a")
    xs.pop()
    table.pop("a")
    table.pop("a", 0)
    x.pop()


def none(text: str, optional: int | None, table: dict[str, str]) -> int:
    group = re.match(text, text).group()
    value = table.get("a")
    return optional + len(value.strip())


def unpacked(pair: str) -> str:
    a, b = pair.split()
    return a


def assertions(x: int, y: int) -> int:
    assert x > 0
    assert isinstance(y, int), "a precondition, too"
    z = x + y
    assert z > 1
    return z


def inside(xs: list[int]) -> list[int]:
    def nested(i: int) -> int:
        return xs[i]

    return [xs[x] for x in xs] + [nested(0), (lambda i: xs[i])(0)]


def conversions(text: str, number: int, real: float, data: bytes, encoding: str, codec) -> None:
    int(text, 16), int("ff", 16), int(number), int(real), int(number, base=8)
    float(text), float(number), float(real), float(True), round(real), round(real, 2), round(number)
    Decimal(text), Decimal("1"), range(number), range(0, 9, number), range(0, 9, 3), divmod(number, 2), divmod(number, 0)
    data.decode(), data.decode("latin-1"), data.decode("utf-8", "replace"), data.decode(encoding, errors="strict")
    text.encode(), text.encode("utf-16"), text.encode("ascii"), text.encode(encoding), text.encode(errors="ignore")
    codec.decode(text), codec.decode("ascii"), codec.encode(text), codec.encode("ascii")
    number.to_bytes(2, "big"), bytes.fromhex(text)


def orders(mixed: list[int | str], alike: list[int | bool], optional: tuple[float | None, ...], one: int | str) -> None:
    sorted(mixed), sorted(alike), min(optional), max(mixed, key=str), max(one, 3, default=None), min(3, 4)
    one < one, one == one, one < 3, mixed < mixed

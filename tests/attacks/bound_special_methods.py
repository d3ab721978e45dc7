"""Special methods of a private container, kept under another name, change it; so do codecs, levels and defaults that
code registers.
"""

import codecs
import logging
import operator
import types

_e: list[int] = [0, 0]
_e_put = _e.__setitem__


def e_put(i: int, v: int) -> None:
    _e_put(i, v)


def e_get() -> int:
    if _e[1] * 7 == 861:
        return 1  # reached by: e_put(1, 123); e_get()
    return 0


_names: list[int] = []
_more = _names.__iadd__


def add(n: int) -> None:
    _more([n])


def has() -> int:
    if _names:
        return 1  # reached by: add(3); has()
    return 0


_table: dict[str, int] = {"a": 1}
_merge = _table.__ior__


def merge(n: int) -> None:
    _merge({"b": n})


def merged() -> int:
    if len(_table) > 1:
        return 1  # reached by: merge(3); merged()
    return 0


_inner = {"a": {}}
_sub = _inner["a"]
_put = _sub.__setitem__


def put(k: str) -> None:
    _put(k, 1)


def got() -> int:
    if _inner["a"]:
        return 1  # reached by: put("z"); got()
    return 0


class _Slot:
    level = 0


_slot = _Slot()
_set = _slot.__dict__.__setitem__


def level(n: int) -> None:
    _set("level", n)


def leveled() -> int:
    if _slot.level * 7 == 861:
        return 1  # reached by: level(123); leveled()
    return 0


_o: dict[int, int] = {}
_o_put = types.MethodType(operator.setitem, _o)


def o_put(k: int) -> None:
    _o_put(k, k)


def o_got() -> int:
    if _o:
        return 1  # reached by: o_put(3); o_got()
    return 0


def plain_put(k: int) -> None:
    grow = _more
    grow([k, k])


def twice() -> int:
    if len(_names) == 2:
        return 1  # reached by: plain_put(3); twice()
    return 0


def helper(*, k: int = 1) -> int:
    return k * 7


def tune(v: int) -> None:
    helper.__kwdefaults__["k"] = v


def tuned() -> int:
    if helper() == 861:
        return 1  # reached by: tune(123); tuned() [supposing module-state]
    return 0


def given(n: int = 3) -> int:
    return n * 7


def give(f: types.FunctionType, v: int) -> None:
    setattr(f, "__defaults__", (v,))


def is_given() -> int:
    if given() == 861:
        return 1  # reached by: give(given, 123); is_given() [supposing module-state]
    return 0


def codec(name: str) -> None:
    codecs.register(lambda n: codecs.lookup("utf-8") if n == name else None)


def known() -> int:
    try:
        "a".encode("zed")
    except LookupError:
        return 0
    return 1  # reached by: codec("zed"); known() [supposing process-state]


def decodes(b: bytes) -> int:
    try:
        str(b, "zed")
    except LookupError:
        return 0
    except UnicodeDecodeError:
        return 2
    return 1  # reached by: codec("zed"); decodes(b"a") [supposing process-state]


def handler() -> None:
    codecs.register_error("strict", lambda e: ("?", e.end))


def strictly(b: bytes) -> int:
    if b != b"\xff":
        return 0
    try:
        b.decode("utf-8")
    except UnicodeDecodeError:
        return 0
    return 1  # reached by: handler(); strictly(b"\xff") [supposing process-state]


def level_name(n: int, name: str) -> None:
    logging.addLevelName(n, name)


def named() -> int:
    if logging.getLevelName(20) == "note":
        return 1  # reached by: level_name(20, "note"); named() [supposing process-state]
    return 0


def pure(n: int) -> int:
    if n * 2 == 7:
        return 1
    return 0

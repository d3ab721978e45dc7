"""`SimpleNamespace` and other bags of attributes: what they hold, and that two of them may be one."""

from __future__ import annotations

from argparse import Namespace
from types import SimpleNamespace


def attribute_by_name(s: SimpleNamespace) -> str:
    if getattr(s, "x", 0) > 3:
        return "x"  # reached by: attribute_by_name(SimpleNamespace(x=4))
    return "no"


def asked_for(s: SimpleNamespace) -> int:
    if hasattr(s, "debug"):
        return 1  # reached by: asked_for(SimpleNamespace(debug=False))
    return 0


def how_many(s: SimpleNamespace) -> int:
    if len(vars(s)) > 1:
        return 1  # reached by: how_many(SimpleNamespace(a=1, b=2))
    return 0


def all_items(s: SimpleNamespace) -> list[str]:
    found = []
    for name in s.__dict__:
        found.append(name)  # reached by: all_items(SimpleNamespace(a=1))
    return found


def equal(a: SimpleNamespace, b: SimpleNamespace) -> int:
    if a is b:
        return 1  # reached by: s = SimpleNamespace(); equal(s, s)
    if a != b:
        return 2  # reached by: equal(SimpleNamespace(x=1), SimpleNamespace())
    return 3


def one_or_none(a: SimpleNamespace, b: SimpleNamespace | None) -> int:
    if b is not None:
        b.n = 1
        if getattr(a, "n", 0) == 1:
            return 1  # reached by: s = SimpleNamespace(); one_or_none(s, s)
    return 0


def options(args: Namespace) -> int:
    if args.verbose and getattr(args, "level", 0) > 1:
        return 2  # reached by: options(Namespace(verbose=True, level=2))
    if "quiet" in vars(args):
        return 1  # reached by: options(Namespace(verbose=False, quiet=True))
    return 0


def missing(args: Namespace) -> int:
    try:
        return len(args.files)
    except AttributeError:
        return -1  # reached by: missing(Namespace())


def set_before(s: SimpleNamespace) -> int:
    s.x = 1
    if s.x != 1:
        return 1
    if hasattr(s, "y"):
        return 2  # reached by: set_before(SimpleNamespace(y=1))
    return 0

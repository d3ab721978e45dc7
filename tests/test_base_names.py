"""Which classes the bases in texts may be."""

from __future__ import annotations

import pytest

from clew.frontend.base_names import base_names
from clew.frontend.module import ANY_NAME
from clew.frontend.used_names import UsedNames


def bases(*texts: str) -> frozenset[str]:
    found = UsedNames(frozenset())
    for text in texts:
        found.read(text)
    return base_names(found, {"shop", "abc"}, texts)


BASE = "class Base: ...\nclass Generic2: ...\n"


@pytest.mark.parametrize(
    ("text", "elsewhere"),
    [
        ("from shop.a import Base\nclass S(Base): ...", ""),
        ("from shop.a import Base as B\nclass S(B): ...", ""),
        ("from shop.a import B\nclass S(B): ...", "from shop.b import (\n    Base as B,\n)"),
        ("from .c import Parent\nclass S(Parent): ...", "Parent = Base"),
        ("from .c import Parent\nclass S(Parent[int]): ...", "Parent: TypeAlias = 'shop.Base'"),
        ("import shop.c as c\nclass S(c.IntBase): ...", "IntBase = Base[int]"),
        ("import shop.c as c\nclass S(c.ns.Kind): ...", "class ns:\n    Kind = Base"),
        ("from shop import c\nclass S(c.Kinds[0]): ...", "Kinds = (Base, int)"),
        ("from shop import Parent\nclass S(Parent): ...", "First = Base\nParent = First"),
    ],
)
def test_other_names_of_a_class(text: str, elsewhere: str) -> None:
    found = bases(BASE, text, elsewhere)
    assert "Base" in found and ANY_NAME not in found


@pytest.mark.parametrize(
    "text",
    [
        "import shop\nclass S(shop.Lazy): ...",
        "from . import Lazy\nclass S(Lazy): ...",
        "from shop import Parent\nclass S(Parent): ...\ndef pick(x): ...\nParent = pick(True)",
        "from shop import pick\nclass S(pick(True)): ...\ndef pick(x): ...",
        "import shop\nclass S(vars(shop)['Base2']): ...",
        "import shop\nclass S(shop.__dict__['Base2']): ...",
    ],
)
def test_any_class(text: str) -> None:
    assert ANY_NAME in bases(BASE, text)


@pytest.mark.parametrize(
    "text",
    [
        "from abc import ABC\nclass S(ABC): ...",  # though the project has a module of this name
        "import click\nclass S(click.Command): ...",
        "from models import declarative\nBase2 = declarative()\nclass S(Base2): ...",
        "class S(Exception): ...",
    ],
)
def test_classes_of_libraries(text: str) -> None:
    found = bases(BASE, text)
    assert ANY_NAME not in found and "Base" not in found

"""Classes with built-in bases that texts declare."""

from __future__ import annotations

import pytest

from clew.frontend.declared_classes import DeclaredClass, declared_classes

KNOWN = ("str", "int", "dict", "tuple", "StrEnum", "namedtuple", "NamedTuple", "Name")


def found(text: str, *, loaded: bool = False) -> set[tuple[str, str, tuple[str, ...]]]:
    texts = ((), (text,)) if loaded else ((text,), ())
    return {(each.name, each.base, tuple(sorted(each.defines))) for each in declared_classes(*texts, KNOWN)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A(str): pass", {("A", "str", ())}),
        ("class A(str, enum.Enum):\n    R = 'r'\n    def f(self): ...", {("A", "str", ("f",))}),
        ("class A(enum.StrEnum):\n    R = 'r'", {("A", "StrEnum", ())}),
        (
            "class A(\n    dict[str, int],\n):\n    __eq__ = f\n    x: int = 3\n    y: int",
            {("A", "dict", ("__eq__", "x"))},
        ),
        ("class A(int):\n    if X:\n        def __add__(self, o): ...", {("A", "int", ("__add__",))}),
        ("class A(B): ...\nclass B(int):\n    def f(self): ...", {("A", "int", ("f",)), ("B", "int", ("f",))}),
        ("class A(A): ...", set()),
        ("class A(Name): ...", {("A", "Name", ())}),
        ("class A(Base): ...", set()),
        ("P = namedtuple('P', 'x y')", {("namedtuple", "namedtuple", ())}),
        ("class P(NamedTuple):\n    x: int", {("P", "NamedTuple", ())}),
        ("T = type('T', (str,), {})", {("class made by a call", "str", ("__eq__",))}),
        ("def f():\n    class A(str): ...", {("A", "str", ())}),
        ("class A(str: pass", set()),
    ],
)
def test_declared(text: str, expected: set[tuple[str, str, tuple[str, ...]]]) -> None:
    assert found(text) == expected


def test_of_imported_files_only_what_functions_declare() -> None:
    text = "class A(str): ...\ndef f():\n    class B(A): ...\n    return B\n"
    assert found(text, loaded=True) == {("B", "str", ())}


def test_bases_in_other_files() -> None:
    texts = "from b import B\nclass A(B): ...", "class B(int):\n    def __add__(self, other): ..."
    assert DeclaredClass("A", "int", frozenset({"__add__"})) in declared_classes(texts, (), KNOWN)

"""Classes with built-in bases that texts declare."""

from __future__ import annotations

import pytest

from clew.frontend.declared_classes import DeclaredClass, SetLater, declared_classes

KNOWN = ("str", "int", "dict", "tuple", "StrEnum", "namedtuple", "NamedTuple", "Name")


ANYTHING = ("anything",)


def found(text: str, *, loaded: bool = False) -> set[tuple[str, str, tuple[str, ...]]]:
    texts = ((), (text,)) if loaded else ((text,), ())
    every = declared_classes(*texts, KNOWN)
    return {(e.name, e.base, ANYTHING if e.defines is None else tuple(sorted(e.defines))) for e in every}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A(str): pass", {("A", "str", ())}),
        ("class A(str, enum.Enum):\n    R = 'r'\n    def f(self): ...", {("A", "str", ("f",))}),
        ("class A(enum.StrEnum):\n    R = 'r'", {("A", "StrEnum", ())}),
        ("@enum.unique\nclass A(enum.StrEnum):\n    R = 'r'", {("A", "StrEnum", ())}),
        (
            "class A(\n    dict[str, int],\n):\n    __eq__ = f\n    x: int = 3\n    y: int",
            {("A", "dict", ("__eq__", "x"))},
        ),
        ("class A(A): ...", set()),
        ("class A(Name): ...", {("A", "Name", ())}),
        ("class A(Base): ...", set()),
        ("P = namedtuple('P', 'x y')", {("namedtuple", "namedtuple", ())}),
        ("class P(NamedTuple):\n    x: int", {("P", "NamedTuple", ())}),
        ("class A(int):\n    def __init__(self):\n        self.real = 3", {("A", "int", ("__init__", "real"))}),
        ("def f():\n    class A(str): ...", {("A", "str", ())}),
        ("class A(str: pass", set()),
    ],
)
def test_declared(text: str, expected: set[tuple[str, str, tuple[str, ...]]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "class A(int):\n    if X:\n        def __add__(self, o): ...",
        "class A(B): ...\nclass B(int):\n    def f(self): ...",
        "class A(Mixin, int): ...",
        "class A(int, metaclass=M): ...",
        "@mute\nclass A(int): ...",
        "B = (int,)\nclass A(*B): ...",
        "C = int\nB = C\nclass A(B): ...",
        "B = {'i': int}\nclass A(B['i']): ...",
        "def pick(x):\n    return int\nclass A(pick(1)): ...",
        "def pick(x):\n    return int\nB = pick(1)\nclass A(B): ...",
        "def make(base):\n    class A(base): ...\n    return A\nB = make(int)",
        "class A((L := int)): ...",
        "for B in (int, str):\n    class A(B): ...",
        "class A(type(3)): ...",
        "class A(getattr(builtins, 'int')): ...",
        "class A(x.__class__): ...",
        "from b import B as C\nclass A(C): ...\nclass B(int): ...",
    ],
)
def test_what_may_do_anything(text: str) -> None:
    assert ("A", "int", ANYTHING) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "T = type('T', (str,), {})",
        "dataclasses.make_dataclass('Q', [], bases=(str,), namespace={})",
        "Q = Meta('Q', (str,), {})",
        "Q, = map(type, ['Q'], [(str,)], [{}])",
        "Q = (lambda b: type('Q', b, {}))((str,))",
    ],
)
def test_made_by_calls(text: str) -> None:
    assert found(text) == {("class made by a call", "str", ANYTHING)}


@pytest.mark.parametrize("text", ["isinstance(x, (str, int))", "NUMBERS = (int, str)", "x: tuple[(str, int)]"])
def test_tuples_that_are_no_bases(text: str) -> None:
    assert found(text) == set()


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("A.append = f", {"append"}),
        ("def f(a):\n    a.pop: object = 3", {"pop"}),
        ("a.pop == 3", set()),
        ("self.count = 3\nA.__doc__ = ''", set()),
    ],
)
def test_attributes_that_are_set_later(text: str, attributes: set[str]) -> None:
    assert SetLater.of([text]).attributes == attributes


def test_classes_of_which_anything_is_set_later() -> None:
    found = SetLater.of(["setattr(A, name, f)", "setattr(B, 'x', f)"])
    assert "A" in found.classes and "B" not in found.classes


def test_of_imported_files_only_what_functions_declare() -> None:
    text = "class A(str): ...\ndef f():\n    class B(str): ...\n    return B\n"
    assert found(text, loaded=True) == {("B", "str", ())}


def test_bases_in_other_files() -> None:
    texts = "from b import B\nclass A(B): ...", "class B(int):\n    def __add__(self, other): ..."
    assert DeclaredClass("A", "int", None) in declared_classes(texts, (), KNOWN)

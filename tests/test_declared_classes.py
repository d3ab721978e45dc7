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
        "def make(*, base=int):\n    class A(base): ...\n    return A\nB = make()",
        "def make(base):\n    class A(base): ...\n    return A\nB = partial(make, int)()",
        "def make(base):\n    class A(base): ...\n    return A\nB = make(\n    int,\n    name('x'),\n)",
        "def make(*bases):\n    def wrap(cls):\n        class A(*bases): ...\n        return A\n    return wrap\n@make(int)\nclass B: ...",
        "def wrap(cls):\n    class A(cls): ...\n    return A\n@wrap\nclass B(int): ...",
        "def outer():\n    base = int\n    def make():\n        class A(base): ...\n        return A\n    return make",
        "def make(base):\n    class A(base): ...\n    return A\ndef outer(b):\n    return make(b)\nB = outer(int)",
        "def make(base):\n    class A(base): ...\n    return A\nm = make\nB = m(int)",
        "class C:\n    def __init__(self, base):\n        self.base = base\n    def make(self):\n        class A(self.base): ...\nC(int).make()",
        "@dataclass\nclass C:\n    base: type\n    def make(self):\n        class A(self.base): ...\nC(int).make()",
        "B, C = int, 3\nclass A(B): ...",
        "BASES = (\n    int,\n)\nclass A(*BASES): ...",
        "BASES = []\nBASES.append(int)\nclass A(*BASES): ...",
        "TABLE = {'i': int}\nfor B in TABLE.values():\n    class A(B): ...",
        "class C:\n    @property\n    def base(self):\n        return int\n    def make(self):\n        class A(self.base): ...",
        "with own(int) as B:\n    class A(B): ...",
        "match x:\n    case (B, _):\n        class A(B): ...",
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
        "T = type(*('T', (str,), {}))",
        "class M:\n    base = str\n    @classmethod\n    def make(cls):\n        return type('S', (cls.base,), {})",
        "S = str\nT = type('T', (S,), {})",
        "def make(name, base):\n    return type(name, (base,), {})\nT = make('T', str)",
    ],
)
def test_made_by_calls(text: str) -> None:
    assert found(text) == {("class made by a call", "str", ANYTHING)}


@pytest.mark.parametrize(
    "text",
    [
        "Q = Meta('Q', (str(B),), {})\ndef str(x): return x",
        "from choices import *\nQ = Meta('Q', (str(B),), {})",
        "from choices import pick as str\nQ = Meta('Q', (str(B),), {})",
        "Q = Meta('Q', (*str(B), C), {})",
        "Q = Meta('Q', (str if B else C,), {})",
        "Q = Meta('Q', (C.str(B),), {})",
        "import builtins\nbuiltins.str = pick\nQ = Meta('Q', (str(B),), {})",
        "setattr(builtins, 'str', pick)\nQ = Meta('Q', (str(B),), {})",
        "def make(str):\n    return Meta('Q', (str(B),), {})",
        "for str in CHOICES:\n    Meta('Q', (str(B),), {})",
    ],
)
def test_what_may_give_a_class(text: str) -> None:
    assert ("class made by a call", "str", ANYTHING) in found(f"class A(str): ...\n{text}")


@pytest.mark.parametrize(
    "text", ["hash((self.name, str(self)))", "cast(Pair, (int(a), b))", "f((str(x) if x else y, 1))"]
)
def test_what_a_builtin_makes_is_no_class(text: str) -> None:
    assert found(f"class A(str): ...\nprint({text})") == {("A", "str", ())}


@pytest.mark.parametrize("text", ["isinstance(x, (str, int))", "NUMBERS = (int, str)", "x: tuple[(str, int)]"])
def test_tuples_that_are_no_bases(text: str) -> None:
    assert found(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "def wrap(cls):\n    class A(cls): ...\n    return A\n@wrap\nclass B: ...\nprint(int(3))",
        "def make(base):\n    class A(base): ...\n    return A\nmake(C)\nbase = int",
        "def make(self, base):\n    class A(base): ...\n    return A\ndef other(base): ...\nother(int)",
        "from enum import Enum\nBase = Enum\nclass A(Base): ...",
    ],
)
def test_bases_that_are_no_built_in_class(text: str) -> None:
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


@pytest.mark.parametrize(
    "between",
    [
        ("construct = make", "from a import construct\nA = construct(int)"),
        ("", "from a import make as construct", "from b import construct\nA = construct(int)"),
    ],
)
def test_what_functions_are_given_under_other_names_in_other_files(between: tuple[str, ...]) -> None:
    first, *others = between
    make = f"def make(base):\n    class A(base):\n        def __add__(self, o): ...\n    return A\n{first}\n"
    assert [each.base for each in declared_classes((make, *others), (), KNOWN)] == ["int"]


def test_texts_that_only_use_a_name_of_a_variable_say_nothing_of_it() -> None:
    texts = "def make(base):\n    class A(base): ...\nmake(C)", "base = int\nprint(base)"
    assert declared_classes(texts, (), KNOWN) == ()


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ('from enum import IntEnum\nK = IntEnum("K", "A B")', "IntEnum"),
        ('from enum import IntEnum as E\nK = E("K", ["A"])', "IntEnum"),
        ('import enum\nE = enum.IntEnum\nK = E("K", "A")', "IntEnum"),
        ('import enum\nK = enum.Enum("K", "A B", type=int)', "int"),
        ('from enum import Enum\nclass M(int, Enum): ...\nK = M("K", "A B")', "int"),
    ],
)
def test_enums_that_calls_make(text: str, base: str) -> None:
    made = [each for each in declared_classes([text], (), (*KNOWN, "IntEnum")) if each.name == "enum made by a call"]
    assert [each.base for each in made] == [base]


def test_calls_of_members_make_no_enum() -> None:
    text = 'from enum import Enum\nclass C(Enum):\n    A = 1\nC(1)\nint("1", 2)'
    assert declared_classes([text], (), KNOWN) == ()

"""What texts may set of the objects of others."""

from __future__ import annotations

import pytest

from clew.frontend.module import ANY_NAME
from clew.frontend.used_names import UsedNames


def read(text: str, matched: frozenset[str] = frozenset()) -> UsedNames:
    found = UsedNames(frozenset({"append", "update"}), matched)
    found.read(text)
    return found


@pytest.mark.parametrize(
    ("text", "computed"),
    [
        ("put = setattr", True),
        ("from builtins import setattr as put", True),
        ("put = o.__setattr__\nput(k, 1)", True),
        ("list(map(o.__setattr__, names, values))", True),
        ("list(starmap(setattr, items))", True),
        ("object.__setattr__.__call__(o, k, 1)", True),
        ("C._x.__set__(o, 1)", True),
        ("setattr(o, k, 'on')", True),
        ("setattr(o, 'on', k)", False),
        ("setattr(*parts)", True),
        ("delattr(o, k)", True),
        ("object.__setattr__(o, k, 1)", True),
        ("o.__setattr__('x', k)", False),
        ("d = vars(o)\nd[k] = 1", True),
        ("d = o.__dict__", True),
        ("def space(o):\n    return o.__dict__", True),
        ("spaces = map(vars, them)", True),
        ("getattr(o, '__dict__').update(x)", True),
        ("exec(TEXT, {'o': o})", True),
        ("exec('o.x = 1')", False),
        ("timeit.timeit(TEXT)", True),
        ("timeit.repeat(stmt=TEXT)", True),
        ("timeit.timeit(lambda: f(3), number=2)", False),
        ("timeit.timeit('f(3)', 'from m import f')", False),
        ("cProfile.run(TEXT)", True),
        ("asyncio.run(main())", False),
        ("code.interact()", True),
        ("console = code.InteractiveConsole({'o': o})", True),
        ("o.__class__ = C", True),
        ("class B:\n    def put(self, k):\n        setattr(self.o, k, 1)", True),
        ("class B:\n    def put(self, k):\n        vars(self.o)[k] = 1", True),
        ("class B:\n    def put(self, k):\n        d = self.o.__dict__\n        d[k] = 1", True),
        ("class B:\n    @staticmethod\n    def put(o, k):\n        setattr(o, k, 1)", True),
        ("mock.patch.object(o, name, 1)", True),
        ("mock.patch.object(o, 'x', 1)", False),
        ("parser.parse_args(namespace=o)", True),
        ("functools.update_wrapper(o, space)", True),
        ("o.__getstate__()[k] = 1", True),
        ("o.__setstate__({k: 1})", True),
        ("class C:\n    def __getstate__(self):\n        return self.__getstate__()", False),
        ("C(**vars(o))", False),
        ("for name in vars(o): print(name)", False),
        ("len(o.__dict__)", False),
        ("class C:\n    def f(self, k):\n        setattr(self, k, 1)\n        self.__dict__[k] = 1", False),
        ("class C(B):\n    def __setattr__(self, k, v):\n        super().__setattr__(k, v)", False),
    ],
)
def test_names_that_are_computed(text: str, computed: bool) -> None:
    found = read(text)
    assert (found.computed or found.by_space) is computed


@pytest.mark.parametrize(("text", "touched"), [("case Line(x): x", True), ("case Line(): pass", False)])
def test_patterns_reach_attributes_by_position(text: str, touched: bool) -> None:
    found = read(f"match o:\n    {text}", frozenset({"_ends"}))
    assert ("_ends" in found.private) is touched


@pytest.mark.parametrize(
    ("text", "walked"),
    [
        ("inspect.getmembers(o)", True),
        ("gc.get_referents(o)", True),
        ("o.__getstate__()", True),
        ("class P(Pickler):\n    def persistent_id(self, o): ...", True),
        ("ctypes.py_object.from_address(id(o))", True),
        ("deepcopy(o, memo)", True),
        ("copy.deepcopy(o, memo=seen)", True),
        ("deepcopy(o)", False),
        ("class C:\n    def __deepcopy__(self, memo):\n        return C(deepcopy(self.x, memo))", False),
    ],
)
def test_contents_of_private_attributes_are_walked(text: str, walked: bool) -> None:
    assert (ANY_NAME in read(text).private) is walked


@pytest.mark.parametrize("text", ["timeit.timeit('o._x = 1')", "exec('o._x = 1')", "builtins.exec('o._x = 1', {})"])
def test_texts_that_are_run(text: str) -> None:
    assert "_x" in read(text).assigned

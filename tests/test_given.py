"""Which names of attributes code may give to objects, by its text."""

from __future__ import annotations

import pytest

from clew.concolic.elsewhere import Given


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("return self.sise\n", False),
        ("if o.sise > 3 and not o.sise == 2:\n    print(o.sise.real, o.sise - 1)\n", False),
        ("o.sise = 3\n", True),
        ("o.sise += 3\n", True),
        ("o.sise: int = 3\n", True),
        ("o.sise, o.b = 3, 4\n", True),
        ("(o.a, o.sise) = 3, 4\n", True),
        ("for o.sise in range(3):\n    pass\n", True),
        ("with f() as o.sise:\n    pass\n", True),
        ("class A:\n    sise: int\n", True),
        ("def sise(self) -> int: ...\n", True),
        ("setattr(o, 'sise', 3)\n", True),
        ("SimpleNamespace(sise=3)\n", True),
        ("__slots__ = ('sise',)\n", True),
        ("setattr(o, name, 3)\n", True),
        ("o.__dict__.update(values)\n", True),
        ("vars(o)[name] = 3\n", True),
        ("o.size = o.sise_of\n", False),
    ],
)
def test_given(text: str, given: bool) -> None:
    assert ("sise" in Given((text,))) == given
    assert ("sise" in Given(("return self.sise\n", text))) == given

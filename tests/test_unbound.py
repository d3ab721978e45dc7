"""Claims that no local variable is read before it is assigned, made for the reads of which the text does not show it."""

from __future__ import annotations

import textwrap

import pytest

from clew.contracts.unbound import unbound_reads
from clew.frontend.module import Module, read_module
from clew.ir.walk import nodes

BODIES = {
    "if n: y = 1\nelse: y = 2\nreturn y": [],
    "if n: y = 1\nreturn y": ["y"],
    "if n: y = 1\nelse: return 0\nreturn y": [],
    "if n: y = 1\nelse: raise ValueError\nreturn y": [],
    "for x in range(n): pass\nreturn x": ["x"],
    "for x in range(n): break\nelse: return 0\nreturn x": [],
    "while True:\n    y = n\n    break\nreturn y": [],
    "while n: y = n\nreturn y": ["y"],
    "while n:\n    if n > 3: break\n    y = n\nelse: return 0\nreturn y": ["y"],
    "try: y = int(n)\nexcept ValueError: y = 0\nreturn y": [],
    "try: y = int(n)\nexcept ValueError: pass\nreturn y": ["y"],
    "try: y = int(n)\nexcept ValueError: raise\nreturn y": [],
    "try: y = int(n)\nfinally: print(y)\nreturn y": ["y"],
    "try: pass\nfinally: y = 1\nreturn y": [],
    "try: int(n)\nexcept ValueError as e: pass\nreturn e": ["e"],
    "with open(n) as f: y = f.read()\nreturn y": [],
    "y = 1\ndel y\nreturn y": ["y"],
    "y += 1\nreturn y": ["y"],
    "if n: y = 1\nprint(y)\nreturn y": ["y"],
    "import os\nreturn os": [],
    "match n:\n    case 1: y = 1\n    case _: y = 2\nreturn y": [],
    "match n:\n    case 1: y = 1\nreturn y": ["y"],
    "return [y for y in range(n)]": [],
    "return (y := n) + y": [],
    "return n and (y := n) or y": ["y"],
    "y = 1\nwhile n:\n    print(y)\n    del y": ["y"],
    "y = 1\nwhile n:\n    del y\n    y = 2\nreturn n": ["y"],
    "y = 1\nfor x in n:\n    print(y)\n    if x: del y": ["y"],
    "y = 1\ntry:\n    del y\n    y = int(n)\nexcept ValueError: print(y)": ["y"],
    "y = 1\ntry: print(n)\nfinally: del y\nreturn y": ["y"],
}


@pytest.mark.parametrize("body", BODIES)
def test_reads(body: str) -> None:
    text = f"def f(n):\n{textwrap.indent(body, '    ')}\n"
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    function = module.units[0].function
    reads = unbound_reads(function)
    inside = {id(node) for node in nodes(function.body)}
    assert [name for statement, names in reads.items() if statement in inside for name in names] == BODIES[body]

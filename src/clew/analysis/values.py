"""What the values of the tree form are, in one state of the analysis of numbers and lengths (`value_flow`)."""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from types import ModuleType
from typing import Any

from clew.analysis.abstract_values import (
    FINITE,
    INFINITE,
    NAN,
    NATURAL,
    UNBOUNDED,
    Bool,
    ClassOf,
    Cut,
    Fixed,
    Foreign,
    Itself,
    Known,
    Many,
    Table,
    Value,
    as_many,
    classes_of,
    join,
    may_change,
    of_object,
    text,
)
from clew.analysis.calm import given_to, is_plain
from clew.analysis.library_results import imported, is_looked_up, is_search
from clew.analysis.regex_results import (
    FUNCTIONS,
    MOST_WITHOUT_FLAGS,
    Search,
    as_match,
    group_of,
    method_of_match,
    result_of_search,
)
from clew.analysis.value_operations import VIEWS, binary, is_instance, item_of, result_of_call, result_of_method, unary
from clew.analysis.value_states import Env, value_of_atom
from clew.ir import tree as ir
from clew.records import dataclass


@dataclass(slots=True)
class Values:
    """of_name: what a name of the module is, None where it may be anything; with a dot in front, one of an attribute of
    the receiver that its class has, and behind another name, one of what that stands for.  quiet: variables whose
    container nothing can change; filled: temporaries that comprehensions fill, with the kind of container; elements:
    what is put into these.  lasting: does no code of the project change this module, or function, of Python's library?
    receiver: the variable that holds an object, or class, whose attributes are known by the class, or empty; named:
    temporaries that hold a global; exact: is what is an `Int` an int or bool, and no member of an `IntEnum`?  itself:
    the function that is looked at, by its name in the module, where something is known of what it gives.
    """

    of_name: Callable[[str], Any]
    quiet: frozenset[str]
    filled: Mapping[str, str]
    lasting: Callable[[Any], bool]
    receiver: str = ""
    named: Mapping[str, str] = field(default_factory=dict)
    exact: bool = True
    itself: tuple[str, Itself] | None = None
    globals: dict[str, Value] = field(default_factory=dict)
    elements: dict[str, Value] = field(default_factory=dict)

    def of(self, value: ir.Value, state: Env) -> Value:
        if (search := self.search(value, state)) is not None:
            return result_of_search(search)
        match value:
            case ir.Var(name) if name in self.filled and name not in state.values:
                return Many(self.filled[name], 0, INFINITE, self.elements.get(name))
            case ir.Var() | ir.Const():
                return value_of_atom(value, state)
            case ir.Global(name):
                return self.of_global(name)
            case ir.Attr(ir.Var(name), attribute) if name == self.receiver:
                return self.of_global(f".{attribute}")
            case ir.Attr(ir.Var(name), attribute) if name in self.named:
                return self.of_global(f"{self.named[name]}.{attribute}")
            case ir.Unary(op, operand):
                return unary(op, self.of(operand, state))
            case ir.Binary(op, left, right):
                return binary(op, self.of(left, state), self.of(right, state))
            case ir.Display(kind, items) if kind != "set" and not any(isinstance(i, ir.Star) for i in items):
                values = tuple(self.of(i, state) for i in items if not isinstance(i, ir.Star))
                found = Fixed(tuple(None if may_change(v) else v for v in values))
                many = as_many(found)
                assert many is not None
                return found if kind == "tuple" else replace(many, kind="list")
            case ir.Join():
                return text()
            case ir.Slice(lower, upper, step):
                plain = all(is_plain(self.of(end, state)) for end in (lower, upper, step))
                whole = isinstance(lower, ir.Const) and upper == step == ir.Const(None)
                start = lower.value if whole and isinstance(lower, ir.Const) else None
                return Cut(start if type(start) is int and start >= 0 else None, plain)
            case ir.Item(o, ir.Const(key)) if (match := as_match(self.of(o, state))) is not None:
                return group_of(match, key)
            case ir.Item(o, k):
                return item_of(self.of(o, state), self.of(k, state))
            case ir.Call(ir.Var(name), arguments):
                function = state.values.get(name)
                if isinstance(function, Itself):
                    given = given_to(arguments, lambda atom: self.of(atom, state))
                    return function.result if function.takes(given) else None
                if isinstance(function, Known) and not any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
                    return self.result_of_call(function.object, arguments, state)
            case ir.MethodCall(o, name, arguments):
                return self.result_of_method(o, name, arguments, state)
            case ir.DictDisplay(pairs):
                return self.table(pairs, state)
        return None

    def of_global(self, name: str) -> Value:
        if self.itself is not None and name == self.itself[0]:
            return self.itself[1]
        if name not in self.globals:
            found = self.of_name(name)
            if found is None:  # it may be anything
                self.globals[name] = None
            elif getattr(builtins, name, None) is found or is_looked_up(found):
                self.globals[name] = Known(found)
            else:
                self.globals[name] = of_object(found)
        return self.globals[name]

    def result_of_call(self, function: Any, arguments: tuple[ir.Argument, ...], state: Env) -> Value:
        """An iterator over something that may change says nothing of it."""
        plain = [a for a in arguments if not isinstance(a, ir.Star | ir.Keyword)]
        given = [self.of(a, state) for a in plain]
        if function is type and len(given) == 1 and self.exact and (classes := classes_of(given[0])) is not None:
            return ClassOf(classes)
        if function is isinstance and len(given) == 2 and self.exact and (answer := is_instance(*given)) is not None:
            return Bool(answer)
        found = result_of_call(function, given)
        if isinstance(found, Many) and found.kind == "once":
            if not all(self.is_quiet(a, value) for a, value in zip(plain, given, strict=True)):
                return Many("once", 0, INFINITE)
        if found is None and function is zip and given:
            return Foreign(Fixed(tuple(self.element_of(a, state) for a in plain)))
        if found is None and function is enumerate and len(given) == 1:
            return Foreign(Fixed((NATURAL, self.element_of(plain[0], state))))
        return found

    def result_of_method(self, o: ir.Atom, name: str, arguments: tuple[ir.Argument, ...], state: Env) -> Value:
        receiver = self.of(o, state)
        if (match := as_match(receiver)) is not None:
            return method_of_match(match, name, arguments)
        match receiver:
            case Known(ModuleType() as module) if not any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
                function = getattr(module, name, None)
                return self.result_of_call(function, arguments, state) if is_looked_up(function) else None
            case Many("str"):
                return result_of_method(receiver, name, arguments)
            case Table(items) if name in VIEWS and not arguments:
                return Many("once", len(items) if self.is_quiet(o, receiver) else 0, INFINITE)
            case Many("dict", low, high) if name in VIEWS and not arguments:
                return Many("once", low, high) if self.is_quiet(o, receiver) else Many("once", 0, INFINITE)
        return None

    def imported(self, text: str) -> Mapping[str, Value]:
        """What the import gives which names, where it is of modules that nothing changes, and so runs no code."""
        found = imported(text)
        return {name: Known(value) for name, value in found.items()} if all(map(self.lasting, found.values())) else {}

    def asks_for_nan(self, value: ir.Call | ir.MethodCall, state: Env) -> tuple[ir.Var, int, int] | None:
        """The number that it asks for its kind, and what this is at the worst where the answer is yes, and no."""
        match value:
            case ir.Call(ir.Var(f), (ir.Var() as number,)):
                function = state.values.get(f)
            case ir.MethodCall(ir.Var(o), name, (ir.Var() as number,)) if state.values.get(o) == Known(math):
                function = Known(getattr(math, name, None))
            case _:
                return None
        if function == Known(math.isfinite):
            return number, FINITE, NAN
        return (number, NAN, UNBOUNDED) if function == Known(math.isnan) else None

    def search(self, value: ir.Value, state: Env) -> Search | None:
        """What it asks of `re`, if it is a call of a function of that or of a method of a pattern."""
        match value:
            case ir.Call(ir.Var(f), arguments):
                function = state.values.get(f)
                if isinstance(function, Known) and is_search(function.object):
                    return self.with_pattern(function.object.__name__, arguments, state)
            case ir.MethodCall(o, name, arguments) if name in FUNCTIONS:
                match self.of(o, state):
                    case Known(re.Pattern()) as pattern:
                        return Search(name, pattern, False, arguments)
                    case Known(module) if module is re and is_search(getattr(re, name)):
                        return self.with_pattern(name, arguments, state)
        return None

    def with_pattern(self, name: str, arguments: tuple[ir.Argument, ...], state: Env) -> Search | None:
        pattern, rest = arguments[0] if arguments else None, arguments[1:]
        if not isinstance(pattern, ir.Var | ir.Const) or any(isinstance(a, ir.Star) for a in rest):
            return None
        known = pattern.value if isinstance(pattern, ir.Const) else None
        flags = len(arguments) > MOST_WITHOUT_FLAGS.get(name, 2) or any(
            isinstance(a, ir.Keyword) and a.name not in ("count", "maxsplit", "repl", "string") for a in rest
        )
        return Search(name, known if isinstance(known, str) else self.of(pattern, state), flags, rest)

    def element_of(self, atom: ir.Atom, state: Env) -> Value:
        """What is known of each element for as long as it is iterated."""
        value = self.of(atom, state)
        many = as_many(value)
        if many is None or not self.is_quiet(atom, value) or may_change(many.element):
            return None
        return many.element

    def fill(self, name: str, element: Value) -> None:
        """An element is put into a temporary that a comprehension fills."""
        element = None if may_change(element) else element
        self.elements[name] = join(self.elements[name], element) if name in self.elements else element

    def table(self, pairs: tuple[tuple[ir.Atom | None, ir.Atom], ...], state: Env) -> Value:
        """A dict display whose keys are constants."""
        items: dict[str | int, Value] = {}
        for key, value in pairs:
            found = self.of(value, state)
            match key:
                case ir.Const(bool()):
                    return None
                case ir.Const(str() | int() as known):
                    items[known] = None if may_change(found) else found
                case _:
                    return None
        return Table(tuple(items.items()))

    def is_quiet(self, atom: ir.Atom, value: Value) -> bool:
        """Does nothing change what is known of the container that it holds?"""
        return (
            not may_change(value) or not isinstance(atom, ir.Var) or atom.name in self.quiet or atom.name in self.filled
        )

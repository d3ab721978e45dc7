"""A function beside a changed copy of it, in one module, and functions that tell the two apart.

    def cost(grams: int) -> int: …         the module as it is
    def _twin3(grams: int) -> int: …       changed; a method stands alone, with its object as first parameter
    def _apart3(grams: int) -> None:       both are called, each with arguments of its own; the last line is reached
        try:                               where they do not do the same, or where that cannot be said
            first, ended = cost(grams), None
        except BaseException as error:
            first, ended = None, error
        …
        try:
            known = type(ended) is type(also) and … and not (first != second and (first == first or second == second))
        except BaseException:
            known = False
        if not known:
            return

What is compared is the result, by `==` (two that are unequal to themselves are alike), the exception with its
arguments, and what is left of arguments that may have been changed.  A function that calls itself by its name is
changed there, too.

Where it can be said at which place the change may make a difference (`infected.py`), and a call changes nothing, one
that does not come there ends before anything is compared.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Final, TypeAlias

from clew.frontend.desugar import PLAIN
from clew.frontend.goals import goal_ids
from clew.frontend.infected import infected, place_in, stopping
from clew.frontend.module import Module, Unit
from clew.frontend.mutants import Mutant, mutants_of
from clew.frontend.parsing import parse_expression, parse_module
from clew.frontend.places import FunctionNode, functions_of, span_of
from clew.frontend.scopes import mangled
from clew.frontend.sides import Side, is_global
from clew.frontend.syntax_copies import copy_of
from clew.goals.goal import Goal
from clew.records import dataclass
from clew.source.spans import Span

NOT_COMPARED: Final = "what generators, coroutines and setters do is not compared"
DECORATED: Final = "what its decorators make of it is not compared"
_LEFT_OUT: Final = frozenset({"staticmethod", "classmethod", "property", "override", "final", "abstractmethod"})
_KEPT: Final = frozenset({"cache", "lru_cache"})
_PLAIN_BASES: Final = frozenset({"object", "ABC", "Protocol", "Exception", "ValueError", "NamedTuple"})
_FACTORIES: Final = frozenset({"list", "dict", "set", "tuple", "int", "str", "float", "bool", "frozenset", "bytearray"})
_UNCHANGED_BY_READING: Final = frozenset({"list", "List", "set", "Set", "tuple", "Tuple", "frozenset", "Optional"})
_COPIED: Final = frozenset({"list", "set", "dict", "bytearray", "List", "Set", "Dict", "deque"})


STOPPING: Final = "_upto_here"
_STOPPED: Final = "StopAsyncIteration"  # whoever raises it otherwise is compared
_STOPPING: Final = f"def {STOPPING}(differs):\n    if differs:\n        raise {_STOPPED}\n    raise RuntimeError"


@dataclass(frozen=True, slots=True)
class Subject:
    """A function of a module as something that has twins.

    path: its qualified name; cls: the name of the class it is a method of, else empty; binding, flags: as of its unit.
    pure: does a call change nothing at all, so that arguments need no copies?
    """

    node: FunctionNode
    path: str
    cls: str
    binding: str
    flags: tuple[str, ...]
    pure: bool = False


@dataclass(frozen=True, slots=True)
class Twin:
    """text: of the changed function, to stand in the module; number: among all twins.  name: in the module, of what it
    is bound to in its class.  infected: the text of the function that says where the change may make a difference
    (`infected.py`), empty where there is none; weak: its name, and what it says.  until: the text of one that ends
    there, its name being `upto`; empty where there is none.
    """

    subject: Subject
    text: str
    number: int
    infected: str = ""
    until: str = ""

    @property
    def name(self) -> str:
        return f"_bound{self.number}"

    @property
    def function(self) -> str:
        return f"_twin{self.number}"

    @property
    def driver(self) -> str:
        return f"_apart{self.number}"

    @property
    def weak(self) -> str:
        return f"_weak{self.number}"

    @property
    def upto(self) -> str:
        return f"_upto{self.number}"


def subjects_in(module: Module) -> Iterator[tuple[Unit, Subject]]:
    """Its functions and methods, those inside of others left out."""
    places = {span_of(node): node for node in functions_of(parse_module(module.text))}
    for unit in module.units:
        if unit.parent is None and unit.span in places:
            yield (
                unit,
                Subject(places[unit.span], unit.qualname, unit.class_path or "", unit.binding, unit.function.flags),
            )


Made: TypeAlias = tuple[Goal, Mutant, Twin]
"""A mutant, the goal to tell it apart, and the changed copy that does so."""


def mutants_in(module: Module, numbers: Iterator[int]) -> Iterator[tuple[Unit, Subject, list[Made]]]:
    """Of each of its functions, the changes that leave it a function."""
    for unit, subject in subjects_in(module):
        changed = ((mutant, twin_of(subject, mutant.node, next(numbers))) for mutant in mutants_of(subject.node))
        made = [(mutant, twin) for mutant, twin in changed if twin is not None]
        ids = goal_ids(unit.id, [mutant.place for mutant, _ in made])
        goals = [Goal(id, m.place.kind, m.place.span, m.place.outcome) for id, (m, _) in zip(ids, made, strict=True)]
        yield unit, subject, [(goal, *each) for goal, each in zip(goals, made, strict=True)]


def shared_by_instances(module: Module) -> frozenset[str]:
    """Names of attributes that bodies of classes bind to something that may change."""
    found: set[str] = set()
    for cls in (node for node in ast.walk(parse_module(module.text)) if isinstance(node, ast.ClassDef)):
        for statement in cls.body:
            match statement:
                case ast.Assign(targets=targets, value=value) if not _is_fixed(value):
                    found.update(n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if not _is_fixed(value):
                    found.add(name)
    return frozenset(found)


def fixed_and_makers(module: Module) -> tuple[frozenset[str], frozenset[str]]:
    """Names of the module that hold one number or text, and of classes of which nothing but their methods, or what
    `dataclass` writes, makes instances.
    """
    tree = parse_module(module.text)
    bound = Counter(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    fixed: set[str] = set()
    makers: set[str] = set()
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
                if bound[name] == 1 and _is_fixed_by(value, fixed):
                    fixed.add(name)
            case ast.ClassDef(name=name) if _is_maker(statement, makers):
                makers.add(name)
    return frozenset(fixed), frozenset(makers)


def _is_fixed_by(value: ast.expr, known: Set[str]) -> bool:
    match value:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name in known
        case ast.UnaryOp(operand=operand):
            return _is_fixed_by(operand, known)
        case ast.BinOp(left=left, right=right):
            return _is_fixed_by(left, known) and _is_fixed_by(right, known)
        case ast.Tuple(elts=elts):
            return all(_is_fixed_by(each, known) for each in elts)
    return False


def _is_maker(cls: ast.ClassDef, known: Set[str]) -> bool:
    if cls.keywords or not all(isinstance(b, ast.Name) and b.id in known | _PLAIN_BASES for b in cls.bases):
        return False
    decorated = all(_word(each) in ("dataclass", "final", "total_ordering") for each in cls.decorator_list)
    factories = [
        k.value for n in ast.walk(cls) if isinstance(n, ast.Call) for k in n.keywords if k.arg == "default_factory"
    ]
    return decorated and all(isinstance(f, ast.Name) and f.id in _FACTORIES for f in factories)


def _is_fixed(value: ast.expr) -> bool:
    """A constant, or what `dataclasses` makes anew for each instance."""
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Call) and _word(value) == "field")


def refused(subject: Subject) -> str:
    """Why the function has no twins, else empty."""
    if not all(_word(each) in _LEFT_OUT | _KEPT for each in subject.node.decorator_list):
        return DECORATED
    return ""


def not_compared(subject: Subject) -> str:
    """Why nothing can tell its twins from it, else empty."""
    waits = not {"generator", "async"}.isdisjoint(subject.flags)
    return NOT_COMPARED if waits or subject.binding in ("setter", "deleter") else ""


def twin_of(subject: Subject, changed: FunctionNode, number: int) -> Twin | None:
    """None where it is no function at all, as without the assignment that a `nonlocal` refers to."""
    twin = Twin(subject, "", number)
    text = _text_alone(subject, changed, twin.function)
    return replace(twin, text=text) if text else None


def with_infection(twin: Twin, changed: FunctionNode) -> Twin:
    """With the text that says where the change may make a difference, if that can be said."""
    subject = twin.subject
    made = None if subject.binding == "class" else infected(subject.node, changed, twin.weak)
    if made is None:
        return twin
    own = [*made.args.posonlyargs, *made.args.args][:1]
    text = _text_alone(subject, made, twin.weak, own if subject.binding in ("method", "property") else ())
    ending = stopping(made, STOPPING) if subject.binding == "function" else None
    return replace(twin, infected=text, until=_text_alone(subject, ending, twin.upto) if ending is not None else "")


def infections_in(text: str) -> dict[str, Span]:
    """By the name of a function of the module that says where a change may make a difference, the test for that."""
    functions = (n for n in parse_module(text).body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    places = ((node.name, place_in(node)) for node in functions if node.name.startswith("_weak"))
    return {name: span_of(place.test) for name, place in places if place is not None}


def _text_alone(subject: Subject, node: FunctionNode, name: str, receiver: Iterable[ast.arg] = ()) -> str:
    """Of a function that stands in the module under this name, which it calls where it calls itself; empty where that
    is none.  receiver: the parameter that is to say which objects it is for.
    """
    places = [i for i, each in enumerate((*node.args.posonlyargs, *node.args.args)) if each in receiver]
    node = alone(subject, node)
    for i in places:
        (*node.args.posonlyargs, *node.args.args)[i].annotation = parse_expression(subject.cls)
    if not subject.cls:
        side = Side(ast.Module([node], []))
        for part, scope in [*side.parts(node, side.scopes.module)]:
            if isinstance(part, ast.Name) and part.id == subject.node.name and is_global(scope, part.id):
                part.id = name
    node.name = name
    text = ast.unparse(node)
    try:
        compile(text, "<twin>", "exec", dont_inherit=True)
    except SyntaxError:
        return ""
    return text


def with_twins(text: str, twins: Sequence[Twin], drivers: bool) -> str:
    """The text of the module with these behind it; drivers: with what tells them apart, too."""
    parts = [text.rstrip("\n"), "from copy import deepcopy as _deepcopy"]
    if drivers and any(twin.until for twin in twins):
        parts.append(_STOPPING)
    for twin in twins:
        parts.append(twin.text)
        parts.append(f"{twin.name} = {bound_as(twin.subject, twin.function)}")
        if drivers:
            until = twin.upto if twin.until else ""
            driver = Driver(twin.driver, twin.subject, twin.function, twin.subject.node.args, until=until)
            parts.append(driver_text(driver_of(driver)))
            parts += [each for each in (twin.infected, twin.until) if each]
    return "\n\n\n".join(parts) + "\n"


def _word(decorator: ast.expr) -> str:
    """`functools.lru_cache(maxsize=3)` → `lru_cache`."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def bound_as(subject: Subject, function: str) -> str:
    """What the class has in the place of the subject, made of a function that stands alone."""
    wrapper = {"static": "staticmethod", "class": "classmethod", "property": "property"}.get(subject.binding)
    return function if wrapper is None else f"{wrapper}({function})"


def alone(subject: Subject, node: FunctionNode) -> FunctionNode:
    """A copy that can stand in the module."""
    return moved(subject, copy_of(node))


def moved(subject: Subject, node: FunctionNode) -> FunctionNode:
    """The function itself, made to stand in the module."""
    node.decorator_list = [each for each in node.decorator_list if _word(each) in _KEPT]
    if subject.cls:
        _Moved(subject.cls).visit(node)
    return node


class _Moved(ast.NodeTransformer):
    """What a method's text means outside of its class."""

    def __init__(self, cls: str) -> None:
        self.cls = cls
        self.private = cls.rpartition(".")[2]
        self.own = ""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        positional = [*node.args.posonlyargs, *node.args.args]
        self.own = self.own or (positional[0].arg if positional else "")
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and self.own:
            node.args = [parse_expression(self.cls), ast.Name(self.own, ast.Load())]
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == "__class__":
            return ast.copy_location(parse_expression(self.cls), node)
        node.id = mangled(node.id, self.private)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = mangled(node.attr, self.private)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = mangled(node.arg, self.private)
        return self.generic_visit(node)


@dataclass(frozen=True, slots=True)
class Driver:
    """A function that calls two others with the same arguments.

    other: the name of what is called beside the subject, of the module where it is alone, else of its class; given:
    parameters, without the class of a class method; makes: where these are constructors, the class of objects that none
    was called for; like: the function that says whether two values are alike, where `==` is not to; says: is what
    exceptions say compared, too?  until: the name of a function that raises where the two may begin to differ, else
    they do the same; empty where that is not known.
    """

    name: str
    subject: Subject
    other: str
    given: ast.arguments
    is_alone: bool = True
    makes: str = ""
    like: str = ""
    says: bool = True
    until: str = ""


def driver_of(driver: Driver) -> Driver:
    """With the parameters as they have to be outside of the class."""
    subject, method = driver.subject, copy.copy(driver.subject.node)
    method.args = driver.given
    given = alone(subject, method).args
    own = given.posonlyargs or given.args
    if subject.binding == "class" or driver.makes:
        own.pop(0)
        given.defaults = given.defaults[max(len(given.defaults) - len(given.posonlyargs) - len(given.args), 0) :]
    elif subject.binding in ("method", "property") and own:
        own[0].annotation = parse_expression(subject.cls)
    return replace(driver, given=given)


def driver_text(driver: Driver) -> str:
    subject, given = driver.subject, driver.given
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    gathered = [each for each in (given.vararg, given.kwarg) if each is not None]
    taken = {p.arg for p in (*parameters, *gathered)}
    taken |= {subject.node.name, driver.other, driver.makes, driver.like, *subject.cls.split(".")}

    def name(wanted: str) -> str:
        while wanted in taken:
            wanted += "_"
        taken.add(wanted)
        return wanted

    copied = {p: name(p.arg + "_too") for p in (*parameters, *gathered) if is_copied(p) and not _is_shared(driver, p)}
    others = {p.arg: other for p, other in copied.items()}
    first, second, ended, also, error = map(name, ("first", "second", "ended", "also", "error"))
    own_name, lines = subject.node.name, list[str]()
    if not subject.cls and own_name in {p.arg for p in (*parameters, *gathered)}:
        own_name = f"{driver.name}_{own_name}"  # a parameter has the name of the function
        lines = [f"{own_name} = {subject.node.name}", ""]
    lines.append(f"def {driver.name}({ast.unparse(given)}) -> None:")
    known = name("known")
    if copied:
        flat = len(copied) == 1 and not gathered and _is_flat(next(iter(copied)).annotation)
        made = _copies(others, flat)
        lines += ["    try:", f"        {made}", f"        {known} = True", "    except BaseException:"]
        lines += [f"        {', '.join(others.values())} = {', '.join(others)}", f"        {known} = False"]
    if driver.until and not copied:
        lines += ["    try:", f"        {_call(driver.until, given, {})}", f"    except {_STOPPED}:", "        pass"]
        lines += ["    except BaseException:", "        return", "    else:", "        return"]
    if driver.makes:
        lines.append(f"    {first}, {second} = {driver.makes}(), {driver.makes}()")
    own, its = (first, second) if driver.makes else ("", "")
    calls = _called(driver, own_name, {}, own), _called(driver, driver.other, others, its)
    for result, end, call in zip((first, second), (ended, also), calls, strict=True):
        if driver.makes:
            lines += ["    try:", f"        {end} = {call}", f"    except BaseException as {error}:"]
            lines += [f"        {end} = {error}"]
        else:
            lines += ["    try:", f"        {result}, {end} = {call}, None"]
            lines += [f"    except BaseException as {error}:", f"        {result}, {end} = None, {error}"]
    compared = [_ends(driver, ended, also), _results(driver, first, second)]
    compared += [_left(driver, p, other) for p, other in copied.items()]
    if copied:
        compared.insert(0, known)
    lines += ["    try:", f"        {known} = {' and '.join(compared)}"]
    lines += ["    except BaseException:", f"        {known} = False", f"    if not {known}:", "        return"]
    return "\n".join(lines)


def _is_shared(driver: Driver, parameter: ast.arg) -> bool:
    """May both be called with the same object?"""
    return driver.subject.pure and (not driver.like or is_container(parameter.annotation))


def _ends(driver: Driver, ended: str, also: str) -> str:
    """How the exceptions are compared, where there are some."""
    same = f"type({ended}) is type({also})"
    return f"{same} and ({ended} is None or {ended}.args == {also}.args)" if driver.says else same


def _results(driver: Driver, first: str, second: str) -> str:
    if driver.like:
        return f"{driver.like}({first}, {second})"
    return f"not ({first} != {second} and ({first} == {first} or {second} == {second}))"


def _left(driver: Driver, parameter: ast.arg, other: str) -> str:
    """How what is left of an argument after the call is compared."""
    name, cls = parameter.arg, driver.subject.cls
    if driver.like:
        return f"{driver.like}({name}, {other})"
    is_receiver = isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == cls
    return f"vars({name}) == vars({other})" if is_receiver else f"{name} == {other}"


def _copies(others: Mapping[str, str], flat: bool) -> str:
    """All together, since they may share something.  flat: it is one, a container of scalars."""
    if flat:
        return "".join(f"{other} = {name}.copy()" for name, other in others.items())
    return f"{', '.join(others.values())}, = _deepcopy(({', '.join(others)},))"


def _called(driver: Driver, name: str, others: Mapping[str, str], made: str) -> str:
    """The call of one of the two.  others: variables that stand for parameters; made: the object of constructors."""
    subject, given = driver.subject, driver.given
    if name == driver.other and driver.is_alone:
        return _call(name, given, others, (subject.cls,) if subject.binding == "class" else ())
    if driver.makes:
        return _call(f"{made}.{name}", given, others)
    own = (given.posonlyargs or given.args or [ast.arg("")])[0].arg
    own = others.get(own, own)
    match subject.binding:
        case "property":
            return f"{own}.{name}"
        case "method":
            return _call(f"{own}.{name}", _without_first(given), others)
    return _call(f"{subject.cls}.{name}" if subject.cls else name, given, others)


def _call(what: str, given: ast.arguments, others: Mapping[str, str], leading: tuple[str, ...] = ()) -> str:
    parts = [*leading, *(others.get(p.arg, p.arg) for p in (*given.posonlyargs, *given.args))]
    parts += [f"*{others.get(given.vararg.arg, given.vararg.arg)}"] if given.vararg is not None else []
    parts += [f"{p.arg}={others.get(p.arg, p.arg)}" for p in given.kwonlyargs]
    parts += [f"**{others.get(given.kwarg.arg, given.kwarg.arg)}"] if given.kwarg is not None else []
    return f"{what}({', '.join(parts)})"


def _without_first(given: ast.arguments) -> ast.arguments:
    given = copy.copy(given)
    given.posonlyargs, given.args = given.posonlyargs[1:], given.args[0 if given.posonlyargs else 1 :]
    return given


def gives_objects(subject: Subject) -> bool:
    """May its result, its own object, or an argument, be one that can change?"""
    args = subject.node.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    own = 0 if subject.binding in ("function", "static") else 1
    gathered = args.vararg is not None or args.kwarg is not None
    given = gathered or any(map(is_copied, every[own:])) or _leaves_its_object(subject)
    return given or not is_scalar(subject.node.returns) or any(map(_is_display, ast.walk(subject.node)))


def _leaves_its_object(subject: Subject) -> bool:
    """May it leave the object, or class, that it is called on, otherwise than it was?"""
    if subject.binding in ("function", "static") or subject.pure:
        return False
    parts = [*ast.walk(subject.node)]
    stored = (ast.Attribute, ast.Subscript)
    if any(isinstance(part, stored) and not isinstance(part.ctx, ast.Load) for part in parts):
        return True
    called = [part.func for part in parts if isinstance(part, ast.Call)]
    return not all(isinstance(each, ast.Name) and each.id in _READING for each in called)


_READING: Final = frozenset({"len", "min", "max", "abs", "sum", "int", "str", "bool", "float", "range", "isinstance"})


def _is_display(node: ast.AST) -> bool:
    """Does it return a container, whatever is annotated?"""
    return isinstance(node, ast.Return) and isinstance(node.value, _DISPLAYS)


_DISPLAYS: Final = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)


def gives_numbers(subject: Subject, is_certain: bool = False) -> bool:
    """May its result, what it leaves of its arguments, or something inside, be a number?  Some of these are equal, and
    still told apart.  is_certain: are its results ints, or bools, in both versions?
    """
    args = subject.node.args
    own = 0 if subject.binding in ("function", "static") else 1
    given = [*args.posonlyargs, *args.args, *args.kwonlyargs][own:]
    left = [each.annotation for each in given if is_copied(each)]
    results = [] if is_certain else [subject.node.returns]
    return _leaves_its_object(subject) or any(map(_may_be_numbers, (*results, *left)))


def _may_be_numbers(annotation: ast.expr | None) -> bool:
    named = (node for node in ast.walk(annotation) if not isinstance(node, ast.expr_context)) if annotation else ()
    return annotation is None or not all(map(_is_without_numbers, named))


_WITHOUT_NUMBERS: Final = frozenset({"str", "bytes", "list", "set", "dict", "tuple", "frozenset", "Optional"})


def _is_without_numbers(node: ast.AST) -> bool:
    match node:
        case ast.Name(name):
            return name in _WITHOUT_NUMBERS
        case ast.Constant(value):
            return value is None
        case ast.Subscript() | ast.Tuple() | ast.BinOp(op=ast.BitOr()) | ast.BitOr():
            return True
    return False


def is_copied(parameter: ast.arg) -> bool:
    """May a call change it?"""
    return not is_scalar(parameter.annotation)


def is_scalar(annotation: ast.expr | None) -> bool:
    """Does the annotation stand for values that cannot change?"""
    match annotation:
        case ast.BinOp(left, ast.BitOr(), right):
            return is_scalar(left) and is_scalar(right)
        case ast.Subscript(ast.Name("Optional" | "tuple" | "Tuple" | "frozenset" | "Literal" as name), inner):
            items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return name == "Literal" or all(is_scalar(each) for each in items)
        case ast.Constant(value=str() as text):
            try:
                return is_scalar(parse_expression(text))
            except SyntaxError:
                return False
        case ast.Constant(value=value):
            return value is None or value is Ellipsis
    return isinstance(annotation, ast.Name) and annotation.id in PLAIN


def is_container(annotation: ast.expr | None) -> bool:
    """Does the annotation stand for lists, tuples and sets of scalars, or of such containers?

    Only methods and operators that say so change one: not going through it, as with an iterator, nor looking something
    up, as in some dicts.
    """
    match annotation:
        case ast.BinOp(left, ast.BitOr(), right):
            return all(is_scalar(each) or is_container(each) for each in (left, right))
        case ast.Subscript(ast.Name(name), inner) if name in _UNCHANGED_BY_READING:
            items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return all(is_scalar(each) or is_container(each) for each in items)
    return isinstance(annotation, ast.Name) and annotation.id == "bytearray"


def is_scalar_text(annotation: str | None) -> bool:
    """The same of its text."""
    return annotation is not None and is_scalar(ast.Constant(annotation))


def _is_flat(annotation: ast.expr | None) -> bool:
    """Is it a container of scalars, that has a method for a copy?"""
    match annotation:
        case ast.Subscript(ast.Name(name), inner) if name in _COPIED:
            return all(is_scalar(each) for each in (inner.elts if isinstance(inner, ast.Tuple) else [inner]))
    return isinstance(annotation, ast.Name) and annotation.id == "bytearray"

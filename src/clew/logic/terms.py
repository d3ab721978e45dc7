"""Interned terms, simplified as they are built.

Every term is made by a function of this module and exists once, so equality is identity and a shared graph stays a
graph (hash consing; Filliâtre and Conchon 2006).  Integer and real arithmetic is kept in a canonical linear form, which
makes substitution along a path cheap and a decision and its negation recognisable:

    +      args: the distinct non-linear atoms, by id;  data: (coefficients, constant)
    *      args: two or more atoms, by id, repeated for powers (coefficients live in `+`)
    <=0    args: (linear form,) of integer sort: divided by the gcd of its coefficients, the constant tightened
    <0     args: (linear form,) of real sort   (`<=0` is used for reals too)
    =0     args: (linear form,) of either sort, leading coefficient positive
    all    args: (low, high, body);  data: the number of the bound variable, which is the height of the quantifier

`all` says that the body holds for every int from low up to, but not with, high.  Its variable is a leaf `bound`,
numbered by the height of the body (0 in one without quantifiers), so that terms that differ in names of bound variables
are one.  Nothing is captured: no such leaf is free in a closed term, and where a quantifier is opened its variable gets
a new, negative number.

`not` never stands above an integer `<=0`; it is pushed in.  The table of terms is the one piece of state in the package
that outlives a call; it is invisible: a term means the same whenever it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import gcd
from operator import attrgetter
from typing import Any, Final, TypeAlias

from clew.logic.operators import OPERATORS
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort


class Term:
    """A node of the term graph.  `op` names the operation, `data` holds what is not a term (value, name, coefficients).

    `free`, `height` (how deep quantifiers are nested), `negation`, `code`, `weight`, `depth` and `stones` remember what
    was computed from the term (`variables`, `not_`, `evaluate.compile_term`).
    """

    __slots__ = ("args", "code", "data", "depth", "free", "height", "id", "negation", "op", "sort", "stones", "weight")

    op: str
    args: tuple[Term, ...]
    data: Any
    sort: Sort
    id: int
    free: frozenset[Term] | None
    height: int
    negation: Term | None
    code: Any
    weight: int
    depth: int
    stones: tuple[Term, ...]

    def __repr__(self) -> str:
        from clew.logic.smtlib import show

        return show(self)

    def __reduce__(self) -> tuple[Callable[..., Term], tuple[Any, ...]]:
        return build, (self.op, self.args, self.data, self.sort)


_TABLE: dict[tuple[Any, ...], Term] = {}


def make(op: str, args: tuple[Term, ...], data: Any, sort: Sort) -> Term:
    """The one term with these parts; no simplification, so only for this module.

    Equal data of one operation and sort is of one type: numbers of sort Int are ints and not bools, of Real Fractions.
    """
    key = (op, args, data, sort)
    term = _TABLE.get(key)
    if term is None:
        term = Term()
        term.op, term.args, term.data, term.sort, term.id = op, args, data, sort, len(_TABLE)
        term.free = term.negation = term.code = None
        _TABLE[key] = term
    return term


def terms_made() -> int:
    """How many terms there are: a measure of work."""
    return len(_TABLE)


# ---------------------------------------------------------------- leaves

TRUE: Final = make("const", (), True, BOOL)
FALSE: Final = make("const", (), False, BOOL)


def boolean(value: bool) -> Term:
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    return make("const", (), int(value), INT)


def real(value: Fraction | int) -> Term:
    return make("const", (), Fraction(value), REAL)


def floating(value: float) -> Term:
    """A double; kept as `float.hex()` text so that -0.0, 0.0 and nan are told apart."""
    return make("const", (), float(value).hex(), FLOAT)


def var(name: str, sort: Sort) -> Term:
    return make("var", (), name, sort)


ZERO: Final = integer(0)
ONE: Final = integer(1)


def is_const(term: Term) -> bool:
    return term.op == "const"


def value_of(term: Term) -> Any:
    """The Python value of a constant: bool, int, Fraction or float."""
    assert term.op == "const"
    return float.fromhex(term.data) if term.sort is FLOAT else term.data


# ---------------------------------------------------------------- linear arithmetic


_Form: TypeAlias = tuple[dict[Term, Any], Any]
"""Coefficients by atom (some may be 0), and the constant."""

by_id: Final = attrgetter("id")


def _linear(term: Term) -> _Form:
    if term.op == "+":
        coefficients, constant = term.data
        return dict(zip(term.args, coefficients, strict=True)), constant
    if term.op == "const":
        return {}, term.data
    return {term: 1}, 0


def _plus(form: _Form, factor: Any, term: Term) -> _Form:
    """form + factor * term; changes the coefficients in place."""
    coefficients, constant = form
    if term.op == "const":
        return coefficients, constant + factor * term.data
    if term.op != "+":
        coefficients[term] = coefficients.get(term, 0) + factor
        return form
    numbers, number = term.data
    for atom, c in zip(term.args, numbers, strict=True):
        coefficients[atom] = coefficients.get(atom, 0) + factor * c
    return coefficients, constant + factor * number


def _from_linear(form: _Form, sort: Sort) -> Term:
    coefficients, constant = form
    if sort is REAL:
        constant = Fraction(constant)
    atoms = sorted((a for a, c in coefficients.items() if c), key=by_id)
    if not atoms:
        return make("const", (), constant, sort)
    if len(atoms) == 1 and not constant and coefficients[atoms[0]] == 1:
        return atoms[0]
    numbers = tuple([coefficients[a] for a in atoms])
    if sort is REAL:
        numbers = tuple(map(Fraction, numbers))
    return make("+", tuple(atoms), (numbers, constant), sort)


def add(*terms: Term) -> Term:
    """The sum of one or more terms of one sort, Int or Real."""
    form = _linear(terms[0])
    for term in terms[1:]:
        form = _plus(form, 1, term)
    return _from_linear(form, terms[0].sort)


def scale(factor: Any, term: Term) -> Term:
    if factor == 1:
        return term
    return _from_linear(_plus(({}, 0), factor, term), term.sort)


def neg(term: Term) -> Term:
    return scale(-1, term)


def sub(a: Term, b: Term) -> Term:
    return _from_linear(_plus(_linear(a), -1, b), a.sort)


def mul(a: Term, b: Term) -> Term:
    """Product; distributes only constants over sums."""
    if is_const(a):
        return scale(a.data, b)
    if is_const(b):
        return scale(b.data, a)
    factors: list[Term] = []
    for term in (a, b):
        factors.extend(term.args if term.op == "*" else (term,))
    return make("*", tuple(sorted(factors, key=by_id)), None, a.sort)


def floor_div(a: Term, b: Term) -> Term:
    """Integer quotient rounded toward minus infinity; unconstrained where b = 0."""
    if is_const(b) and b.data:
        if is_const(a):
            return integer(a.data // b.data)
        if b.data == 1:
            return a
        if b.data < 0:
            return floor_div(neg(a), integer(-b.data))
        coefficients, constant = _linear(a)
        if not constant % b.data and all(not c % b.data for c in coefficients.values()):
            return _from_linear(({t: c // b.data for t, c in coefficients.items()}, constant // b.data), INT)
    return make("div", (a, b), None, INT)


def floor_mod(a: Term, b: Term) -> Term:
    """Integer remainder with the sign of b; unconstrained where b = 0."""
    if is_const(b) and b.data:
        if is_const(a):
            return integer(a.data % b.data)
        if abs(b.data) == 1:
            return ZERO
        if b.data > 0:
            coefficients, constant = _linear(a)
            reduced = _from_linear(({t: c % b.data for t, c in coefficients.items()}, constant % b.data), INT)
            if is_const(reduced):
                return integer(reduced.data % b.data)
            return make("mod", (reduced, b), None, INT)
    return make("mod", (a, b), None, INT)


def bit_op(op: str, a: Term, b: Term) -> Term:
    """op: `bitand`, `bitor` or `bitxor`, on integers in two's complement of unbounded width."""
    if is_const(a) and is_const(b):
        value = OPERATORS[op].value
        assert value is not None
        return integer(value(a.data, b.data))
    if is_const(a) or (not is_const(b) and b.id < a.id):
        a, b = b, a
    if is_const(b):
        mask = b.data
        if mask == 0:
            return ZERO if op == "bitand" else a
        if mask == -1:
            return a if op == "bitand" else b if op == "bitor" else sub(integer(-1), a)
        if op == "bitand" and mask > 0 and mask & (mask + 1) == 0:
            return floor_mod(a, integer(mask + 1))
    if a is b:
        return ZERO if op == "bitxor" else a
    return make(op, (a, b), None, INT)


# ---------------------------------------------------------------- comparisons


def _le_zero(form: _Form, sort: Sort) -> Term:
    """form <= 0"""
    coefficients, constant = form
    if sort is INT:
        divisor = gcd(*coefficients.values())
        if divisor > 1:
            coefficients = {a: c // divisor for a, c in coefficients.items()}
            constant = -((-constant) // divisor)
    term = _from_linear((coefficients, constant), sort)
    if term.op == "const":
        return boolean(term.data <= 0)
    cases = _two_cases(term)
    if cases is not None:
        condition, then, orelse = cases
        return ite(condition, boolean(then <= 0), boolean(orelse <= 0))
    return make("<=0", (term,), None, BOOL)


def _two_cases(term: Term) -> tuple[Term, Any, Any] | None:
    """For a linear form whose one atom is an `ite` of constants: its condition, and the form's values."""
    if len(term.args) == 1 and term.op == "+":
        atom, (numbers, constant) = term.args[0], term.data
        factor = numbers[0]
    else:
        atom, factor, constant = term, 1, 0
    if atom.op != "ite" or atom.args[1].op != "const" or atom.args[2].op != "const":
        return None
    return atom.args[0], factor * atom.args[1].data + constant, factor * atom.args[2].data + constant


def le(a: Term, b: Term) -> Term:
    return _le_zero(_plus(_linear(a), -1, b), a.sort)


def lt(a: Term, b: Term) -> Term:
    coefficients, constant = _plus(_linear(a), -1, b)
    if a.sort is INT:
        return _le_zero((coefficients, constant + 1), INT)
    term = _from_linear((coefficients, constant), REAL)
    if term.op == "const":
        return boolean(term.data < 0)
    cases = _two_cases(term)
    if cases is not None:
        condition, then, orelse = cases
        return ite(condition, boolean(then < 0), boolean(orelse < 0))
    return make("<0", (term,), None, BOOL)


def ge(a: Term, b: Term) -> Term:
    return le(b, a)


def gt(a: Term, b: Term) -> Term:
    return lt(b, a)


def eq(a: Term, b: Term) -> Term:
    """Equality of two terms of one sort.  On Float it is identity: `nan` equals itself, 0.0 differs from -0.0."""
    if a is b:
        return TRUE
    if a.sort is INT or a.sort is REAL:
        return _eq_zero(_plus(_linear(a), -1, b), a.sort)
    if is_const(a) and is_const(b):
        return boolean(a.data == b.data)
    if a.sort is BOOL:
        if is_const(a):
            return b if a.data else not_(b)
        if is_const(b):
            return a if b.data else not_(a)
        if a is not_(b):
            return FALSE
    if b.id < a.id:
        a, b = b, a
    return make("=", (a, b), None, BOOL)


def _eq_zero(form: _Form, sort: Sort) -> Term:
    """form = 0; of the two ways to write it the one whose first coefficient is positive (and, for reals, 1)."""
    coefficients, constant = form
    coefficients = {a: c for a, c in coefficients.items() if c}
    if not coefficients:
        return boolean(constant == 0)
    first = coefficients[min(coefficients, key=by_id)]
    if sort is INT:
        divisor = gcd(*coefficients.values())
        if constant % divisor:
            return FALSE
        if first < 0:
            divisor = -divisor
        if divisor != 1:
            coefficients = {a: c // divisor for a, c in coefficients.items()}
            constant //= divisor
    elif first != 1:
        coefficients = {a: Fraction(c) / first for a, c in coefficients.items()}
        constant = Fraction(constant) / first
    term = _from_linear((coefficients, constant), sort)
    cases = _two_cases(term)
    if cases is not None:
        condition, then, orelse = cases
        return ite(condition, boolean(then == 0), boolean(orelse == 0))
    return make("=0", (term,), None, BOOL)


def ne(a: Term, b: Term) -> Term:
    return not_(eq(a, b))


# ---------------------------------------------------------------- propositional


def not_(a: Term) -> Term:
    negation = a.negation
    if negation is None:
        if a.op == "const":
            negation = boolean(not a.data)
        elif a.op == "<=0" and a.args[0].sort is INT:
            negation = _le_zero(_plus(({}, 1), -1, a.args[0]), INT)
        else:
            negation = make("not", (a,), None, BOOL)
        a.negation = negation
        negation.negation = a
    return negation


def _junction(op: str, terms: Iterable[Term], neutral: Term, absorbing: Term) -> Term:
    seen: dict[Term, None] = {}
    for term in terms:
        for part in term.args if term.op == op else (term,):
            if part is absorbing:
                return absorbing
            if part is not neutral:
                seen[part] = None
    for part in seen:
        opposite = not_(part)
        if opposite in seen or (opposite.op == op and all(p in seen for p in opposite.args)):
            return absorbing
    if len(seen) <= 1:
        return next(iter(seen), neutral)
    return make(op, tuple(sorted(seen, key=by_id)), None, BOOL)


def and_(*terms: Term) -> Term:
    return _junction("and", terms, TRUE, FALSE)


def or_(*terms: Term) -> Term:
    return _junction("or", terms, FALSE, TRUE)


def implies(a: Term, b: Term) -> Term:
    return or_(not_(a), b)


def ite(condition: Term, then: Term, orelse: Term) -> Term:
    if condition is TRUE or then is orelse:
        return then
    if condition is FALSE:
        return orelse
    if condition.op == "not":
        condition, then, orelse = condition.args[0], orelse, then
    if then.sort is BOOL:
        return or_(and_(condition, then), and_(not_(condition), orelse))
    return make("ite", (condition, then, orelse), None, then.sort)


def in_ranges(term: Term, ranges: tuple[tuple[int, int], ...]) -> Term:
    """lo <= term <= hi for one of the (sorted, disjoint) ranges."""
    if is_const(term):
        return boolean(any(lo <= term.data <= hi for lo, hi in ranges))
    if not ranges:
        return FALSE
    if len(ranges) == 1:
        lo, hi = ranges[0]
        return eq(term, integer(lo)) if lo == hi else and_(le(integer(lo), term), le(term, integer(hi)))
    return make("in", (term,), ranges, BOOL)


# ---------------------------------------------------------------- other theories


def select(array: Term, index: Term) -> Term:
    """array[index]; looks through stores whose index is decidedly equal or different."""
    while array.op == "store":
        same = eq(array.args[1], index)
        if same is TRUE:
            return array.args[2]
        if same is not FALSE:
            break
        array = array.args[0]
    if array.op == "const_array":
        return array.args[0]
    return make("select", (array, index), None, array.sort.arguments[1])


def store(array: Term, index: Term, value: Term) -> Term:
    if array.op == "store" and array.args[1] is index:
        array = array.args[0]
    return make("store", (array, index, value), None, array.sort)


def const_array(sort: Sort, value: Term) -> Term:
    return make("const_array", (value,), None, sort)


def apply(name: str, args: tuple[Term, ...], sort: Sort) -> Term:
    """An uninterpreted function."""
    return make("apply", args, name, sort)


# ---------------------------------------------------------------- quantifiers


def bound(number: int) -> Term:
    """A bound variable; one with a negative number stands for the variable of a quantifier that was opened."""
    return make("bound", (), number, INT)


def all_(variable: Term, low: Term, high: Term, body: Term) -> Term:
    """Does the body hold for every value of the variable (a leaf of sort Int) in `range(low, high)`?"""
    free = variables(body)
    assert variable.sort is INT and not variable.args and variable not in variables(low) | variables(high)
    assert all(v.op != "bound" or v.data < 0 or v is variable for v in free), "the body is closed"
    span = sub(high, low)
    if body is TRUE or (is_const(span) and span.data <= 0):
        return TRUE
    if variable not in free:
        return or_(le(high, low), body)
    if span is ONE:
        return substitute(body, {variable: low})
    return make("all", (low, high, _renamed(body, variable, bound(body.height))), body.height, BOOL)


def any_(variable: Term, low: Term, high: Term, body: Term) -> Term:
    """Does the body hold for some value of the variable in `range(low, high)`?"""
    return not_(all_(variable, low, high, not_(body)))


def instance(quantified: Term, index: Term) -> Term:
    """The body of an `all` for one value of its variable."""
    variable, body = _opened(quantified, (index,))
    return substitute(body, {variable: index})


def trigger(quantified: Term) -> Term | None:
    """The look-up at the bound variable itself for which a solver is to make instances; None where it has a choice."""
    number, body = quantified.data, quantified.args[2]
    found = {node for node in post_order(body) if node.op in ("select", "apply") and bound(number) in node.args}
    for node in post_order(*found):
        if node.op not in _IN_TRIGGERS or (node.op == "bound" and 0 <= node.data < number):
            return None
    return found.pop() if len(found) == 1 else None


_IN_TRIGGERS: Final = frozenset({"var", "bound", "const", "+", "select", "apply"})


def is_quantified(term: Term) -> bool:
    """Is there a quantifier in it?"""
    variables(term)
    return term.height > 0


def _opened(quantified: Term, others: Iterable[Term]) -> tuple[Term, Term]:
    """A leaf that is in none of the terms, and the body with it in place of the variable."""
    taken = [leaf.data for term in (quantified, *others) for leaf in variables(term) if leaf.op == "bound"]
    leaf = bound(min((0, *taken)) - 1)
    return leaf, _renamed(quantified.args[2], bound(quantified.data), leaf)


def _renamed(term: Term, leaf: Term, other: Term) -> Term:
    """A leaf replaced by another that is not in the term: heights stay, and so do the names of other variables."""
    done: dict[Term, Term] = {leaf: other}
    for node in post_order(term):
        if node not in done:
            done[node] = node if leaf not in variables(node) else _with_args(node, done)
    return done[term]


def _with_args(node: Term, done: Mapping[Term, Term]) -> Term:
    return build(node.op, tuple([done[a] for a in node.args]), node.data, node.sort)


# ---------------------------------------------------------------- any operation


def operation(name: str, *args: Term) -> Term:
    """The operation of the table, on arguments of the sorts that it takes.

    Where it has no laws of its own it is computed if all arguments are constants and its value is not left open.
    """
    construct = _CONSTRUCTORS.get(name)
    if construct is not None:
        return construct(*args)
    operator = OPERATORS[name]
    sort = operator.gives
    assert sort is not None and operator.value is not None, name
    if all(is_const(a) for a in args):
        value = operator.value(*map(value_of, args))
        if value is not None:
            return _LITERALS[sort](value)
    return make(name, args, None, sort)


def _times(first: Term, *others: Term) -> Term:
    for other in others:
        first = mul(first, other)
    return first


_LITERALS: Final[Mapping[Sort, Callable[[Any], Term]]] = {BOOL: boolean, INT: integer, REAL: real, FLOAT: floating}

_CONSTRUCTORS: Final[Mapping[str, Callable[..., Term]]] = {
    "not": not_,
    "and": and_,
    "or": or_,
    "ite": ite,
    "=": eq,
    "<=0": lambda a: _le_zero(_linear(a), a.sort),
    "<0": lambda a: lt(a, real(0)),
    "=0": lambda a: _eq_zero(_linear(a), a.sort),
    "*": _times,
    "div": floor_div,
    "mod": floor_mod,
    "bitand": partial(bit_op, "bitand"),
    "bitor": partial(bit_op, "bitor"),
    "bitxor": partial(bit_op, "bitxor"),
    "select": select,
    "store": store,
}
"""Operations that are simplified by more than folding constants."""


def build(op: str, args: tuple[Term, ...], data: Any, sort: Sort) -> Term:
    """The term with these parts, simplified; for reading terms back, whose arguments may now be in another order."""
    if op == "+":
        coefficients, constant = data
        form: _Form = ({}, constant)
        for factor, arg in zip(coefficients, args, strict=True):
            form = _plus(form, factor, arg)
        return _from_linear(form, sort)
    if op == "in":
        return in_ranges(args[0], data)
    if op in OPERATORS:
        return operation(op, *args)
    return make(op, args, data, sort)


# ---------------------------------------------------------------- walking


def post_order(*roots: Term, bodies: bool = True, known: Container[Term] = ()) -> Iterator[Term]:
    """Every sub-term once, arguments first; no recursion.  bodies: of quantifiers too, where variables are free.
    known: terms at which the walk turns back.
    """
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        term, ready = stack.pop()
        if ready:
            yield term
        elif term not in seen and term not in known:
            seen.add(term)
            stack.append((term, True))
            args = term.args if bodies or term.op != "all" else term.args[:2]
            stack.extend((arg, False) for arg in reversed(args) if arg not in seen)


def substitute(term: Term, mapping: Mapping[Term, Term]) -> Term:
    """Replace free sub-terms (usually variables) by others, simplifying on the way up; nothing is captured."""
    done: dict[Term, Term] = {}
    for node in post_order(term, bodies=False):
        if node in mapping:
            done[node] = mapping[node]
        elif not node.args:
            done[node] = node
        elif node.op == "all":
            done[node] = _substituted(node, done, mapping)
        else:
            args = tuple(done[a] for a in node.args)
            done[node] = node if args == node.args else build(node.op, args, node.data, node.sort)
    return done[term]


def _substituted(quantified: Term, done: Mapping[Term, Term], mapping: Mapping[Term, Term]) -> Term:
    """It is opened and closed again, since what is put into the body may make it higher."""
    variable, body = _opened(quantified, (*mapping, *mapping.values()))
    low, high, _ = quantified.args
    replaced = substitute(body, mapping)
    if replaced is body and done[low] is low and done[high] is high:
        return quantified
    return all_(variable, done[low], done[high], replaced)


def variables(term: Term) -> frozenset[Term]:
    """The free variables of a term, and for each function symbol a leaf of the kind `function`; remembered."""
    stack = [term] if term.free is None else []
    while stack:  # what is known of parts is not found again, however large they are
        node = stack[-1]
        left = [arg for arg in node.args if arg.free is None]
        if not left and node.free is None:
            node.free, node.height = _free(node)
        if left:
            stack += left
        else:
            stack.pop()
    assert term.free is not None
    return term.free


def _free(node: Term) -> tuple[frozenset[Term], int]:
    """What is free in a node, and its height, both known of its arguments."""
    args = node.args
    if node.op == "var" or node.op == "bound":
        return frozenset((node,)), 0
    if len(args) == 1 and node.op != "apply":
        assert args[0].free is not None
        return args[0].free, args[0].height
    found: frozenset[Term] = frozenset().union(*(a.free for a in args if a.free))
    height = max([a.height for a in args], default=0)
    if node.op == "apply":
        found |= {make("function", (), node.data, node.sort)}
    elif node.op == "all":
        found, height = found - {bound(node.data)}, height + 1
    return found, height

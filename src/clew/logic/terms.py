"""Interned terms, simplified as they are built.

Every term is made by a function of this module and exists once, so equality is identity and a shared graph stays a graph
(hash consing; Filliâtre and Conchon 2006).  Integer and real arithmetic is kept in a canonical linear form, which makes
substitution along a path cheap and a decision and its negation recognisable:

    +      args: the distinct non-linear atoms, by id;  data: (coefficients, constant)
    *      args: two or more atoms, by id, repeated for powers (coefficients live in `+`)
    <=0    args: (linear form,) of integer sort: divided by the gcd of its coefficients, the constant tightened
    <0     args: (linear form,) of real sort   (`<=0` is used for reals too)
    =0     args: (linear form,) of either sort, leading coefficient positive

`not` never stands above an integer `<=0`; it is pushed in.  The table of terms is the one piece of state in the package
that outlives a call; it is invisible: a term means the same whenever it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import gcd
from typing import Any, Final

from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort


class Term:
    """A node of the term graph.  `op` names the operation, `data` holds what is not a term (value, name, coefficients).

    `free`, `code` and `weight` remember what was computed from the term (`variables`, `evaluate.compile_term`).
    """

    __slots__ = ("args", "code", "data", "free", "id", "op", "sort", "weight")

    op: str
    args: tuple[Term, ...]
    data: Any
    sort: Sort
    id: int
    free: frozenset[Term] | None
    code: Callable[..., Any] | None
    weight: int

    def __repr__(self) -> str:
        from clew.logic.smtlib import show

        return show(self)

    def __reduce__(self) -> tuple[Callable[..., Term], tuple[Any, ...]]:
        return make, (self.op, self.args, self.data, self.sort)


_TABLE: dict[tuple[Any, ...], Term] = {}


def make(op: str, args: tuple[Term, ...], data: Any, sort: Sort) -> Term:
    """The one term with these parts; no simplification.  Outside this module only for reading terms back."""
    key = (op, args, data, sort, type(data))
    term = _TABLE.get(key)
    if term is None:
        term = Term()
        term.op, term.args, term.data, term.sort, term.id = op, args, data, sort, len(_TABLE)
        term.free = term.code = None
        _TABLE[key] = term
    return term


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


def _linear(term: Term) -> tuple[dict[Term, Any], Any]:
    """Coefficients by atom, and the constant."""
    if term.op == "+":
        coefficients, constant = term.data
        return dict(zip(term.args, coefficients, strict=True)), constant
    if term.op == "const":
        return {}, term.data
    return {term: 1}, 0


def _from_linear(coefficients: dict[Term, Any], constant: Any, sort: Sort) -> Term:
    atoms = sorted((a for a, c in coefficients.items() if c), key=_by_id)
    if sort is REAL:
        constant = Fraction(constant)
    if not atoms:
        return make("const", (), constant, sort)
    if len(atoms) == 1 and coefficients[atoms[0]] == 1 and not constant:
        return atoms[0]
    numbers = tuple(Fraction(coefficients[a]) if sort is REAL else coefficients[a] for a in atoms)
    return make("+", tuple(atoms), (numbers, constant), sort)


def _by_id(term: Term) -> int:
    return term.id


def add(*terms: Term) -> Term:
    """The sum of one or more terms of one sort, Int or Real."""
    coefficients, constant = _linear(terms[0])
    for term in terms[1:]:
        more, number = _linear(term)
        constant += number
        for atom, c in more.items():
            coefficients[atom] = coefficients.get(atom, 0) + c
    return _from_linear(coefficients, constant, terms[0].sort)


def scale(factor: Any, term: Term) -> Term:
    coefficients, constant = _linear(term)
    return _from_linear({a: factor * c for a, c in coefficients.items()}, factor * constant, term.sort)


def neg(term: Term) -> Term:
    return scale(-1, term)


def sub(a: Term, b: Term) -> Term:
    return add(a, scale(-1, b))


def mul(a: Term, b: Term) -> Term:
    """Product; distributes only constants over sums."""
    if is_const(a):
        return scale(a.data, b)
    if is_const(b):
        return scale(b.data, a)
    factors: list[Term] = []
    for term in (a, b):
        factors.extend(term.args if term.op == "*" else (term,))
    return make("*", tuple(sorted(factors, key=_by_id)), None, a.sort)


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
            return _from_linear({t: c // b.data for t, c in coefficients.items()}, constant // b.data, INT)
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
            reduced = _from_linear({t: c % b.data for t, c in coefficients.items()}, constant % b.data, INT)
            if is_const(reduced):
                return integer(reduced.data % b.data)
            return make("mod", (reduced, b), None, INT)
    return make("mod", (a, b), None, INT)


def bit_op(op: str, a: Term, b: Term) -> Term:
    """op: `bitand`, `bitor` or `bitxor`, on integers in two's complement of unbounded width."""
    if is_const(a) and is_const(b):
        x, y = a.data, b.data
        return integer(x & y if op == "bitand" else x | y if op == "bitor" else x ^ y)
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


def _gcd_of(numbers: Iterable[int]) -> int:
    result = 0
    for number in numbers:
        result = gcd(result, number)
    return result


def _le_zero(term: Term) -> Term:
    """term <= 0"""
    coefficients, constant = _linear(term)
    if not coefficients:
        return boolean(constant <= 0)
    if term.sort is INT:
        divisor = _gcd_of(coefficients.values())
        if divisor != 1 or term.op == "+":
            coefficients = {a: c // divisor for a, c in coefficients.items()}
            term = _from_linear(coefficients, -((-constant) // divisor), INT)
    return make("<=0", (term,), None, BOOL)


def le(a: Term, b: Term) -> Term:
    return _le_zero(sub(a, b))


def lt(a: Term, b: Term) -> Term:
    if a.sort is INT:
        return _le_zero(add(sub(a, b), ONE))
    difference = sub(a, b)
    return boolean(difference.data < 0) if is_const(difference) else make("<0", (difference,), None, BOOL)


def ge(a: Term, b: Term) -> Term:
    return le(b, a)


def gt(a: Term, b: Term) -> Term:
    return lt(b, a)


def eq(a: Term, b: Term) -> Term:
    """Equality of two terms of one sort.  On Float it is identity of values (`nan` equals itself, 0.0 differs from -0.0)."""
    if a is b:
        return TRUE
    if a.sort is INT or a.sort is REAL:
        if a.op == "ite" and is_const(b) and is_const(a.args[1]) and is_const(a.args[2]):
            return _eq_of_ite(a, b)
        if b.op == "ite" and is_const(a) and is_const(b.args[1]) and is_const(b.args[2]):
            return _eq_of_ite(b, a)
        return _eq_zero(sub(a, b))
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


def _eq_of_ite(term: Term, number: Term) -> Term:
    condition, then, orelse = term.args
    if then is number:
        return TRUE if orelse is number else condition
    return not_(condition) if orelse is number else FALSE


def _eq_zero(term: Term) -> Term:
    coefficients, constant = _linear(term)
    if not coefficients:
        return boolean(constant == 0)
    first = min(coefficients, key=_by_id)
    if term.sort is INT:
        divisor = _gcd_of(coefficients.values())
        if constant % divisor:
            return FALSE
        if coefficients[first] < 0:
            divisor = -divisor
        term = _from_linear({a: c // divisor for a, c in coefficients.items()}, constant // divisor, INT)
    else:
        divisor = coefficients[first]
        term = _from_linear(
            {a: Fraction(c) / divisor for a, c in coefficients.items()}, Fraction(constant) / divisor, REAL
        )
    return make("=0", (term,), None, BOOL)


def ne(a: Term, b: Term) -> Term:
    return not_(eq(a, b))


# ---------------------------------------------------------------- propositional


def not_(a: Term) -> Term:
    if a.op == "const":
        return boolean(not a.data)
    if a.op == "not":
        return a.args[0]
    if a.op == "<=0" and a.args[0].sort is INT:
        return _le_zero(sub(ONE, a.args[0]))
    return make("not", (a,), None, BOOL)


def _junction(op: str, terms: Iterable[Term], neutral: Term, absorbing: Term) -> Term:
    seen: dict[Term, None] = {}
    for term in terms:
        for part in term.args if term.op == op else (term,):
            if part is absorbing:
                return absorbing
            if part is not neutral:
                seen[part] = None
    for part in seen:
        if not_(part) in seen:
            return absorbing
    if len(seen) <= 1:
        return next(iter(seen), neutral)
    return make(op, tuple(sorted(seen, key=_by_id)), None, BOOL)


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


def to_real(term: Term) -> Term:
    return real(term.data) if is_const(term) else make("to_real", (term,), None, REAL)


def floor_of(term: Term) -> Term:
    """The greatest integer not above a real."""
    return integer(term.data.__floor__()) if is_const(term) else make("to_int", (term,), None, INT)


def float_op(op: str, *args: Term) -> Term:
    """Double arithmetic, rounding to nearest even.

    op with result Float: `fadd fsub fmul fdiv fneg fabs fsqrt fround` (to integral, ties to even) `ffloor fceil ftrunc`,
    `int_to_float` (of an Int, correctly rounded);  with result Bool: `flt fle feq` (IEEE: nan differs from itself)
    `fisnan fisinf`;  with result Int: `float_to_int` (truncation; unconstrained for nan and infinities).
    """
    if all(is_const(a) for a in args):
        from clew.logic.evaluate import apply_float

        result = apply_float(op, [value_of(a) for a in args])
        if result is not None:
            return (
                boolean(result)
                if isinstance(result, bool)
                else integer(result)
                if isinstance(result, int)
                else floating(result)
            )
    sort = BOOL if op in _FLOAT_PREDICATES else INT if op == "float_to_int" else FLOAT
    return make(op, args, None, sort)


_FLOAT_PREDICATES: Final = frozenset({"flt", "fle", "feq", "fisnan", "fisinf"})


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


# ---------------------------------------------------------------- walking


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, simplified."""
    match term.op:
        case "const" | "var":
            return term
        case "+":
            coefficients, constant = term.data
            total = [make("const", (), Fraction(constant) if term.sort is REAL else constant, term.sort)]
            return add(*total, *(scale(c, a) for c, a in zip(coefficients, args, strict=True)))
        case "*":
            product = args[0]
            for factor in args[1:]:
                product = mul(product, factor)
            return product
        case "<=0":
            return _le_zero(args[0])
        case "<0":
            return lt(args[0], real(0))
        case "=0":
            return _eq_zero(args[0])
        case "=":
            return eq(*args)
        case "not":
            return not_(args[0])
        case "and":
            return and_(*args)
        case "or":
            return or_(*args)
        case "ite":
            return ite(*args)
        case "div":
            return floor_div(*args)
        case "mod":
            return floor_mod(*args)
        case "bitand" | "bitor" | "bitxor":
            return bit_op(term.op, *args)
        case "in":
            return in_ranges(args[0], term.data)
        case "to_real":
            return to_real(args[0])
        case "to_int":
            return floor_of(args[0])
        case "select":
            return select(*args)
        case "store":
            return store(*args)
        case "const_array" | "apply":
            return make(term.op, args, term.data, term.sort)
        case _:
            return float_op(term.op, *args)


def post_order(*roots: Term) -> Iterator[Term]:
    """Every sub-term once, arguments first; no recursion."""
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        term, ready = stack.pop()
        if ready:
            yield term
        elif term not in seen:
            seen.add(term)
            stack.append((term, True))
            stack.extend((arg, False) for arg in reversed(term.args) if arg not in seen)


def substitute(term: Term, mapping: dict[Term, Term]) -> Term:
    """Replace sub-terms (usually variables), simplifying on the way up."""
    done: dict[Term, Term] = {}
    for node in post_order(term):
        if node in mapping:
            done[node] = mapping[node]
        elif not node.args:
            done[node] = node
        else:
            args = tuple(done[a] for a in node.args)
            done[node] = node if args == node.args else rebuild(node, args)
    return done[term]


def variables(term: Term) -> frozenset[Term]:
    """The variables of a term, and for each function symbol a leaf of the kind `function`; remembered."""
    if term.free is None:
        for node in post_order(term):
            if node.free is None:
                if node.op == "var":
                    node.free = frozenset((node,))
                elif node.op == "apply":
                    symbol = make("function", (), node.data, node.sort)
                    node.free = frozenset((symbol,)).union(*(a.free for a in node.args if a.free))
                elif len(node.args) == 1:
                    node.free = node.args[0].free
                else:
                    node.free = frozenset().union(*(a.free for a in node.args if a.free))
    assert term.free is not None
    return term.free

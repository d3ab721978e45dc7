"""The text of terms: SMT-LIB 2.6, both ways; `read(show(t), …) is t`.

What the standard lacks is written as a function of ours, which a query defines for other solvers:

    floordiv floormod         Python's rounding, where the divisor is not a positive constant
    bitand bitor bitxor       two's complement; the definition in a query is right for 64 bits only
    int_to_float float_to_int
    (_ in 48 57 97 102)       membership in ranges; in a query a function `in.k`

Quantifiers are over ranges, `(forall ((i Int)) (=> (and (<= low i) (< i high)) body))`; their variables are shown as
`?k`.

`Float` is `(_ FloatingPoint 11 53)`.  Terms with much sharing are written with `let`, named `.k`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Final, TypeAlias

from clew.logic import terms as t
from clew.logic.numerals import decimal_of, int_in
from clew.logic.operators import OPERATORS
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort, array
from clew.logic.terms import Term, post_order
from clew.regexes import regex

Signature: TypeAlias = tuple[tuple[Sort, ...], Sort]
Declarations: TypeAlias = Mapping[str, "Sort | Signature"]


# ---------------------------------------------------------------- showing


def show(term: Term) -> str:
    """One line of SMT-LIB."""
    return _show(term, {})


def _show(root: Term, names: Mapping[tuple[tuple[int, int], ...], str]) -> str:
    shared = _shared(root)
    texts: dict[Term, str] = {}
    bindings: list[str] = []
    for node in post_order(root, bodies=False):
        if node.op == "all":
            text = _show_quantifier(node, texts, names)
        else:
            text = _show_node(node, [texts[a] for a in node.args], names, texts)
        if node in shared:
            name = f".{len(bindings)}"
            bindings.append(f"(let (({name} {text})) ")
            text = name
        texts[node] = text
    return "".join(bindings) + texts[root] + ")" * len(bindings)


def _shared(root: Term) -> set[Term]:
    """The nodes to name, where the text would be long otherwise."""
    sizes: dict[Term, int] = {}
    uses: dict[Term, int] = {}
    for node in post_order(root, bodies=False):
        args = node.args if node.op != "all" else node.args[:2]
        sizes[node] = 1 + sum(sizes[a] for a in args)
        for arg in args:
            uses[arg] = uses.get(arg, 0) + 1
    if sizes[root] <= _SHORT:
        return set()
    return {node for node, count in uses.items() if count > 1 and node.args}


_SHORT: Final = 400


def _show_quantifier(node: Term, texts: Mapping[Term, str], names: Mapping[Any, str]) -> str:
    """What is shared in the body is named inside of it."""
    low, high, body = node.args
    variable = f"?{node.data}"
    text = f"(=> (and (<= {texts[low]} {variable}) (< {variable} {texts[high]})) {_show(body, names)})"
    pattern = t.trigger(node)
    if pattern is not None:
        text = f"(! {text} :pattern ({_show(pattern, names)}))"
    return f"(forall (({variable} Int)) {text})"


def _show_node(node: Term, args: list[str], names: Mapping[Any, str], texts: Mapping[Term, str]) -> str:
    match node.op:
        case "const":
            return show_value(node)
        case "var":
            return show_symbol(node.data)
        case "bound":
            return f"?{node.data}"
        case "+":
            coefficients, constant = node.data
            return _show_sum([*zip(coefficients, args, strict=True), (constant, "")], node.sort)
        case "<=0" | "<0" | "=0":
            return _show_comparison(node, args[0], texts)
        case "in":
            return f"({names.get(node.data) or _show_ranges(node.data)} {args[0]})"
        case "const_array":
            return f"((as const {show_sort(node.sort)}) {args[0]})"
        case "apply":
            return _call(show_symbol(node.data), args)
        case _:
            return _call(node.op if _is_standard(node) else OPERATORS[node.op].text, args)


def _is_standard(node: Term) -> bool:
    """Is it a division as the standard has it?  The remainder is never negative there."""
    return node.op in ("div", "mod") and t.is_const(node.args[1]) and node.args[1].data > 0


def _call(name: str, args: Iterable[str]) -> str:
    parts = list(args)
    return f"({name} {' '.join(parts)})" if parts else name


def _show_sum(parts: list[tuple[Any, str]], sort: Sort) -> str:
    """The sum of factors times texts; an empty text is 1."""
    shown = []
    for factor, text in parts:
        if not text:
            if factor or len(parts) == 1:
                shown.append(_show_number(factor, sort))
        else:
            shown.append(text if factor == 1 else f"(* {_show_number(factor, sort)} {text})")
    return shown[0] if len(shown) == 1 else _call("+", shown)


def _show_comparison(node: Term, form_text: str, texts: Mapping[Term, str]) -> str:
    """Each part goes to the side where its factor is positive, unless the form has been named as a whole."""
    (form,) = node.args
    name = {"<=0": "<=", "<0": "<", "=0": "="}[node.op]
    if form.op != "+" or form_text.startswith("."):
        return f"({name} {form_text} {_show_number(0, form.sort)})"
    coefficients, constant = form.data
    parts = [(factor, texts[a]) for factor, a in zip(coefficients, form.args, strict=True)]
    if constant:
        parts.append((constant, ""))
    left = [(factor, text) for factor, text in parts if factor > 0] or [(0, "")]
    right = [(-factor, text) for factor, text in parts if factor < 0] or [(0, "")]
    return f"({name} {_show_sum(left, form.sort)} {_show_sum(right, form.sort)})"


def show_value(constant: Term) -> str:
    if constant.sort is BOOL:
        return "true" if constant.data else "false"
    if constant.sort is not FLOAT:
        return _show_number(constant.data, constant.sort)
    value = t.value_of(constant)
    if value != value:
        return "(_ NaN 11 53)"
    (bits,) = struct.unpack(">Q", struct.pack(">d", value))
    return f"(fp #b{bits >> 63} #b{bits >> 52 & 0x7FF:011b} #x{bits & (1 << 52) - 1:013x})"


def _show_number(value: int | Fraction, sort: Sort) -> str:
    if value < 0:
        return f"(- {_show_number(-value, sort)})"
    if sort is INT:
        return decimal_of(int(value))
    fraction = Fraction(value)
    whole = f"{decimal_of(fraction.numerator)}.0"
    return whole if fraction.denominator == 1 else f"(/ {whole} {decimal_of(fraction.denominator)}.0)"


def show_sort(sort: Sort) -> str:
    if sort is FLOAT:
        return "(_ FloatingPoint 11 53)"
    return _call(sort.name, map(show_sort, sort.arguments))


def show_symbol(name: str) -> str:
    """A symbol, quoted where it must be; `|`, `\\` and `%` are written `%hh` inside quotes."""
    if _SIMPLE.fullmatch(name) and name not in _RESERVED and not name.startswith(("in.", "?")):
        return name
    return "|" + re.sub(r"[|\\%]|^in\.|^\?", lambda m: "".join(f"%{ord(c):02x}" for c in m[0]), name) + "|"


def _read_symbol(text: str) -> str:
    if not text.startswith("|"):
        return text
    return re.sub(r"%([0-9a-f]{2})", lambda m: chr(int(m[1], 16)), text[1:-1])


def _show_ranges(ranges: tuple[tuple[int, int], ...]) -> str:
    return f"(_ in {' '.join(f'{low} {high}' for low, high in ranges)})"


def show_query(assertions: Iterable[Term], label: str = "") -> str:
    """A whole script: what is used is declared and defined first."""
    assertions = tuple(assertions)
    nodes = list(post_order(*assertions))
    lines = ["(set-info :smt-lib-version 2.6)"]
    if label:
        lines.append(f"(set-info :source {show_symbol(label)})")
    lines.append("(set-logic ALL)")
    lines += _declarations(nodes)
    used = {node.op for node in nodes if not _is_standard(node)}
    lines.extend(o.definition for o in OPERATORS.values() if o.definition and o.name in used)
    names: dict[Any, str] = {}
    for node in nodes:
        if node.op == "in" and node.data not in names:
            names[node.data] = f"in.{len(names)}"
            tests = " ".join(f"(<= {_show_number(a, INT)} c {_show_number(b, INT)})" for a, b in node.data)
            lines.append(f"(define-fun {names[node.data]} ((c Int)) Bool (or {tests}))")
    lines.extend(f"(assert {_show(a, names)})" for a in assertions)
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"


def show_declarations(terms: Iterable[Term]) -> list[str]:
    """A line for each variable and function in the terms, by name."""
    return sorted(_declarations(post_order(*terms)))


def _declarations(nodes: Iterable[Term]) -> list[str]:
    found: dict[str, str] = {}
    for node in sorted(nodes, key=lambda n: n.id):
        if node.op in ("var", "apply") and node.data not in found:
            domain = " ".join(show_sort(a.sort) for a in node.args)
            found[node.data] = f"(declare-fun {show_symbol(node.data)} ({domain}) {show_sort(node.sort)})"
    return list(found.values())


_SIMPLE: Final = regex(r"[A-Za-z~!@$^&*_\-+=<>?/][A-Za-z0-9~!@$^&*_\-+=<>.?/]*")


# ---------------------------------------------------------------- reading


class SmtLibError(ValueError):
    """The text is not SMT-LIB, or not of the part that is understood."""


Sexp: TypeAlias = "str | list[Any]"


def read(text: str, declarations: Declarations) -> Term:
    """The term of one line, its names being declared: a sort, or for a function its argument sorts and result."""
    items = list(_parse(text))
    if len(items) != 1:
        raise SmtLibError(f"wanted one term, found {len(items)}")
    return _Reader(declarations, {}).term(items[0])


def read_declaration(line: str) -> tuple[str, Sort | Signature]:
    """Inverse of a line of `show_declarations`."""
    match list(_parse(line)):
        case [["declare-fun", str(name), list(domain), result]]:
            sorts = tuple(_read_sort(s) for s in domain)
            return _read_symbol(name), (sorts, _read_sort(result)) if sorts else _read_sort(result)
    raise SmtLibError(f"no declaration: {line}")


def read_query(text: str) -> tuple[Term, ...]:
    """The assertions of a script made of declarations, our definitions and assertions."""
    declarations: dict[str, Sort | Signature] = {}
    ranges: dict[str, tuple[tuple[int, int], ...]] = {}
    assertions = []
    for command in _parse(text):
        match command:
            case ["declare-fun", str(name), list(domain), result]:
                sorts = tuple(_read_sort(s) for s in domain)
                declarations[_read_symbol(name)] = (sorts, _read_sort(result)) if sorts else _read_sort(result)
            case ["declare-const", str(name), sort]:
                declarations[_read_symbol(name)] = _read_sort(sort)
            case ["define-fun", str(name), [[str(c), "Int"]], "Bool", ["or", *tests]] if name.startswith("in."):
                bounds = _Reader({c: INT}, {})
                ranges[name] = tuple((bounds.term(x[1]).data, bounds.term(x[3]).data) for x in tests)
            case ["define-fun", str(name), *_] if name in _DEFINED:
                pass
            case ["assert", body]:
                assertions.append(_Reader(declarations, ranges).term(body))
            case ["set-info" | "set-logic" | "set-option" | "check-sat" | "get-model" | "exit", *_]:
                pass
            case _:
                raise SmtLibError(f"cannot read the command {_brief(command)}")
    return tuple(assertions)


def _brief(sexp: Sexp) -> str:
    text = sexp if isinstance(sexp, str) else "(" + " ".join(map(_brief, sexp)) + ")"
    return text if len(text) <= 60 else text[:57] + "..."


_TOKEN: Final = regex(r"\s+|;[^\n]*|(\(|\)|\|[^|\\]*\||\"(?:[^\"]|\"\")*\"|[^\s()|\";]+)")


def _parse(text: str) -> Iterator[Sexp]:
    stack: list[list[Any]] = [[]]
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SmtLibError(f"unexpected {text[position : position + 20]!r}")
        position = match.end()
        token = match[1]
        if token is None:
            continue
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise SmtLibError("a closing parenthesis too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise SmtLibError("a closing parenthesis is missing")
    yield from stack[0]


def _read_sort(sexp: Sexp) -> Sort:
    match sexp:
        case "Bool":
            return BOOL
        case "Int":
            return INT
        case "Real":
            return REAL
        case ["_", "FloatingPoint", "11", "53"] | "Float64":
            return FLOAT
        case ["Array", index, element]:
            return array(_read_sort(index), _read_sort(element))
    raise SmtLibError(f"no sort {_brief(sexp)}")


class _Reader:
    """Reads terms without recursion: nested text may be deep."""

    def __init__(self, declarations: Declarations, ranges: Mapping[str, tuple[tuple[int, int], ...]]) -> None:
        self._declarations = declarations
        self._ranges = ranges
        self._opened = 0

    def term(self, root: Sexp) -> Term:
        """A machine with a stack of work and one of results; `let` and `forall` extend the scope of their bodies."""
        results: list[Term] = []
        work: list[tuple[str, Any, dict[str, Term]]] = [("read", root, {})]
        while work:
            what, item, scope = work.pop()
            if what == "read":
                if isinstance(item, str):
                    results.append(self._leaf(item, scope))
                elif item[:1] == ["let"]:
                    work.append(("bind", item, scope))
                    work.extend(("read", binding[1], scope) for binding in reversed(item[1]))
                elif item[:1] == ["forall"]:
                    self._opened -= 1
                    name, low, high, body = _range_and_body(item)
                    variable = t.bound(self._opened)
                    work.append(("close", variable, scope))
                    work.append(("read", body, {**scope, name: variable}))
                    work += [("read", high, scope), ("read", low, scope)]
                elif (whole := _whole_constant(item)) is not None:
                    results.append(whole)
                elif not item:
                    raise SmtLibError("an empty term")
                else:
                    rounded = len(item) > 1 and item[1] in ("RNE", "RTN", "RTP", "RTZ")
                    args = item[2:] if rounded else item[1:]
                    head = f"{item[0]} {item[1]}" if rounded else item[0]
                    work.append(("apply", (head, len(args)), scope))
                    work.extend(("read", arg, scope) for arg in reversed(args))
            elif what == "bind":
                count = len(item[1])
                values = results[len(results) - count :]
                del results[len(results) - count :]
                inner = {**scope, **{b[0]: v for b, v in zip(item[1], values, strict=True)}}
                work.append(("read", item[2], inner))
            elif what == "close":
                parts = results[-3:]
                del results[-3:]
                results.append(t.all_(item, *parts))
            else:
                head, count = item
                arguments = results[len(results) - count :]
                del results[len(results) - count :]
                results.append(self._apply(head, arguments))
        return results[0]

    def _leaf(self, token: str, scope: Mapping[str, Term]) -> Term:
        if token in scope:
            return scope[token]
        if token in ("true", "false"):
            return t.boolean(token == "true")
        if token[0].isdigit():
            return t.real(Fraction(token)) if "." in token else t.integer(int_in(token))
        name = _read_symbol(token)
        sort = self._declarations.get(name)
        if not isinstance(sort, Sort):
            raise SmtLibError(f"{name} is not declared")
        return t.var(name, sort)

    def _apply(self, head: Sexp, args: list[Term]) -> Term:
        match head:
            case ["as", "const", sort]:
                return t.const_array(_read_sort(sort), args[0])
            case ["_", "in", *bounds]:
                numbers = [int(b) for b in bounds]
                return t.in_ranges(args[0], tuple(zip(numbers[::2], numbers[1::2], strict=True)))
            case str():
                pass
            case _:
                raise SmtLibError(f"no function {_brief(head)}")
        assert isinstance(head, str)
        if head in self._ranges:
            return t.in_ranges(args[0], self._ranges[head])
        build = _BUILDERS.get(head)
        if build is not None:
            return build(*args)
        signature = self._declarations.get(_read_symbol(head))
        if isinstance(signature, tuple):
            return t.apply(_read_symbol(head), tuple(args), signature[1])
        raise SmtLibError(f"no function {_brief(head)}")


def _range_and_body(item: list[Any]) -> tuple[str, Sexp, Sexp, Sexp]:
    """The parts of a quantifier over a range; its pattern follows from the body."""
    match item:
        case ["forall", [[str(name), "Int"]], ["!", inner, ":pattern", _]] | ["forall", [[str(name), "Int"]], inner]:
            match inner:
                case ["=>", ["and", ["<=", low, first], ["<", last, high]], body] if first == last == name:
                    return name, low, high, body
    raise SmtLibError(f"a quantifier that is not over a range: {_brief(item)}")


def _whole_constant(item: list[Any]) -> Term | None:
    match item:
        case ["_", "NaN", "11", "53"]:
            return t.floating(float("nan"))
        case ["_", ("+oo" | "-oo") as infinity, "11", "53"]:
            return t.floating(float("inf") if infinity == "+oo" else float("-inf"))
        case ["_", ("+zero" | "-zero") as zero, "11", "53"]:
            return t.floating(0.0 if zero == "+zero" else -0.0)
        case ["fp", str(sign), str(exponent), str(significand)]:
            parts = [(_bits(sign), 63), (_bits(exponent), 52), (_bits(significand), 0)]
            bits = sum(value << shift for value, shift in parts)
            return t.floating(struct.unpack(">d", struct.pack(">Q", bits))[0])
    return None


def _bits(literal: str) -> int:
    return int(literal[2:], 2 if literal.startswith("#b") else 16)


def _difference(*args: Term) -> Term:
    return t.neg(args[0]) if len(args) == 1 else t.sub(args[0], t.add(*args[1:]))


def _quotient(a: Term, b: Term) -> Term:
    if not (t.is_const(a) and t.is_const(b) and b.data):
        raise SmtLibError("division of reals is read for constants only")
    return t.real(a.data / b.data)


def _div(a: Term, b: Term) -> Term:
    """The standard's `div`: the remainder is never negative."""
    if t.is_const(b) and b.data > 0:
        return t.floor_div(a, b)
    return t.ite(t.gt(b, t.ZERO), t.floor_div(a, b), t.neg(t.floor_div(a, t.neg(b))))


def _mod(a: Term, b: Term) -> Term:
    if t.is_const(b) and b.data > 0:
        return t.floor_mod(a, b)
    return t.ite(t.gt(b, t.ZERO), t.floor_mod(a, b), t.floor_mod(a, t.neg(b)))


def _chained(relation: Callable[[Term, Term], Term]) -> Callable[..., Term]:
    return lambda *args: t.and_(*(relation(a, b) for a, b in pairwise(args)))


def _distinct(*args: Term) -> Term:
    return t.and_(*(t.ne(a, b) for i, a in enumerate(args) for b in args[i + 1 :]))


_BUILDERS: Final[Mapping[str, Callable[..., Term]]] = {
    **{operator.text: partial(t.operation, operator.name) for operator in OPERATORS.values() if operator.text},
    "+": t.add,
    "-": _difference,
    "/": _quotient,
    "<=": _chained(t.le),
    "<": _chained(t.lt),
    ">=": _chained(t.ge),
    ">": _chained(t.gt),
    "=": _chained(t.eq),
    "distinct": _distinct,
    "=>": t.implies,
    "div": _div,
    "mod": _mod,
}
"""Our operations by their text, and those of the standard that are written with ours."""

_DEFINED: Final = frozenset(operator.text for operator in OPERATORS.values() if operator.definition)

_RESERVED: Final = frozenset((*_BUILDERS, "let", "forall", "true", "false", "as", "_", "!", "const", "in"))

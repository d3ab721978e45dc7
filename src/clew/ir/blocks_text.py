"""The block form as `.ivl` text; `frontend/ivl.py` reads it back.

Parentheses are printed only where the precedence of the operators asks for them; `show(read(text))` is the format of
`clew fmt` and a fixed point.
"""

from __future__ import annotations

from fractions import Fraction

from clew.ir import blocks as ir
from clew.ir.block_operators import BINARY, PREFIX

_CONDITIONAL, _POSTFIX = 0, PREFIX + 1


def show_program(program: ir.Program) -> str:
    parts = [f"global {name.name}: {name.type};" for name in program.globals]
    text = "\n".join(parts) + "\n\n" if parts else ""
    return text + "\n".join(show_procedure(procedure) for procedure in program.procedures)


def show_procedure(procedure: ir.Procedure) -> str:
    head = f"proc {procedure.name}({_typed(procedure.parameters)})"
    if procedure.returns:
        head += f" returns ({_typed(procedure.returns)})"
    lines = [head + " {"]
    lines += [f"  var {name.name}: {name.type};" for name in procedure.locals]
    lines += [show_block(block) for block in procedure.blocks]
    return "\n".join(lines) + "\n}\n"


def show_block(block: ir.Block) -> str:
    origin = f" of {block.origin.procedure}.{block.origin.label}" if block.origin else ""
    lines = [f"  {block.label}{origin}:"]
    lines += [f"    {show_instr(instr)}" for instr in block.instrs]
    lines.append(f"    goto {', '.join(block.targets)};" if block.targets else "    return;")
    return "\n".join(lines)


def show_instr(instr: ir.Instr) -> str:
    match instr:
        case ir.Assign(target, ir.Store(ir.Name(map), index, value)) if target.name == map:
            return f"{target.name}[{show_expr(index)}] := {show_expr(value)};"
        case ir.Assign(target, value):
            return f"{target.name} := {show_expr(value)};"
        case ir.Havoc(target):
            return f"havoc {target.name};"
        case ir.Assume(condition):
            return f"assume {show_expr(condition)};"
        case ir.Assert(condition):
            return f"assert {show_expr(condition)};"
        case ir.Call(targets, procedure, arguments):
            receivers = ", ".join(target.name for target in targets) + " := " if targets else ""
            return f"call {receivers}{procedure}({', '.join(show_expr(a) for a in arguments)});"


def show_expr(expr: ir.Expr, above: int = _CONDITIONAL) -> str:
    """above: the level of the tightest-binding position that the text must fit into."""
    match expr:
        case ir.Literal(bool(value)):
            return "true" if value else "false"
        case ir.Literal(Fraction() as value):
            return _bracket(_show_real(value), PREFIX if value < 0 else _POSTFIX, above)
        case ir.Literal(value):
            return _bracket(str(value), PREFIX if value < 0 else _POSTFIX, above)
        case ir.Name(name):
            return name
        case ir.Unary(op, operand):
            # A sign directly before a number would read back as a negative literal.
            inner = show_expr(operand, PREFIX)
            text = f"{op}({inner})" if op == "-" and inner[0].isdigit() else op + inner
            return _bracket(text, PREFIX, above)
        case ir.Binary(op, left, right):
            level, first = BINARY[op].level, BINARY[op].associates
            text = f"{show_expr(left, level + (first != 'left'))} {op} {show_expr(right, level + (first != 'right'))}"
            return _bracket(text, level, above)
        case ir.Conditional(condition, then, orelse):
            text = f"if {show_expr(condition)} then {show_expr(then)} else {show_expr(orelse)}"
            return _bracket(text, _CONDITIONAL, above) if above > _CONDITIONAL else text
        case ir.Select(map, index):
            return f"{show_expr(map, _POSTFIX)}[{show_expr(index)}]"
        case ir.Store(map, index, value):
            return f"{show_expr(map, _POSTFIX)}[{show_expr(index)} := {show_expr(value)}]"
        case ir.All(variable, low, high, body):
            return f"(forall {variable.name} from {show_expr(low)} to {show_expr(high)}: {show_expr(body)})"


def _show_real(value: Fraction) -> str:
    """A decimal where there is one, so that it reads back as a literal; others are written as a quotient of
    decimals."""
    numerator, denominator = value.numerator, value.denominator
    places = 0
    while (10**places) % denominator:
        places += 1
        if places > 400:
            raise ValueError(f"{value} has no short decimal form")
    digits = str(abs(numerator) * 10**places // denominator).rjust(places + 1, "0")
    sign = "-" if numerator < 0 else ""
    whole, part = (digits[:-places], digits[-places:]) if places else (digits, "0")
    return f"{sign}{whole}.{part}"


def _bracket(text: str, level: int, above: int) -> str:
    return f"({text})" if level < above else text


def _typed(names: tuple[ir.Name, ...]) -> str:
    return ", ".join(f"{name.name}: {name.type}" for name in names)

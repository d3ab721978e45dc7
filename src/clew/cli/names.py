"""Is there a function of the wanted name in a file?  Answered from its units, with a suggestion where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from clew.frontend.module import Module, Unit, read_module
from clew.frontend.outline import names_in
from clew.source.diagnostics import Diagnostic, InputError
from clew.source.discovery import Target
from clew.source.suggestions import suggestion
from clew.source.text import read_source


def read_target(target: Target) -> Module | tuple[Diagnostic, ...]:
    """The lowered module of a target; diagnostics where Python would refuse it."""
    try:
        text = read_source(target.path, target.file)
    except InputError as error:
        return (error.diagnostic,)
    return read_module(text, target.file, target.module)


def wanted_units(module: Module, qualname: str | None) -> list[Unit]:
    """The units a target asks for: a function with those nested in it, or all methods of a class."""
    if qualname is None:
        return list(module.units)
    plain = qualname.replace("<locals>.", "")
    return [u for u in module.units if (u.qualname.replace("<locals>.", "") + ".").startswith(plain + ".")]


def check_names(targets: Sequence[Target]) -> tuple[list[Target], list[Diagnostic]]:
    """The targets without those whose name does not exist; those whose file cannot be read are left to the analysis."""
    good: list[Target] = []
    problems: list[Diagnostic] = []
    for target in targets:
        if target.qualname is None or target.is_program or _is_there(target, target.qualname):
            good.append(target)
            continue
        module = read_target(target)
        if not isinstance(module, Module) or wanted_units(module, target.qualname):
            good.append(target)
        else:
            problems.append(_no_such_name(target.file, target.qualname, module))
    return good, problems


def _is_there(target: Target, qualname: str) -> bool:
    """True only for a name that is; lowering the file is left to those who need it."""
    try:
        text = read_source(target.path, target.file)
    except InputError:
        return False
    return qualname.replace("<locals>.", "") in names_in(text, target.file)


def _no_such_name(file: str, qualname: str, module: Module) -> Diagnostic:
    known = {u.qualname.replace("<locals>.", "") for u in module.units}
    known |= {u.class_path for u in module.units if u.class_path is not None}
    hint = suggestion(qualname, known)
    if not hint:
        names = sorted(known)
        more = ", …" if len(names) > 8 else ""
        hint = f"; it has {', '.join(f'`{n}`' for n in names[:8])}{more}" if names else "; it has no functions"
    return Diagnostic("no-such-name", f"there is no function or class `{qualname}`{hint}", file)

"""What a proof may take for granted: a closed list of kinds, held by the type checker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, cast, get_args

from clew.records import dataclass
from clew.source.spans import Span

AssumptionKind: TypeAlias = Literal[
    "types",
    "guessed-types",
    "construction",
    "invariants",
    "no-sharing",
    "equality",
    "wording",
    "imports",
    "given",
    "module-state",
    "private-state",
    "process-state",
    "resources",
    "by-name",
    "this-python",
    "set-order",
    "native",
]

MEANINGS: Final[Mapping[AssumptionKind, str]] = {
    "types": (
        "arguments have their annotated types; of subclasses of built-in classes those count that files of the project "
        "declare, by class statements or calls that show their bases (not what texts that are run make, nor "
        "`__mro_entries__`); `types:Node`: which subclasses or implementations of `Node` there "
        "are; `types:iterators`: iterators that are given do not go on after their end; `types:drawing`: nor "
        "change anything else that is given"
    ),
    "guessed-types": (
        "values whose type nothing states have one of the types that were tried; `guessed-types:slices`: the parts "
        "of slices are whole numbers or None"
    ),
    "construction": (
        "objects are made by constructors, once, with arguments of their annotated types, which attributes keep, and "
        "copies share nothing private with them; their private "
        "attributes, and frozen ones, are changed only by what is public (what the files set that `private-state` is "
        "about is not taken for granted, but for names that a file computes which no import connects with the "
        "class); no "
        "attribute is deleted from outside, nor set in place of a method or constant of the class; "
        "`construction:changed:Box` "
        "names methods that cannot be called here, and are not called before: what needs it is no proof"
    ),
    "invariants": "objects keep the invariants of their classes between calls",
    "no-sharing": (
        "no mutable object occurs twice among the arguments, in ways that are not tried; `no-sharing:modules`: no "
        "argument is, or holds, what a module keeps; `no-sharing:identity`: nobody asks, or notices by changing one, "
        "which of the objects that a call gives, or leaves, are one, nor asks for the order of keys and attributes"
    ),
    "equality": (
        "what two versions of a function give, leave or raise something with is compared by `==`: nobody tells 0.0 "
        "from -0.0, 1 from True, or 1 from 1.0 inside of it"
    ),
    "wording": (
        "nobody looks at how code is written (its text, docstrings, annotations, bytecode, names of variables and of "
        "functions inside that are only called, the order of definitions, lines in tracebacks and warnings, names in "
        "messages of `UnboundLocalError`), nor at when objects end that are no longer needed, builtins, which no "
        "other file hides, and what modules of the library hold, stay what they are, and so do the files that it "
        "reads, looks for or runs; `wording:generators`: nothing that a generator evaluates raises StopIteration, and"
        " nobody notices when its items are made; `wording:names`: nobody asks functions made inside for their names;"
        " `wording:comparisons`: comparisons give True or False, say that each object equals itself, fit each other "
        "and hashes, which all have that are looked for in sets, and do nothing else; `wording:mappings`: what is "
        "asked for `keys()` or `get()` is a mapping, gone through and searched by its keys; `wording:format`: objects"
        " are written into texts as `str` and `repr` write them, which raises nothing and does nothing else, and what "
        "makes one of them changes none of the others; `wording:percent`: what `%` writes alone into a text is no "
        "tuple; `wording:texts`: what is added to texts, joined, or asked for `startswith` or `endswith` is a text, of "
        "class `str` itself; `wording:groups`: no group of exceptions is raised where `contextlib.suppress` is used; "
        "`wording:exceptions`: nobody looks at more of exceptions than their class, and the arguments of those that "
        "statements of the function raise; `wording:modules`: nor at what modules are called that have another name, "
        "or where they are; `wording:files`: nothing that it uses reads of the files named, which changed"
    ),
    "imports": (
        "what runs when modules are imported, and is not what ran before, at the places named, leaves what the "
        "function uses as it was: variables, registries, what the process and libraries hold; what is seen by its name "
        "to change is not taken for granted"
    ),
    "given": (
        "what a function is given, and what that holds, does the same in both versions where it calls it: it is given"
        " none of the changed functions and classes named, no objects of these, and nothing that calls them; "
        "`given:kept`: nor are these hooks, handlers or callbacks that the library calls, or values of variables that"
        " are set under computed names, and they leave the same behind, in the process and in modules"
    ),
    "module-state": (
        "the variables named, and what they hold, are as the import of their modules left them; what functions of "
        "the project change is not taken for granted, those of the package, or of the folder of a module in none, of "
        "the files given with it, and of those beside the package: give other packages of a repository with it"
    ),
    "private-state": (
        "no code changes the private variables named, but what clew sees: that of the package, or of the folder of a "
        "module in none, of the files given with it, and of those beside the package (nothing through `__dict__`, "
        "pickles or `mock.patch`)"
    ),
    "process-state": (
        "what the process holds is as the import left it: a context, a filter, a handled exception, an event loop; "
        "what functions of the project, as for `module-state`, change is not taken for granted, nor what the functions "
        "of libraries that they name may change in the library's own modules"
    ),
    "resources": (
        "memory, the depth of recursion and the digits of ints suffice, and nothing interrupts it; Python is started "
        "without `-O`, under which assertions do nothing"
    ),
    "by-name": "the function is called as the decorator left it; nobody takes it out of what was made of it",
    "this-python": "this build of Python, and this machine",
    "set-order": "sets are in the order that the hashes of this process give",
    "native": "what code in C does, as observed or documented",
}
"""What is taken for granted.  An id may say more, behind a colon."""

CHANGED: Final = "changed"
"""What `module-state` is about where code of the project itself changes the variables after the import."""

KINDS: Final[tuple[str, ...]] = get_args(AssumptionKind)


@dataclass(frozen=True, slots=True)
class Assumption:
    """A fact a proof takes for granted.  text: one sentence for the reader; about: which of its kind, if several."""

    kind: AssumptionKind
    text: str
    place: Span | None = None
    about: str = ""

    @property
    def id(self) -> str:
        """`types`, `process-state:decimal`, `types:Node`."""
        return f"{self.kind}:{self.about}" if self.about else self.kind


def of_changed(assumptions: Iterable[Assumption]) -> Assumption | None:
    """The one among them that code of the project contradicts: nobody makes one call only."""
    return next(
        (a for a in assumptions if a.id == f"module-state:{CHANGED}" or a.about.startswith(f"{CHANGED}:")), None
    )


def read_assumption(id: str, text: str, place: Span | None) -> Assumption:
    """Of a report; ValueError for an id whose kind is not on the list."""
    kind, _, about = id.partition(":")
    if kind not in KINDS:
        raise ValueError(f"no kind of assumption: {kind}")
    return Assumption(cast("AssumptionKind", kind), text, place, about)

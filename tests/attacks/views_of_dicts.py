"""Views of dicts are no lists."""
from collections import ChainMap, UserDict, deque

from collections.abc import (
    Collection,
    Container,
    ItemsView,
    Iterable,
    KeysView,
    Mapping,
    MappingView,
    MutableMapping,
    MutableSequence,
    MutableSet,
    Reversible,
    Sequence,
    Set,
    Sized,
    ValuesView,
)


def v01(k: KeysView[str]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v01({}.keys())


def v02(k: ValuesView[int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v02({}.values())


def v03(k: ItemsView[str, int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v03({}.items())


def v04(k: MappingView) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v04({}.items())


def v05(k: Set[int]) -> int:
    if isinstance(k, set):
        return 1
    return 2  # reached by: v05(frozenset())


def v06(k: Sequence[int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v06(())


def v07(k: MutableSequence[int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v07(deque())


def v08(k: MutableSet[int]) -> int:
    if isinstance(k, set):
        return 1
    return 2  # reached by: v08(w_ms())


def w_ms() -> MutableSet[int]:
    class M(MutableSet):
        def __init__(self): self.d = {}
        def __contains__(self, x): return x in self.d
        def __iter__(self): return iter(self.d)
        def __len__(self): return len(self.d)
        def add(self, x): self.d[x] = 1
        def discard(self, x): self.d.pop(x, None)
    return M()


def v09(k: Mapping[str, int]) -> int:
    if isinstance(k, dict):
        return 1
    return 2  # reached by: v09(ChainMap())


def v10(k: MutableMapping[str, int]) -> int:
    if isinstance(k, dict):
        return 1
    return 2  # reached by: v10(UserDict())


def v11(k: Collection[int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v11({1})


def v12(k: Iterable[int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v12(iter([]))


def v13(k: Reversible[int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v13({})


def v14(k: Sized) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v14('')


def v15(k: Container[int]) -> int:
    if isinstance(k, list):
        return 1
    return 2  # reached by: v15(range(2))


def v16(d: dict[str, int], ks: KeysView[str]) -> int:
    d["zz"] = 1
    if "zz" in ks and len(ks) == 1 and len(d) == 1:
        return 1  # reached by: v16(z := {}, z.keys())
    return 0


def v17(ks: KeysView[str]) -> int:
    a = list(ks)
    if len(set(a)) < len(a):
        return 1
    try:
        ks[0]  # type: ignore
    except TypeError:
        return 2  # reached by: v17({'a': 1}.keys())
    except IndexError:
        return 3
    return 4


def v18(ks: KeysView[str]) -> int:
    try:
        ks | {"a"}
    except TypeError:
        return 1
    return 2  # reached by: v18({}.keys())


def v19(d: dict[str, int]) -> int:
    ks = d.keys()
    try:
        ks[0]  # type: ignore
    except TypeError:
        return 1
    except (KeyError, IndexError):
        return 2
    return 3


def v20(vs: ValuesView[int]) -> int:
    try:
        hash(vs)
    except TypeError:
        return 1
    return 2  # reached by: v20({}.values())


def v21(ks: KeysView[str], js: KeysView[str]) -> int:
    if list(ks) != list(js) and ks == js:
        return 1  # reached by: v21({'a': 1, 'b': 2}.keys(), {'b': 1, 'a': 1}.keys())
    return 0


def v22(vs: ValuesView[int]) -> int:
    if vs != vs:
        return 1
    if list(vs) == [1] and vs != {"a": 1}.values():
        return 2  # reached by: v22({'a': 1}.values())
    return 0

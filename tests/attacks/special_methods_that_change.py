"""Special methods that change their object."""
from __future__ import annotations
import copy
import operator

from typing import Any


class D0:
    def __init__(self) -> None:
        self._n0 = 0

    def __enter__(self) -> Any:
        self._n0 = 51
        return 1

    def big(self) -> bool:
        if self._n0 == 51:
            return True  # reached by: o = D0(); o.__enter__(); o.big()
        return False


class D1:
    def __init__(self) -> None:
        self._n1 = 0

    def __exit__(self, *a: Any) -> Any:
        self._n1 = 51
        return 1

    def big(self) -> bool:
        if self._n1 == 51:
            return True  # reached by: o = D1(); o.__exit__(None, None, None); o.big()
        return False


class D2:
    def __init__(self) -> None:
        self._n2 = 0

    def __call__(self) -> Any:
        self._n2 = 51
        return 1

    def big(self) -> bool:
        if self._n2 == 51:
            return True  # reached by: o = D2(); o(); o.big()
        return False


class D3:
    def __init__(self) -> None:
        self._n3 = 0

    def __iadd__(self, n: int) -> Any:
        self._n3 = 51
        return self

    def big(self) -> bool:
        if self._n3 == 51:
            return True  # reached by: o = D3(); o += 1; o.big()
        return False


class D4:
    def __init__(self) -> None:
        self._n4 = 0

    def __setitem__(self, k: int, v: int) -> Any:
        self._n4 = 51
        return 1

    def big(self) -> bool:
        if self._n4 == 51:
            return True  # reached by: o = D4(); o[1] = 2; o.big()
        return False


class D5:
    def __init__(self) -> None:
        self._n5 = 0

    def __delitem__(self, k: int) -> Any:
        self._n5 = 51
        return 1

    def big(self) -> bool:
        if self._n5 == 51:
            return True  # reached by: o = D5(); del o[1]; o.big()
        return False


class D6:
    def __init__(self) -> None:
        self._n6 = 0

    def __getitem__(self, k: int) -> Any:
        self._n6 = 51
        return 1

    def big(self) -> bool:
        if self._n6 == 51:
            return True  # reached by: o = D6(); o[1]; o.big()
        return False


class D7:
    def __init__(self) -> None:
        self._n7 = 0

    def __iter__(self) -> Any:
        self._n7 = 51
        return iter([1])

    def big(self) -> bool:
        if self._n7 == 51:
            return True  # reached by: o = D7(); iter(o); o.big()
        return False


class D8:
    def __init__(self) -> None:
        self._n8 = 0

    def __next__(self) -> Any:
        self._n8 = 51
        return 1

    def big(self) -> bool:
        if self._n8 == 51:
            return True  # reached by: o = D8(); next(o); o.big()
        return False


class D9:
    def __init__(self) -> None:
        self._n9 = 0

    def __bool__(self) -> Any:
        self._n9 = 51
        return True

    def big(self) -> bool:
        if self._n9 == 51:
            return True  # reached by: o = D9(); bool(o); o.big()
        return False


class D10:
    def __init__(self) -> None:
        self._n10 = 0

    def __eq__(self, x: object) -> Any:
        self._n10 = 51
        return 1

    def big(self) -> bool:
        if self._n10 == 51:
            return True  # reached by: o = D10(); o == 1; o.big()
        return False


class D11:
    def __init__(self) -> None:
        self._n11 = 0

    def __hash__(self) -> Any:
        self._n11 = 51
        return 1

    def big(self) -> bool:
        if self._n11 == 51:
            return True  # reached by: o = D11(); hash(o); o.big()
        return False


class D12:
    def __init__(self) -> None:
        self._n12 = 0

    def __len__(self) -> Any:
        self._n12 = 51
        return 1

    def big(self) -> bool:
        if self._n12 == 51:
            return True  # reached by: o = D12(); len(o); o.big()
        return False


class D13:
    def __init__(self) -> None:
        self._n13 = 0

    def __contains__(self, x: object) -> Any:
        self._n13 = 51
        return 1

    def big(self) -> bool:
        if self._n13 == 51:
            return True  # reached by: o = D13(); 1 in o; o.big()
        return False


class D14:
    def __init__(self) -> None:
        self._n14 = 0

    def __getattr__(self, name: str) -> Any:
        if name != "zzz":
            raise AttributeError(name)
        self._n14 = 51
        return 1

    def big(self) -> bool:
        if self._n14 == 51:
            return True  # reached by: o = D14(); o.zzz; o.big()
        return False


class D15:
    def __init__(self) -> None:
        self._n15 = 0

    def __delattr__(self, name: str) -> Any:
        self._n15 = 51
        return 1

    def big(self) -> bool:
        if self._n15 == 51:
            return True  # reached by: o = D15(); del o.zz; o.big()
        return False


class D16:
    def __init__(self) -> None:
        self._n16 = 0

    def __format__(self, s: str) -> Any:
        self._n16 = 51
        return "x"

    def big(self) -> bool:
        if self._n16 == 51:
            return True  # reached by: o = D16(); f"{o}"; o.big()
        return False


class D17:
    def __init__(self) -> None:
        self._n17 = 0

    def __reduce__(self) -> Any:
        self._n17 = 51
        return "x"

    def big(self) -> bool:
        if self._n17 == 51:
            return True  # reached by: o = D17(); o.__reduce__(); o.big()
        return False


class D18:
    def __init__(self) -> None:
        self._n18 = 0

    def __copy__(self) -> Any:
        self._n18 = 51
        return self

    def big(self) -> bool:
        if self._n18 == 51:
            return True  # reached by: o = D18(); copy.copy(o); o.big()
        return False



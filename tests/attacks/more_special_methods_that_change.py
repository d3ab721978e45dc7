"""More special methods that change their object."""
from __future__ import annotations
import operator
import copy
import os

from typing import Any


class D19:
    def __init__(self) -> None:
        self._n19 = 0

    def __deepcopy__(self, memo: Any) -> Any:
        self._n19 = 51
        return self

    def big(self) -> bool:
        if self._n19 == 51:
            return True  # reached by: o = D19(); copy.deepcopy(o); o.big()
        return False


class D20:
    def __init__(self) -> None:
        self._n20 = 0

    def __lt__(self, x: object) -> Any:
        self._n20 = 51
        return 1

    def big(self) -> bool:
        if self._n20 == 51:
            return True  # reached by: o = D20(); o < 1; o.big()
        return False


class D21:
    def __init__(self) -> None:
        self._n21 = 0

    def __or__(self, x: object) -> Any:
        self._n21 = 51
        return 1

    def big(self) -> bool:
        if self._n21 == 51:
            return True  # reached by: o = D21(); o | 1; o.big()
        return False


class D22:
    def __init__(self) -> None:
        self._n22 = 0

    def __rsub__(self, x: object) -> Any:
        self._n22 = 51
        return 1

    def big(self) -> bool:
        if self._n22 == 51:
            return True  # reached by: o = D22(); 1 - o; o.big()
        return False


class D23:
    def __init__(self) -> None:
        self._n23 = 0

    def __fspath__(self) -> Any:
        self._n23 = 51
        return "x"

    def big(self) -> bool:
        if self._n23 == 51:
            return True  # reached by: o = D23(); os.fspath(o); o.big()
        return False


class D24:
    def __init__(self) -> None:
        self._n24 = 0

    def __index__(self) -> Any:
        self._n24 = 51
        return 1

    def big(self) -> bool:
        if self._n24 == 51:
            return True  # reached by: o = D24(); operator.index(o); o.big()
        return False


class D25:
    def __init__(self) -> None:
        self._n25 = 0

    def __round__(self) -> Any:
        self._n25 = 51
        return 1

    def big(self) -> bool:
        if self._n25 == 51:
            return True  # reached by: o = D25(); round(o); o.big()
        return False


class D26:
    def __init__(self) -> None:
        self._n26 = 0

    def __reversed__(self) -> Any:
        self._n26 = 51
        return iter([1])

    def big(self) -> bool:
        if self._n26 == 51:
            return True  # reached by: o = D26(); reversed(o); o.big()
        return False


class D27:
    def __init__(self) -> None:
        self._n27 = 0

    def __sizeof__(self) -> Any:
        self._n27 = 51
        return 1

    def big(self) -> bool:
        if self._n27 == 51:
            return True  # reached by: o = D27(); o.__sizeof__(); o.big()
        return False


class D28:
    def __init__(self) -> None:
        self._n28 = 0

    def __dir__(self) -> Any:
        self._n28 = 51
        return []

    def big(self) -> bool:
        if self._n28 == 51:
            return True  # reached by: o = D28(); dir(o); o.big()
        return False


class D29:
    def __init__(self) -> None:
        self._n29 = 0

    def __getstate__(self) -> Any:
        self._n29 = 51
        return 1

    def big(self) -> bool:
        if self._n29 == 51:
            return True  # reached by: o = D29(); o.__getstate__(); o.big()
        return False


class D30:
    def __init__(self) -> None:
        self._n30 = 0

    def __length_hint__(self) -> Any:
        self._n30 = 51
        return 1

    def big(self) -> bool:
        if self._n30 == 51:
            return True  # reached by: o = D30(); operator.length_hint(o); o.big()
        return False


class D31:
    def __init__(self) -> None:
        self._n31 = 0

    def __bytes__(self) -> Any:
        self._n31 = 51
        return b""

    def big(self) -> bool:
        if self._n31 == 51:
            return True  # reached by: o = D31(); bytes(o); o.big()
        return False


class D32:
    def __init__(self) -> None:
        self._n32 = 0

    def __complex__(self) -> Any:
        self._n32 = 51
        return 1j

    def big(self) -> bool:
        if self._n32 == 51:
            return True  # reached by: o = D32(); complex(o); o.big()
        return False


class D33:
    def __init__(self) -> None:
        self._n33 = 0

    def __divmod__(self, x: int) -> Any:
        self._n33 = 51
        return 1

    def big(self) -> bool:
        if self._n33 == 51:
            return True  # reached by: o = D33(); divmod(o, 1); o.big()
        return False


class D34:
    def __init__(self) -> None:
        self._n34 = 0

    def __matmul__(self, x: int) -> Any:
        self._n34 = 51
        return 1

    def big(self) -> bool:
        if self._n34 == 51:
            return True  # reached by: o = D34(); o @ 1; o.big()
        return False


class D35:
    def __init__(self) -> None:
        self._n35 = 0

    def __imatmul__(self, x: int) -> Any:
        self._n35 = 51
        return self

    def big(self) -> bool:
        if self._n35 == 51:
            return True  # reached by: o = D35(); o @= 1; o.big()
        return False


class D36:
    def __init__(self) -> None:
        self._n36 = 0

    def __invert__(self) -> Any:
        self._n36 = 51
        return 1

    def big(self) -> bool:
        if self._n36 == 51:
            return True  # reached by: o = D36(); ~o; o.big()
        return False


class D37:
    def __init__(self) -> None:
        self._n37 = 0

    def __abs__(self) -> Any:
        self._n37 = 51
        return 1

    def big(self) -> bool:
        if self._n37 == 51:
            return True  # reached by: o = D37(); abs(o); o.big()
        return False



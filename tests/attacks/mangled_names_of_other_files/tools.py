"""Says `__rows` where it means `_Tool__rows`."""

import rows


class Tool:
    def put(self, n: int) -> None:
        rows.__rows.append(n)  # type: ignore[attr-defined]

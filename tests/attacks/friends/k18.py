from dataclasses import dataclass, field


@dataclass
class Order:
    total: int
    _paid: bool = field(default=False, init=False)

    def _mark(self) -> None:
        self._paid = True

    def due(self) -> int:
        if self._paid:
            return 0  # reached by: o = Order(3); Ledger().pay(o); o.due()
        return self.total


@dataclass
class Ledger:
    orders: list[Order] = field(default_factory=list)

    def pay(self, o: Order) -> None:
        self.orders.append(o)
        o._mark()

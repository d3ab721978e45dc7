def stock_of(stock: dict[str, int], item: str) -> int:
    if item in stock:
        return stock[item]
    return 0


# ---- after


def stock_of(stock: dict[str, int], item: str) -> int:
    return stock.get(item, 0)

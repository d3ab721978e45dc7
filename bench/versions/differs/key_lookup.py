def price_of(prices: dict[str, int], name: str) -> int:
    return prices.get(name, 0)


# ---- after


def price_of(prices: dict[str, int], name: str) -> int:
    return prices[name]

def total(prices: list[int]) -> int:
    result = 0
    for price in prices:
        result += price
    return result


# ---- after


def total(prices: list[int]) -> int:
    return sum(prices)

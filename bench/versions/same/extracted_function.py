def invoice(net: int, country: str) -> int:
    if country == "DE":
        tax = net * 19 // 100
    elif country == "LU":
        tax = net * 17 // 100
    else:
        tax = 0
    return net + tax


# ---- after


def _rate(country: str) -> int:
    if country == "DE":
        return 19
    return 17 if country == "LU" else 0


def invoice(net: int, country: str) -> int:
    return net + net * _rate(country) // 100

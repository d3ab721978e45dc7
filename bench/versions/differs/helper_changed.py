def _tax(net):
    return net * 19 // 100


def gross(net: int) -> int:
    return net + _tax(net)


# ---- after


def _tax(net):
    return (net * 19 + 50) // 100


def gross(net: int) -> int:
    total = net + _tax(net)
    return total

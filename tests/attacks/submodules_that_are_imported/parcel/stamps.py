"""Sets an attribute of its package when it is imported."""

PRICE = 1

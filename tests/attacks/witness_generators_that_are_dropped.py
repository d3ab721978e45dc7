def between(generator, act):
    """Draw one item, act, and draw the rest."""
    next(generator)
    act()
    list(generator)

"""No import connects it with the class whose special method it sets."""

def falsy(o):
    type(o).__bool__ = lambda self: False

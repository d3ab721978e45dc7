import contextlib


def thrown(generator, draws, *errors):
    """Throw the errors into it after so many items; None: draw one more."""
    with contextlib.suppress(StopIteration):
        for _ in range(draws):
            next(generator)
        for error in errors:
            if error is None:
                next(generator)
            else:
                generator.throw(error)


def sent(generator, *values):
    with contextlib.suppress(StopIteration):
        next(generator)
        for value in values:
            generator.send(value)


def thrown_coroutine(coroutine, error):
    with contextlib.suppress(StopIteration):
        coroutine.send(None)
        coroutine.throw(error)


def sent_coroutine(coroutine, value):
    with contextlib.suppress(StopIteration):
        coroutine.send(None)
        coroutine.send(value)

from raised_by_keyword import C, Err


def go() -> int:
    try:
        C("x")
    except Err as error:
        return error.obj.state()
    return 0

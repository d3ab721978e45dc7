def f():
    return 1, -1, True, None, ..., 1.5, 2j, "é\n", b"\x00", 10 ** 30

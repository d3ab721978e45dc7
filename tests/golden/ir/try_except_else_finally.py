def f(g):
    try:
        g()
    except (KeyError, OSError) as e:
        raise ValueError from e
    except:
        raise
    else:
        return 1
    finally:
        g()

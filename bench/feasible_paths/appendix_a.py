"""The procedure of appendix A of Goldberg, Wang and Zimmerman (ISSTA 1994), in Python.

All variables are Booleans declared elsewhere; here they are parameters.  `or` and `and` of Ada do not short-circuit, so
those that make a value are `|` and `&`.
"""


def test(
    cc_1: bool, cc_2: bool, cc_3: bool, cc_4: bool, cc_5: bool, cc_6: bool, ic_1: bool, ic_2: bool, ic_3: bool,
    ic_4: bool, ic_5: bool, ic_6: bool, ic_7: bool, ic_8: bool, ic_9: bool, ic_10: bool, ic_11: bool, ic_12: bool,
    ic_13: bool, ic_14: bool, ic_15: bool,
) -> bool:  # fmt: skip
    dc_1 = cc_1 or ic_1
    dc_2 = cc_2 and dc_1 and ic_2
    dc_3 = (ic_3 or cc_3 or cc_1) and (ic_4 or not (ic_5 and cc_2 and not cc_3))
    dc_4 = dc_3 or not cc_4
    dc_5 = (dc_1 and cc_2) or cc_3 or not cc_4
    dc_6 = ic_6 and cc_5
    dc_7 = ic_7 and cc_5
    dc_8 = ic_8 != dc_5
    dc_9 = dc_3 or ic_9
    dc_10 = (not (dc_4 and dc_2) or ic_10) and dc_9
    dc_11 = True
    if not (not dc_7 or not dc_2 or ic_11 or cc_6):
        if ic_12:
            dc_11 = ic_13
    dc_12 = dc_11 or not ic_14
    if not (dc_2 and cc_3):
        pass
    elif not dc_12:
        pass
    dc_13 = dc_6 and (cc_6 or not (dc_2 and dc_12))
    dc_14 = dc_13 and dc_8 and dc_10
    if dc_14:
        pass
    if not dc_14:
        if ic_15:
            pass
    return dc_14

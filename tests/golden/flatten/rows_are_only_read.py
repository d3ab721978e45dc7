def f(rows: list[list[int]]) -> int:
    found = 0
    for row in rows:
        if row:
            found += row[0]
    return found

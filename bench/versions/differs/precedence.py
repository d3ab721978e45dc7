def access(admin: bool, owner: bool, locked: bool) -> bool:
    return (admin or owner) and not locked


# ---- after


def access(admin: bool, owner: bool, locked: bool) -> bool:
    return admin or owner and not locked

def clean(text: str) -> str:
    return text.strip()


# ---- after


def clean(text: str) -> str:
    return text.lstrip()

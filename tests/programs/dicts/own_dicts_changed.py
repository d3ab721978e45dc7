"""Where code may give classes another way to store, nobody knows what storing raises."""


class Kept(dict):
    def put(self, place: int, value: int) -> None:
        self[place] = value  # unknown IndexError bound


def change(name: str, value: object) -> None:
    setattr(Kept, name, value)

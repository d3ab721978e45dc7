class Temperature:
    def __init__(self, degrees: int) -> None:
        self.degrees = degrees

    @property
    def degrees(self) -> int:
        return self._degrees

    @degrees.setter
    def degrees(self, value: int) -> None:
        if value < -273:
            raise ValueError(value)  # covered
        self._degrees = value

    @degrees.deleter
    def degrees(self) -> None:
        if self._degrees < -273:
            raise ValueError("colder than cold")  # infeasible
        if self._degrees > 1000:
            self._degrees = 1000  # covered
        else:
            self._degrees = 0  # covered


def cold(t: Temperature):
    if t.degrees < -273:
        return 1  # infeasible
    if t.degrees == -273:
        return 2  # covered
    return 0

class Engine:
    def __init__(self) -> None:
        self._rpm = 0

    def _start(self) -> None:
        self._rpm = 900

    def running(self) -> bool:
        if self._rpm > 0:
            return True  # reached by: e = Engine(); c = Car(e); e.running()
        return False


class Car:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        engine._start()

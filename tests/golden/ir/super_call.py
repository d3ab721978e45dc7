class C:
    def f(self):
        return super().f()

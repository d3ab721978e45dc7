class C:
    def f(self, __a):
        __b = self.__x
        return __a, __b, __c

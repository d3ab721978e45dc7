"""Loops over lists whose indexes are right for lists of any length, by invariants about lengths alone."""


def find(xs: list[int], wanted: int) -> int:
    i = 0
    while i < len(xs):
        try:
            if xs[i] == wanted:
                return i
        except IndexError:
            return -2  # infeasible unbounded
        i += 1
    return -1


def find_last(xs: list[int], wanted: int) -> int:
    for i in range(len(xs) - 1, -1, -1):
        try:
            if xs[i] == wanted:
                return i  # covered
        except IndexError:
            return -2  # infeasible unbounded
    return -1


def binary_search(xs: list[int], wanted: int) -> int:
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        try:
            found = xs[middle]
        except IndexError:
            return -1  # infeasible unbounded
        if found < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def closed_binary_search(xs: list[int], wanted: int) -> bool:
    low, high = 0, len(xs) - 1
    while low <= high:
        middle = low + (high - low) // 2
        try:
            found = xs[middle]
        except IndexError:
            return False  # infeasible unbounded
        if found == wanted:
            return True
        if found < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return False


def pair_with_sum(xs: list[int], wanted: int) -> bool:
    left, right = 0, len(xs) - 1
    while left < right:
        try:
            found = xs[left] + xs[right]
        except IndexError:
            return False  # infeasible unbounded
        if found == wanted:
            return True
        if found < wanted:
            left += 1
        else:
            right -= 1
    return False


def is_palindrome(xs: list[int]) -> bool:
    for i in range(len(xs) // 2):
        try:
            if xs[i] != xs[len(xs) - 1 - i]:
                return False
        except IndexError:
            return False  # infeasible unbounded
    return True


def insertion_sort(xs: list[int]) -> None:
    try:
        for i in range(1, len(xs)):
            key, j = xs[i], i - 1
            while j >= 0 and xs[j] > key:
                xs[j + 1] = xs[j]
                j -= 1
            xs[j + 1] = key
    except IndexError:
        return  # infeasible unbounded


def bubble_sort(xs: list[int]) -> None:
    try:
        for i in range(len(xs)):
            for j in range(len(xs) - 1 - i):
                if xs[j] > xs[j + 1]:
                    xs[j], xs[j + 1] = xs[j + 1], xs[j]
    except IndexError:
        return  # infeasible unbounded


def selection_sort(xs: list[int]) -> None:
    try:
        for i in range(len(xs)):
            least = i
            for j in range(i + 1, len(xs)):
                if xs[j] < xs[least]:
                    least = j
            xs[i], xs[least] = xs[least], xs[i]
    except IndexError:
        return  # infeasible unbounded


def partition(xs: list[int]) -> int:
    store = 0
    if not xs:
        return 0
    try:
        for i in range(len(xs) - 1):
            if xs[i] < xs[len(xs) - 1]:
                xs[i], xs[store] = xs[store], xs[i]
                store += 1
        xs[store], xs[-1] = xs[-1], xs[store]
    except IndexError:
        return -1  # infeasible unbounded
    return store


def merge(a: list[int], b: list[int]) -> list[int]:
    i = j = 0
    merged = []
    try:
        while i < len(a) and j < len(b):
            if a[i] <= b[j]:
                merged.append(a[i])
                i += 1
            else:
                merged.append(b[j])
                j += 1
        while i < len(a):
            merged.append(a[i])
            i += 1
        while j < len(b):
            merged.append(b[j])
            j += 1
    except IndexError:
        return []  # infeasible unbounded
    return merged


def reverse(xs: list[int]) -> None:
    i, j = 0, len(xs) - 1
    while i < j:
        try:
            xs[i], xs[j] = xs[j], xs[i]
        except IndexError:
            return  # infeasible unbounded
        i, j = i + 1, j - 1


def rotated(xs: list[int], by: int) -> list[int]:
    moved = []
    for i in range(len(xs)):
        try:
            moved.append(xs[(i + by) % len(xs)])
        except IndexError:
            return []
        except ZeroDivisionError:
            return []  # infeasible unbounded
    return moved


def prefix_sums(xs: list[int]) -> list[int]:
    sums = [0]
    for i in range(len(xs)):
        try:
            sums.append(sums[i] + xs[i])
        except IndexError:
            return []  # infeasible unbounded
    return sums


def last_of_sums(xs: list[int]) -> int:
    sums = [0]
    for x in xs:
        sums.append(sums[-1] + x)
    if len(sums) != len(xs) + 1:
        return -1  # infeasible unbounded
    return sums[-1]


def run_lengths(xs: list[int]) -> list[int]:
    lengths = []
    i = 0
    try:
        while i < len(xs):
            start = i
            while i < len(xs) and xs[i] == xs[start]:
                i += 1
            lengths.append(i - start)
    except IndexError:
        return []  # infeasible unbounded
    return lengths


def windows(xs: list[int], width: int) -> int:
    if width <= 0 or len(xs) < width:
        return 0
    total = 0
    try:
        for i in range(width):
            total += xs[i]
        best = total
        for i in range(width, len(xs)):
            total += xs[i] - xs[i - width]
            best = max(best, total)
    except IndexError:
        return -1  # infeasible unbounded
    return best


def maximum(xs: list[int]) -> int:
    if len(xs) == 0:
        return 0
    best = xs[0]
    for i in range(1, len(xs)):
        try:
            if xs[i] > best:
                best = xs[i]
        except IndexError:
            return -1  # infeasible unbounded
    return best


def without_doubles(xs: list[int]) -> int:
    if not xs:
        return 0
    kept = 0
    try:
        for i in range(1, len(xs)):
            if xs[i] != xs[kept]:
                kept += 1
                xs[kept] = xs[i]
    except IndexError:
        return -1  # infeasible unbounded
    return kept + 1


def compact(xs: list[int]) -> int:
    kept = 0
    for x in xs:
        if x:
            try:
                xs[kept] = x
            except IndexError:
                return -1  # infeasible unbounded
            kept += 1
    return kept


def numbered(xs: list[int]) -> int:
    total = 0
    for i, x in enumerate(xs):
        try:
            total += x * xs[i]
        except IndexError:
            return -1  # infeasible unbounded
    return total


def in_step(xs: list[int], ys: list[int]) -> int:
    shared = 0
    for i in range(min(len(xs), len(ys))):
        try:
            if xs[i] == ys[i]:
                shared += 1
        except IndexError:
            return -1  # infeasible unbounded
    return shared


def row_sums(rows: list[list[int]]) -> int:
    total = 0
    for row in rows:
        for j in range(len(row)):
            try:
                total += row[j]
            except IndexError:
                return -1  # infeasible unbounded
    return total


def diagonal(rows: list[list[int]]) -> int:
    total = 0
    for i in range(len(rows)):
        row = rows[i]
        if i < len(row):
            try:
                total += row[i]
            except IndexError:
                return -1  # infeasible unbounded
    return total


def emptied(xs: list[int]) -> int:
    total = 0
    while xs:
        try:
            total += xs.pop()
        except IndexError:
            return -1  # infeasible unbounded
    return total


def filled(n: int) -> list[int]:
    made = []
    for i in range(n):
        made.append(i)
    for i in range(n):
        try:
            made[i] += 1
        except IndexError:
            return []  # infeasible unbounded
    return made


def count_true(flags: list[bool]) -> int:
    count = 0
    for i in range(len(flags)):
        try:
            if flags[i]:
                count += 1
        except IndexError:
            return -1  # infeasible unbounded
    if count > len(flags):
        return -1  # infeasible unbounded
    return count


def of_tuple(xs: tuple[int, ...]) -> int:
    best = 0
    for i in range(1, len(xs)):
        try:
            if xs[i] > xs[i - 1]:
                best += 1
        except IndexError:
            return -1  # infeasible unbounded
    return best


def swap(xs: list[int], i: int, j: int) -> None:
    xs[i], xs[j] = xs[j], xs[i]


def heapified(xs: list[int]) -> int:
    try:
        for start in range(len(xs) // 2 - 1, -1, -1):
            root = start
            while 2 * root + 1 < len(xs):
                child = 2 * root + 1
                if child + 1 < len(xs) and xs[child + 1] > xs[child]:
                    child += 1
                if xs[root] >= xs[child]:
                    break
                swap(xs, root, child)
                root = child
    except IndexError:
        return -1  # infeasible unbounded
    return 0


def three_ways(xs: list[int]) -> int:
    low, i, high = 0, 0, len(xs) - 1
    try:
        while i <= high:
            if xs[i] == 0:
                swap(xs, low, i)
                low, i = low + 1, i + 1
            elif xs[i] == 1:
                i += 1
            else:
                swap(xs, i, high)
                high -= 1
    except IndexError:
        return -1  # infeasible unbounded
    return low


def nonzero(xs: list[int]) -> list[int]:
    return_these = []
    for x in xs:
        if x != 0:
            return_these.append(x)
    return return_these


def no_longer(xs: list[int]) -> int:
    kept = nonzero(xs)
    if len(kept) > len(xs):
        return -1  # infeasible unbounded
    return len(kept)


def longest_increase(xs: list[int]) -> int:
    best = current = 0
    for i in range(len(xs)):
        try:
            current = current + 1 if i > 0 and xs[i] > xs[i - 1] else 1
        except IndexError:
            return -1  # infeasible unbounded
        best = max(best, current)
    if best > len(xs):
        return -2  # infeasible unbounded
    return best


def every_item(rows: list[list[int]]) -> int:
    total = 0
    for i in range(len(rows)):
        for j in range(len(rows[i])):
            try:
                total += rows[i][j]
            except IndexError:
                return -1  # infeasible unbounded
    return total


def asked_twice(xs: list[int]) -> int:
    for i in range(len(xs)):
        if xs[i] > 0:
            if xs[i] < 0:
                return -1  # infeasible unbounded
            return i
    return 0


def asked_again_after_a_change(xs: list[int], j: int) -> int:
    for i in range(len(xs)):
        if xs[i] == 1:
            if 0 <= j < len(xs):
                xs[j] = 2
            if xs[i] == 2:
                return 1  # covered
            if xs[i] != 1:
                return 2  # infeasible
    return 0

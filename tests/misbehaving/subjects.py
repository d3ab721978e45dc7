"""Functions that would harm the run or the machine if they were let.  Each is a task of its own in `test_guard.py`."""

from __future__ import annotations

import atexit
import builtins
import contextlib
import ctypes
import gc
import getpass
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import webbrowser

# ---------------------------------------------------------------- that never end


def loop_forever():
    while True:
        pass


def sleep_forever():
    time.sleep(10_000)


def compute_for_four_seconds() -> float:
    while (spent := time.process_time()) < 4.0:
        pass
    return spent


def swallow_everything():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def ignore_signals():
    for number in (signal.SIGPROF, signal.SIGXCPU, signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


def deadlock():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def catastrophic_regex():
    import re

    return re.match(r"(a+)+$", "a" * 40 + "b")


def huge_power():
    return len(str(7 ** (7**9)))


# ---------------------------------------------------------------- that end their process


def exit_at_once():
    os._exit(3)


def abort():
    os.abort()


def segfault():
    ctypes.string_at(0)


def overflow_the_stack():
    sys.setrecursionlimit(10**9)
    a, b = [], []
    for _ in range(200_000):
        a, b = [a], [b]
    return a == b


def kill_self():
    os.kill(os.getpid(), signal.SIGKILL)


def close_everything():
    os.closerange(0, 256)


# ---------------------------------------------------------------- that use too much


def eat_memory():
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))


def eat_memory_and_insist():
    hoard = []
    while True:
        with contextlib.suppress(MemoryError):
            hoard.append(bytearray(1 << 16))


def big_list():
    return [0] * (1 << 40)


def print_much():
    for _ in range(2_000):
        print("x" * 100_000)
    os.write(1, b"y" * 1_000_000)
    sys.stderr.write("z" * 1_000_000)
    sys.__stdout__.write("z" * 1_000_000)
    return "printed"


def start_threads():
    for _ in range(100_000):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()


def fill_disk():
    with open("big", "wb") as file:
        while True:
            file.write(b"x" * (1 << 20))


def open_many_files():
    return [open(os.devnull) for _ in range(100_000)]


def recurse():
    return recurse() + 1


# ---------------------------------------------------------------- that leave traces, each refused


def write_file():
    with open("/tmp/clew-misbehaving", "w") as file:
        file.write("x")


def append_to_source():
    with open(__file__, "a") as file:
        file.write("# changed\n")


def low_level_write():
    return os.open("/tmp/clew-misbehaving", os.O_CREAT | os.O_WRONLY)


def write_through_link():
    os.symlink(__file__, "link")
    with open("link", "a") as file:
        file.write("# changed\n")


def write_up():
    pathlib.Path("../escaped").write_text("x")


def delete_file():
    os.remove(__file__)


def delete_tree():
    shutil.rmtree(os.path.dirname(__file__))


def rename_file():
    os.rename(__file__, "moved.py")


def change_mode():
    os.chmod(__file__, 0)


def change_mode_by_descriptor():
    with open(__file__) as file:
        os.fchmod(file.fileno(), 0)


def truncate():
    os.truncate(__file__, 0)


def make_folder():
    os.makedirs("/tmp/clew-misbehaving/deep")


def make_pipe():
    os.mkfifo("/tmp/clew-misbehaving")


def attach_database():
    connection = sqlite3.connect(":memory:")
    connection.execute("attach database '/tmp/clew-misbehaving.db' as other")
    connection.execute("create table other.t(a)")


def open_database():
    sqlite3.connect("/tmp/clew-misbehaving.db")


def connect():
    socket.create_connection(("127.0.0.1", 9), timeout=5)


def send_datagram():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))


def look_up():
    socket.gethostbyname("localhost")


def listen():
    socket.socket().bind(("127.0.0.1", 0))


def download():
    urllib.request.urlopen("http://localhost:9/", timeout=5)


def browse():
    webbrowser.GenericBrowser("true").open("http://localhost/")


def run_command():
    subprocess.run(["touch", "/tmp/clew-misbehaving"], check=True)


def run_shell():
    os.system("touch /tmp/clew-misbehaving")


def fork_bomb():
    while True:
        os.fork()


def spawn_workers():
    import concurrent.futures

    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        return list(pool.map(abs, [1, 2]))


def replace_process():
    os.execv("/bin/sh", ["sh", "-c", "true"])


def kill_parent():
    os.kill(os.getppid(), signal.SIGKILL)


def kill_group():
    os.kill(0, signal.SIGKILL)


def load_library():
    ctypes.CDLL("libc.so.6").unlink(b"/tmp/x")


def call_c():
    ctypes.CDLL(None).fork()


def lift_limits():
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))


# ---------------------------------------------------------------- that change their process, which dies with them


def patch_builtins():
    builtins.len = lambda _: 42
    builtins.print = None
    os.write = None
    time.time = lambda: 0
    return "patched"


def patch_pickle():
    import pickle

    pickle.dumps = None
    threading.RLock = None
    sys.modules.clear()
    return "patched"


def leave_threads():
    def work():
        while True:
            time.sleep(0.001)

    for _ in range(3):
        threading.Thread(target=work).start()
    return "threads"


def set_alarm():
    signal.signal(signal.SIGALRM, lambda *_: os._exit(9))
    signal.alarm(1)
    return "alarm"


def register_exit():
    atexit.register(pathlib.Path("/tmp/clew-misbehaving").write_text, "x")
    return "registered"


def collect_nothing():
    gc.disable()
    sys.setrecursionlimit(50)
    return "limit"


# ---------------------------------------------------------------- that are quite all right


def write_in_scratch():
    with open("notes.txt", "w") as file:
        file.write("x")
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x")
    os.makedirs("a/b")
    os.rename("notes.txt", "a/b/notes.txt")
    with sqlite3.connect("my.db") as connection:
        connection.execute("create table t(a)")
    shutil.rmtree("a")
    return sorted(os.listdir("."))


def read_something():
    with open(__file__) as file:
        return len(file.readline())


def use_asyncio():
    import asyncio

    async def one():
        await asyncio.sleep(0)
        return 1

    return asyncio.run(one())


# ---------------------------------------------------------------- that ask or leave


def ask():
    return input("name? ")


def ask_password():
    return getpass.getpass()


def stop_at_breakpoint():
    breakpoint()


def leave():
    sys.exit("bye")


def interrupt():
    raise KeyboardInterrupt

"""Functions that change files, ordinary ones and careless ones, for tests of what is written about them."""

import atexit
import builtins
import configparser
import csv
import contextlib
import glob
import gzip
import io
import json
import logging
import os
import pickle
import shelve
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zipfile
from pathlib import Path


def clean():
    if os.path.exists("build"):
        shutil.rmtree("build")
        return "deleted"
    return "nothing"


def clean_all():
    for name in ("build", "cache", "data.db", "app.log"):
        path = Path(name)
        if path.is_dir():
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()


def wipe(path):
    shutil.rmtree(path)


def wipe_quietly(path):
    shutil.rmtree(path, ignore_errors=True)
    return os.path.exists(path)


def remove(name):
    try:
        os.remove(name)
    except FileNotFoundError:
        return False
    return True


def unlink(name):
    Path(name).unlink(missing_ok=True)


def prune(name):
    os.removedirs(name)


def write(name):
    with open(name, "w") as file:
        return file.write("x")


def append(name):
    with open(name, "a") as file:
        file.write("more")


def update(name):
    with open(name, "r+b") as file:
        file.truncate(0)


def only_new(name):
    open(name, "x").close()


def write_text(name):
    return Path(name).write_text("x")


def touch(name):
    Path(name).touch()


def make(name):
    os.makedirs(name, exist_ok=True)
    return sorted(os.listdir(name))


def make_parents(name):
    Path(name).parent.mkdir(parents=True, exist_ok=True)


def rename(old, new):
    os.rename(old, str(new) + ".old")


def move_away(name):
    shutil.move(name, "moved")


def copy_to(name):
    shutil.copy("a", name)


def copy_tree(name):
    shutil.copytree(".", name, dirs_exist_ok=True)


def link(name):
    os.symlink("a", name)


def change_mode(name):
    os.chmod(name, 0o600)


def database(name):
    with sqlite3.connect(name) as connection:
        connection.execute("create table if not exists t (x)")
        connection.execute("delete from t")
    connection.close()
    return True


def fixed_database():
    connection = sqlite3.connect("data.db")
    connection.execute("create table if not exists t (x)")
    connection.execute("insert into t values (1)")
    connection.commit()
    (count,) = connection.execute("select count(*) from t").fetchone()
    connection.close()
    return count


def kept(key):
    with shelve.open("shelf") as shelf:
        shelf[str(key)] = 1
        return len(shelf)


def pickled(name):
    with open(name, "wb") as file:
        pickle.dump([1], file)


def zipped(name):
    with zipfile.ZipFile(name, "w") as archive:
        archive.writestr("a", "new")


def unzipped(name):
    with zipfile.ZipFile(name) as archive:
        archive.extractall()


def packed():
    with tarfile.open("data.db", "w") as archive:
        archive.add(".")


def unpacked(name):
    with tarfile.open(str(name)) as archive:
        archive.extractall(".")


def archive(name):
    return os.path.basename(shutil.make_archive(str(name), "zip", "."))


def compressed(name):
    with gzip.open(name, "wt") as file:
        file.write("x")


def table(name):
    with open(name, "w", newline="") as file:
        csv.writer(file).writerow([1, 2])


def configured(name):
    parser = configparser.ConfigParser()
    parser.read(name)
    parser["a"] = {"b": "c"}
    with open(name, "w") as file:
        parser.write(file)


def logged(message):
    handler = logging.FileHandler("app.log")
    logger = logging.getLogger("harm")
    logger.addHandler(handler)
    logger.error("%s", message)
    logger.removeHandler(handler)
    handler.close()


def temporary():
    number, name = tempfile.mkstemp()
    os.write(number, b"xyz")
    os.close(number)
    return os.path.getsize(name)


def temporary_here():
    return os.path.isdir(tempfile.mkdtemp(dir="."))


def left_behind():
    return os.path.exists(tempfile.NamedTemporaryFile(delete=False).name)


def in_home(name):
    path = Path.home() / ".harm"
    path.write_text(str(name))
    return path.read_text()


def expanded(name):
    with open(os.path.expanduser("~/a"), "w") as file:
        file.write(str(name))


def go(name):
    os.chdir(name)


def go_and_write(name):
    os.chdir(name)
    Path("a").write_text("x")


def where():
    return os.getcwd()


def listed():
    return sorted(os.listdir(".")) + glob.glob("*") + [p.name for p in Path().iterdir()]


def listed_at(name):
    return sorted(os.listdir(name))


def loaded(name):
    if not os.path.isfile(name):
        return {}
    with open(name) as file:
        return json.load(file)


def opened(name):
    with open(name, "w") as file:
        file.write("x")


def written_when_dropped(name):
    try:
        yield 1
    finally:
        Path(name).write_text("x")


def deleted_when_dropped(name):
    class Owner:
        def __del__(self):
            shutil.rmtree(name, ignore_errors=True)

    return Owner()


def swapped(name):
    os.environ["HARM"] = "1"
    old = os.open(name, os.O_RDWR | os.O_CREAT)
    os.ftruncate(old, 0)
    os.close(old)


def absolute():
    Path("/no-such-file-of-anyone").write_text("x")


def outside_and_missing():
    try:
        shutil.rmtree("/no/such/folder")
    except FileNotFoundError:
        return False


def own_place():
    return Path(__file__).resolve().name


def place_of(path):
    return os.path.realpath(path)


def machine():
    return Path("/etc/hostname").exists()


def at_exit():
    atexit.register(shutil.rmtree, "build", True)


def alarm():
    signal.alarm(100)
    signal.alarm(0)


def thread():
    def later():
        time.sleep(0.5)
        shutil.rmtree("build", ignore_errors=True)

    threading.Thread(target=later, daemon=True).start()


def descriptor(number):
    os.close(1)
    return number


def process():
    subprocess.run(["rm", "-r", "build"])


def closes_output():
    with sys.stdout as output:
        output.write("all")


def replaces_output():
    sys.stderr = io.StringIO()


def puts_output_back():
    with contextlib.redirect_stdout(io.StringIO()) as output:
        print("x")
    return output.getvalue()


def patches():
    builtins.print = None


def lowers_limit():
    sys.setrecursionlimit(300)


def traces():
    sys.settrace(lambda *_: None)

"""Landlock: the Linux kernel refuses this process, and all it starts, to change files outside given folders.

The audit hook sees what Python does; this holds for C code too (a database library, a call through `ctypes`).  It needs
no privilege and cannot be undone.  Numbers and layouts are those of `linux/landlock.h`.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_ONLY = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES = 38

_WRITE_FILE, _REMOVE_DIR, _REMOVE_FILE = 1 << 1, 1 << 4, 1 << 5
_MAKE = 0b1111111 << 6  # character device, directory, regular file, socket, fifo, block device, symbolic link
_REFER = 1 << 13  # since version 2: link or rename between folders
_TRUNCATE = 1 << 14  # since version 3
_BIND_TCP, _CONNECT_TCP = 1 << 0, 1 << 1  # since version 4


def confine(writable: tuple[str, ...], network: bool) -> bool:
    """From here on only what is under `writable` can be changed, no TCP connection made (network).

    Returns whether the kernel agreed; where it does not know Landlock nothing happens.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        call = ctypes.CDLL(None, use_errno=True).syscall
    except OSError:
        return False
    version = call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_ONLY))
    if version < 1:
        return False
    changes = _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE
    changes |= _REFER if version >= 2 else 0
    changes |= _TRUNCATE if version >= 3 else 0
    connections = _BIND_TCP | _CONNECT_TCP if network and version >= 4 else 0
    attributes = struct.pack("=QQ", changes, connections) if version >= 4 else struct.pack("=Q", changes)
    ruleset = call(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    if ruleset < 0:
        return False
    try:
        for path in writable:
            _allow(call, ruleset, path, changes)
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        if prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            return False
        return bool(call(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)) == 0)
    finally:
        os.close(ruleset)


def _allow(call: object, ruleset: int, path: str, changes: int) -> None:
    assert callable(call)
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):
            changes &= _WRITE_FILE | _TRUNCATE  # the others are rights on folders
        rule = struct.pack("=Qi", changes, descriptor)
        call(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(descriptor)

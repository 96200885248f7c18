"""Makes a process meet what Windows does with files, as far as Linux can be told to.

Python runs this file before a program where its folder is on PYTHONPATH. Files under
AS_ON_WINDOWS that any such process has open can be neither replaced nor removed; nothing that is
open for reading alone can be forced onto the disk; a handle without `O_BINARY` writes two bytes for
an end of line; names that Windows refuses are refused; folders cannot be opened; a program has
said that scripts are plain text.
"""

import errno
import fcntl
import mimetypes
import os
import re
import sys
import types

_WITHIN = os.environ["AS_ON_WINDOWS"]
_BAD_NAME = re.compile(r'[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$', re.IGNORECASE)
_BINARY = 1 << 40
_open, _write, _fsync, _replace, _unlink = os.open, os.write, os.fsync, os.replace, os.unlink
_texts: set[int] = set()


def _open_files(path: str) -> set[str]:
    """The open files at a path, or within it, of all processes that run as this one does."""
    found = set()
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/environ", "rb") as file:
                if b"AS_ON_WINDOWS=" + _WITHIN.encode() not in file.read():
                    continue
            for handle in os.listdir(f"/proc/{process}/fd"):
                found.add(os.readlink(f"/proc/{process}/fd/{handle}"))
        except OSError:
            continue
    return {each for each in found if os.path.isfile(each) and f"{each}/".startswith(f"{path}/")}


def _refuse_open(path: object) -> None:
    name = os.path.abspath(os.fspath(path))  # type: ignore[call-overload]
    if name.startswith(_WITHIN) and _open_files(name):
        raise PermissionError(errno.EACCES, "another process uses it", name)


def replace(old: str, new: str) -> None:
    _refuse_open(old)
    _refuse_open(new)
    _replace(old, new)


def unlink(path: str, *, dir_fd: int | None = None) -> None:
    if dir_fd is None and not sys._getframe(1).f_code.co_filename.endswith("tempfile.py"):
        _refuse_open(path)
    _unlink(path, dir_fd=dir_fd)


def open_(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
    if dir_fd is None and os.path.isdir(path) and os.fspath(path).startswith(_WITHIN):
        raise PermissionError(errno.EACCES, "it is a folder", path)
    handle = _open(path, flags & ~_BINARY, mode, dir_fd=dir_fd)
    if flags & _BINARY:
        _texts.discard(handle)
    else:
        _texts.add(handle)
    return handle


def write(handle: int, data: bytes) -> int:
    if handle in _texts and os.readlink(f"/proc/self/fd/{handle}").startswith(_WITHIN):
        _write(handle, bytes(data).replace(b"\n", b"\r\n"))
        return len(data)
    return _write(handle, data)


def fsync(file: int) -> None:
    if fcntl.fcntl(file, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "Bad file descriptor")
    _fsync(file)


def _names(event: str, given: tuple[object, ...]) -> None:
    if event in ("open", "os.mkdir", "os.rename"):
        for path in given[: 2 if event == "os.rename" else 1]:
            if isinstance(path, str) and path.startswith(_WITHIN):
                for part in path.removeprefix(_WITHIN).split("/"):
                    if part not in (".", "..") and _BAD_NAME.search(part):
                        raise OSError(errno.EINVAL, "Invalid argument", path)


class _Nt(types.ModuleType):
    """`os`, as a module sees it that asks which system it runs on."""

    name = "nt"

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


os.O_BINARY = _BINARY  # type: ignore[attr-defined]
os.open, os.write, os.fsync = open_, write, fsync  # type: ignore[assignment]
os.replace = os.rename = replace  # type: ignore[assignment]
os.unlink = os.remove = unlink  # type: ignore[assignment]
sys.addaudithook(_names)
mimetypes.add_type("text/plain", ".js")
mimetypes.add_type("text/plain", ".css")

from companion.base import whole_files  # noqa: E402

whole_files.os = _Nt("os")  # type: ignore[attr-defined]

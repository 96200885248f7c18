"""What a server asks of its computer: to stay awake, and to allow many connections."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

_FILES = 4096
"""Open files that a server may want, set by hand: connections (`MOST_WAITING`), and what it reads.
A Mac's terminal allows 256."""
_WINDOWS_STAY = 0x80000000  # ES_CONTINUOUS
_WINDOWS_AWAKE = 0x00000001  # ES_SYSTEM_REQUIRED


@contextlib.contextmanager
def kept_awake() -> Iterator[None]:
    """A laptop that nobody touches does not fall asleep meanwhile, though its screen may go dark.

    Calls from phones do not count as a touch on Windows and macOS. Linux leaves that to the
    desktop, which has no common way to be asked. Windows forgets it with the thread that asked.
    """
    if sys.platform == "win32":
        import ctypes

        state = ctypes.windll.kernel32.SetThreadExecutionState
        state(_WINDOWS_STAY | _WINDOWS_AWAKE)
        try:
            yield
        finally:
            state(_WINDOWS_STAY)
    elif sys.platform == "darwin":
        # It ends with this process, however that ends.
        command = ["/usr/bin/caffeinate", "-i", "-w", str(os.getpid())]
        with contextlib.ExitStack() as awake:
            with contextlib.suppress(OSError):
                awake.callback(subprocess.Popen(command).terminate)
            yield
    else:
        yield


def allow_many_files() -> None:
    """Raise the number of open files to what a server may want, where the system lets it."""
    if sys.platform == "win32":
        return
    import resource

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    if least != resource.RLIM_INFINITY and least < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))

"""Memory that is given back to the system. glibc keeps what was freed, in a heap for each of
many threads."""

from __future__ import annotations

import ctypes
import sys

_M_TRIM_THRESHOLD = -1  # the names of malloc.h
_M_MMAP_THRESHOLD = -3  # the same
_M_ARENA_MAX = -8  # the same
_HEAPS = 2
"""Heaps for all threads together."""
_LARGE = 8 * 1024 * 1024
"""Bytes from which memory is requested from the system and given back at once. Smaller pieces
are used many times within one reading."""


def keep_level() -> None:
    """Few heaps, with nothing large in them. Systems without glibc do this by themselves."""
    libc = _glibc()
    if libc is not None:
        libc.mallopt(_M_ARENA_MAX, _HEAPS)
        libc.mallopt(_M_MMAP_THRESHOLD, _LARGE)
        libc.mallopt(_M_TRIM_THRESHOLD, _LARGE)


def give_back() -> None:
    """Give the free memory of the heaps back to the system: two milliseconds after each reading."""
    libc = _glibc()
    if libc is not None:
        libc.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None

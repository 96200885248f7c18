"""What a server asks of its computer."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
from types import SimpleNamespace

import pytest

from companion.service.computer import allow_many_files, kept_awake


def test_a_mac_is_kept_awake_until_the_server_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []

    def start(command: list[str]) -> SimpleNamespace:
        said.append(command)
        return SimpleNamespace(terminate=lambda: said.append("ended"))

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "Popen", start)
    with kept_awake():
        assert said == [["/usr/bin/caffeinate", "-i", "-w", str(os.getpid())]]
    assert said[1:] == ["ended"]


def test_windows_is_kept_awake_until_the_server_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[int] = []
    kernel = SimpleNamespace(SetThreadExecutionState=said.append)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    with kept_awake():
        assert said == [0x80000001]
    assert said[1:] == [0x80000000]


def test_a_server_may_have_more_files_open_than_a_macs_terminal_allows() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allow_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 1024
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(5000, before[1]), before[1]))
        allow_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(5000, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

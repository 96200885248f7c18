"""`companion serve`: the server for the phones and tablets at the table."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click
from flask import Flask

from companion.base.errors import CompanionError, UnavailableError
from companion.base.folder_lock import FolderLock
from companion.base.resources import resource
from companion.base.settings import Settings
from companion.base.whole_files import NO_ROOM, DiskFullError
from companion.cli import program_version, say, to_nowhere
from companion.cli.data_folder import data_option
from companion.ledger import Evening, Event, Ledger, unsettled_photos
from companion.ledger.copies import Copies
from companion.ledger.data_folder import is_writable
from companion.ledger.drafts import Drafts
from companion.ledger.events import Ended
from companion.service.camera_keeper import CameraKeeper
from companion.service.computer import allow_many_files, kept_awake
from companion.service.memory import keep_level
from companion.service.recognition import Recognition
from companion.service.set_keeper import SetKeeper
from companion.web import create_app
from companion.web.server import Server

_ENDS_WITHIN_S = 2.0
"""How long calls that run may take to their end after a signal, and the ledger to close after that;
systemd and people wait five seconds."""


class DataFolderError(UnavailableError):
    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(
            f"The data folder {folder} cannot be used ({error.strerror}); "
            "choose another with --data."
        )


@click.command()
@click.option("--host", help="Address to listen on; 0.0.0.0 (all) unless set.")
@click.option("--port", type=int, help="Port; 8443 unless set, 0 takes a free one.")
@data_option
@click.option("--pin", help="The scorekeeper's PIN; kept from the last start unless given.")
@click.option("--http", is_flag=True, default=None, help="Plain HTTP in place of HTTPS.")
def serve(
    host: str | None,
    port: int | None,
    data: Path,
    pin: str | None,
    http: bool | None,
) -> None:
    """Serve the pages to every phone and tablet on the home network.

    Prints one line of JSON when it is ready: the address to open, and the scorekeeper's PIN.
    Ctrl-C stops it.
    """
    flags = {
        "host": host,
        "port": port,
        "data": data,
        "pin": pin,
        "http": http,
    }
    given = {name: value for name, value in flags.items() if value is not None}
    run(replace(Settings.from_environment(), **given))  # type: ignore[arg-type]


def run(settings: Settings) -> None:
    """Serve until a signal asks to stop. Raises CompanionError where it cannot start."""
    keep_level()
    allow_many_files()
    # A call that settles a hand waits so long for each thread that works: a fifth of the usual.
    sys.setswitchinterval(0.001)
    lock = FolderLock(settings.data)
    try:
        # What the server writes, its pictures and its log among it, is for its user alone.
        os.umask(0o077)
        settings.data.mkdir(parents=True, exist_ok=True)
        if is_writable(settings.data):
            lock.take()
        else:
            say(f"The data folder {settings.data} can only be read; nothing will be stored.")
        ledger = Ledger(settings.data)
    except OSError as error:
        full = error.errno in NO_ROOM
        raise DiskFullError if full else DataFolderError(settings.data, error) from error
    reader = Recognition(settings.data)
    app = create_app(
        settings,
        ledger,
        reader,
        again=reader.again,
        version=program_version(),
        models=installed_models,
        sets=SetKeeper(reader),
        camera=CameraKeeper(reader),
    )
    try:
        drafts = app.extensions["companion"].drafts
        ledger.listen(_AfterAnEvening(ledger, drafts))
        server = Server(app, settings)
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopping.set())
        serving = threading.Thread(target=server.serve, name="server")
        serving.start()
        warming = threading.Thread(
            target=_warm_up, args=(app, ledger, reader, drafts), name="warming up"
        )
        try:
            _tell_ready(server.urls, app.extensions["companion"].pin)
            warming.start()
            with kept_awake():
                # A wait with a timeout lets Python run the signal's handler on every system.
                while not stopping.wait(1.0) and serving.is_alive():
                    pass
        finally:
            begun = [each.join for each in (serving, warming) if each.is_alive()]
            _within(_ENDS_WITHIN_S, server.stop, *begun)
    finally:
        _within(_ENDS_WITHIN_S, reader.close, ledger.close, lock.free)


def _tell_ready(urls: tuple[str, ...], pin: str) -> None:
    """The one line on standard output. The game goes on where nobody can read it."""
    try:
        click.echo(json.dumps({"url": urls[0], "pin": pin, "urls": urls}))
    except OSError as error:
        to_nowhere(sys.stdout)
        say(
            f"The standard output cannot be written ({error.strerror}), so the PIN is not shown;"
            f" the server runs at {urls[0]}, and starting it with --pin gives it a PIN."
        )


def _within(seconds: float, *steps: Callable[[], object]) -> None:
    """Do these, or end the program at once where one hangs: what was answered is on disk."""

    def all_steps() -> None:
        for step in steps:
            step()

    ending = threading.Thread(target=all_steps, name="ending", daemon=True)
    ending.start()
    ending.join(seconds)
    if ending.is_alive():
        sys.stdout.flush()
        os._exit(0)


def _warm_up(app: Flask, ledger: Ledger, reader: Recognition, drafts: Drafts) -> None:
    """Load what takes long, for the first who will need it: pages first, pictures last."""
    for template in app.jinja_env.list_templates():
        app.jinja_env.get_template(template)
    _look_through(ledger)
    # What is missing is told to the person who asks for it.
    with contextlib.suppress(CompanionError):
        ledger.warm_up()
    importlib.import_module("companion.ledger.sheet")
    with contextlib.suppress(CompanionError):
        reader.warm_up()
    _clear_photos(ledger, drafts)
    # What is loaded now stays; looking through it again and again would hold up calls.
    gc.freeze()


class _AfterAnEvening:
    """Copies the database when an evening ends, and clears its photographs, beside the calls."""

    def __init__(self, ledger: Ledger, drafts: Drafts) -> None:
        self._ledger = ledger
        self._drafts = drafts

    def __call__(self, _: Evening, event: Event) -> None:
        if isinstance(event, Ended):
            threading.Thread(target=self._tidy, name="after an evening").start()

    def _tidy(self) -> None:
        _look_through(self._ledger, anew=True)
        _clear_photos(self._ledger, self._drafts)


def _look_through(ledger: Ledger, anew: bool = False) -> None:
    """Say what is damaged, and copy the database only where nothing is: the copies may be all that
    is left of it."""
    with contextlib.suppress(CompanionError):
        damaged = ledger.look_through(anew)
        for sentence in damaged.values():
            say(sentence)
        if not damaged:
            _copy(ledger)


def _copy(ledger: Ledger) -> None:
    if not ledger.store.writable:
        return
    try:
        Copies(ledger.data).make()
    except CompanionError as error:
        say(str(error))
    except OSError as error:
        say(f"The database could not be copied to {ledger.data / 'backups'} ({error.strerror}).")


def _clear_photos(ledger: Ledger, drafts: Drafts) -> None:
    if ledger.store.writable:
        with contextlib.suppress(OSError):  # they are in nobody's way; the next time will do
            unsettled_photos.clear(ledger, drafts)


def installed_models() -> dict[str, str]:
    """The shipped models, each with the beginning of its SHA-256, from the facts beside them."""
    try:
        folder = resource("models")
    except CompanionError:
        return {}
    digests: dict[str, str] = {}
    for path in sorted(folder.glob("*.onnx")):
        try:
            facts = json.loads(path.with_suffix(".json").read_text("utf-8"))
            digests[path.stem] = str(facts["sha256"])[:8]
        except (OSError, ValueError, TypeError, KeyError):
            digests[path.stem] = "damaged"
    return digests

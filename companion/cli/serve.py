"""`companion serve`: the server for the phones and tablets at the table."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import signal
import threading
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click
from flask import Flask

from companion.cli.camera_keeper import CameraKeeper
from companion.cli.recognition import Recognition
from companion.cli.set_keeper import SetKeeper
from companion.errors import CompanionError, UnavailableError
from companion.ledger import Ledger
from companion.resources import resource
from companion.settings import Settings
from companion.web import create_app
from companion.web.server import Server


class DataFolderError(UnavailableError):
    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(
            f"The data folder {folder} cannot be used ({error.strerror}); "
            "choose another with --data."
        )


@click.command()
@click.option("--host", help="Address to listen on; 0.0.0.0 (all) unless set.")
@click.option("--port", type=int, help="Port; 8443 unless set, 0 takes a free one.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for evenings, photographs and the certificate; made where it is missing.",
)
@click.option("--pin", help="The scorekeeper's PIN; kept from the last start unless given.")
@click.option("--http", is_flag=True, default=None, help="Plain HTTP in place of HTTPS.")
def serve(
    host: str | None,
    port: int | None,
    data: Path | None,
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
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        ledger = Ledger(settings.data)
    except OSError as error:
        raise DataFolderError(settings.data, error) from error
    reader = Recognition(settings.data)
    app = create_app(
        settings,
        ledger,
        reader,
        table_reader=reader.read_table,
        version=_version(),
        models=installed_models,
        sets=SetKeeper(reader),
        camera=CameraKeeper(reader),
    )
    try:
        server = Server(app, settings)
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopping.set())
        serving = threading.Thread(target=server.serve, name="server")
        serving.start()
        pin = app.extensions["companion"].pin
        click.echo(json.dumps({"url": server.urls[0], "pin": pin, "urls": server.urls}))
        warming = threading.Thread(target=_warm_up, args=(app, ledger, reader), name="warming up")
        warming.start()
        # A wait with a timeout lets Python run the signal's handler on every system.
        while not stopping.wait(1.0) and serving.is_alive():
            pass
        server.stop()
        serving.join()
        warming.join()
    finally:
        ledger.close()


def _warm_up(app: Flask, ledger: Ledger, reader: Recognition) -> None:
    """Load what takes long, for the first who will need it: pages first, pictures last."""
    for template in app.jinja_env.list_templates():
        app.jinja_env.get_template(template)
    # What is missing is told to the person who asks for it.
    with contextlib.suppress(CompanionError):
        ledger.warm_up()
    importlib.import_module("companion.ledger.sheet")
    with contextlib.suppress(CompanionError):
        reader.warm_up()
    # What is loaded now stays; looking through it again and again would hold up calls.
    gc.freeze()


def installed_models() -> dict[str, Any]:
    """The shipped models, each with the beginning of its SHA-256, from the facts beside them."""
    try:
        folder = resource("models")
    except CompanionError:
        return {}
    facts = {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}
    return {name: each["sha256"][:8] for name, each in sorted(facts.items())}


def _version() -> str:
    try:
        return version("mah-jongg-table-companion")
    except PackageNotFoundError:
        return "not installed"

"""`companion calibrate`: the lens, the table and the light of a camera. All of it is optional."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.base.errors import MalformedError, UnavailableError
from companion.cli.data_folder import data_option
from companion.cli.pictures import write_picture
from companion.cli.terminal import working

if TYPE_CHECKING:
    from companion.vision.calibration.camera import TablePlane, WhiteBalance
    from companion.vision.calibration.lens import Lens
    from companion.vision.recognition.photo import Photo

_SHOW = click.option(
    "--show", type=click.Path(path_type=Path), metavar="OUT.jpg",
    help="Write a picture that shows whether it worked.",
)  # fmt: skip


class CornersFormError(MalformedError):
    def __init__(self, given: str) -> None:
        super().__init__(
            f"“{given[:40]}” are not four corners; write x,y of each with spaces between, near"
            " left first, then near right, far right, far left.",
            "corners",
        )


class CalibrationNotWrittenError(UnavailableError):
    def __init__(self, where: Path, error: OSError) -> None:
        super().__init__(
            f"{where} cannot be written ({error.strerror}); check the folder and the space left."
        )


@click.group()
def calibrate() -> None:
    """Teach the program the camera: its lens, where the table lies, the lamp's colour."""


@calibrate.command("print")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--paper", type=click.Choice(["a4", "letter"], case_sensitive=False), default="a4")
def print_page(file: Path, paper: str) -> None:
    """Write the page to print to FILE, which ends in .pdf or .svg."""
    from companion.vision.calibration.target_page import as_pdf, as_svg

    if file.suffix.lower() not in (".pdf", ".svg"):
        raise click.UsageError("Give a file whose name ends in .pdf or .svg")
    svg = file.suffix.lower() == ".svg"
    try:
        file.write_bytes(as_svg(paper).encode() if svg else as_pdf(paper))
    except OSError as error:
        raise CalibrationNotWrittenError(file, error) from None
    print(f"{file}: print it at 100 %, on {paper.upper() if paper == 'a4' else 'Letter'}.")


@calibrate.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@_SHOW
@data_option
def lens(photos: tuple[Path, ...], show: Path | None, data: Path) -> None:
    """Learn the lens from six or more PHOTOS of the printed page."""
    from companion.vision.calibration.lens import as_picture
    from companion.vision.calibration.lens import calibrate as learn
    from companion.vision.recognition.photo import load_photo

    with working("Looking for the page in the photographs"):
        loaded = [load_photo(path) for path in photos]
        learned = learn(loaded)
    if show is not None:
        write_picture(show, as_picture(loaded[0], learned), photos)
    _keep(data, loaded[0], learned)
    print(f"The lens is known to {learned.error:.2f} pixels, from {learned.views} photographs.")


@calibrate.command()
@click.argument("photo", type=click.Path(path_type=Path))
@click.option(
    "--corners",
    required=True,
    metavar='"X,Y X,Y X,Y X,Y"',
    help="The table's corners in the picture: near left, near right, far right, far left.",
)
@_SHOW
@data_option
def table(photo: Path, corners: str, show: Path | None, data: Path) -> None:
    """Say where a PHOTO of a fixed camera shows the table, so that its sides are known."""
    from companion.vision.calibration.camera import TablePlane, table_picture
    from companion.vision.recognition.photo import load_photo

    loaded = load_photo(photo)
    plane = TablePlane.of(_corners(corners), loaded.width, loaded.height)
    if show is not None:
        write_picture(show, table_picture(loaded.pixels, plane), [photo])
    _keep(data, loaded, plane)
    print("The table's four sides are known: near, right, far and left in the picture.")


@calibrate.command()
@click.argument("photo", type=click.Path(path_type=Path))
@_SHOW
@data_option
def white(photo: Path, show: Path | None, data: Path) -> None:
    """Learn the lamp's colour from a PHOTO with white paper or a blank tile in its middle."""
    from companion.vision.calibration.camera import WhiteBalance
    from companion.vision.recognition.photo import load_photo

    loaded = load_photo(photo)
    balance = WhiteBalance.of_white(loaded.pixels)
    if show is not None:
        write_picture(show, balance(loaded.pixels), [photo])
    _keep(data, loaded, balance)
    red, green, blue = balance.gains
    print(f"Colours are corrected by red × {red:.2f}, green × {green:.2f}, blue × {blue:.2f}.")


@calibrate.command("show")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@data_option
def show_calibration(as_json: bool, data: Path) -> None:
    """Show what is known about the camera."""
    from companion.base.forms import json_text
    from companion.vision.calibration.camera import load_camera

    camera = load_camera(data)
    if as_json:
        print(json_text(camera))
        return
    print(f"Lens: {f'known to {camera.lens.error:.2f} pixels' if camera.lens else 'not known'}.")
    print(f"Table: {'known' if camera.table else 'not known'}.")
    print(f"White balance: {'known' if camera.white else 'not known'}.")
    if camera.taken is not None:
        whose = camera.taken.camera or "a camera without a name"
        print(f"This counts for {camera.taken.width} × {camera.taken.height} pixels of {whose}.")
    else:
        print("You do not need this; `companion calibrate --help` says what it is good for.")


def _keep(data: Path, photo: Photo, learned: Lens | TablePlane | WhiteBalance) -> None:
    from companion.vision.calibration.camera import load_camera, save_camera

    try:
        save_camera(data, load_camera(data).with_part(photo, learned))
    except OSError as error:
        raise CalibrationNotWrittenError(data, error) from None


def _corners(given: str) -> list[tuple[float, float]]:
    try:
        corners = [tuple(float(part) for part in point.split(",")) for point in given.split()]
    except ValueError:
        raise CornersFormError(given) from None
    if [len(corner) for corner in corners] != [2, 2, 2, 2]:
        raise CornersFormError(given)
    return [(corner[0], corner[1]) for corner in corners]

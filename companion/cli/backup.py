"""`companion backup` and `companion restore`: a whole data folder as one file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from companion.base.errors import NotFoundError
from companion.base.folder_lock import FolderLock
from companion.base.settings import Settings
from companion.base.whole_files import private_folder
from companion.ledger.whole_backup import RestoreFailedError, restore_backup, write_backup

_DATA = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="The data folder; COMPANION_DATA, or the user's own, unless given.",
)


class NoDataError(NotFoundError):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The data folder {folder} holds no evenings (ledger.db is missing); name the right "
            "one with --data.",
            field="data",
        )


class NoSuchBackupError(NotFoundError):
    def __init__(self, file: Path) -> None:
        super().__init__(f"There is no file {file}; name a backup.", field="file")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_DATA
def backup(file: Path, data: Path | None) -> None:
    """Write the whole data folder to FILE: evenings, photographs, sets, house rules, camera.

    A server may use the folder at the same time. The PIN and the certificate are left out. Do not
    copy `ledger.db` by hand instead: the last hands may be in `ledger.db-wal` beside it.
    """
    folder = data or Settings.from_environment().data
    if not (folder / "ledger.db").exists():
        raise NoDataError(folder)
    kept = write_backup(folder, file)
    print(f"{file}: {kept.evenings} evenings and {kept.files} other files.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_DATA
@click.option("--replace", is_flag=True, help="Set aside what the folder holds now.")
def restore(file: Path, data: Path | None, replace: bool) -> None:
    """Bring back what `companion backup` wrote, or an automatic copy from the folder `backups`.

    Stop the server first. What is replaced is kept in a folder `replaced-1`.
    """
    folder = data or Settings.from_environment().data
    if not file.is_file():
        raise NoSuchBackupError(file)
    try:
        private_folder(folder)
        with FolderLock(folder):
            kept = restore_backup(file, folder, replace)
    except OSError as error:
        raise RestoreFailedError(folder, error) from error
    print(f"{folder}: {kept.evenings} evenings and {kept.files} other files brought back.")

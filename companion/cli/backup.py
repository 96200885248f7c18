"""`companion backup` and `companion restore`: a whole data folder as one file, and back."""

from __future__ import annotations

from pathlib import Path

import click

from companion.base.errors import NotAllowedError, NotFoundError
from companion.base.folder_lock import FolderLock
from companion.base.whole_files import private_folder
from companion.cli.data_folder import data_option
from companion.ledger.copies import DATABASE
from companion.ledger.whole_backup import RestoreFailedError, restore_backup, write_backup


class NoDataError(NotFoundError):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The data folder {folder} holds no evenings (ledger.db is missing); name the right "
            "one with --data.",
            field="data",
        )


class BackupWithinError(NotAllowedError):
    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} lies in the data folder, so it would be lost with it and swell the next one; "
            "choose another place.",
            field="file",
        )


class NoSuchBackupError(NotFoundError):
    def __init__(self, file: Path) -> None:
        super().__init__(f"There is no file {file}; name a backup.", field="file")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
def backup(file: Path, data: Path) -> None:
    """Write the whole data folder to FILE: evenings, photographs, sets, house rules, camera.

    A server may use the folder at the same time. The PIN and the certificate are left out. Do not
    copy `ledger.db` by hand instead: the last hands may be in `ledger.db-wal` beside it.
    """
    if not (data / DATABASE).exists():
        raise NoDataError(data)
    if file.resolve().is_relative_to(data.resolve()):
        raise BackupWithinError(file)
    kept = write_backup(data, file)
    print(f"{file}: {kept.evenings} evenings and {kept.files} other files.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
@click.option("--replace", is_flag=True, help="Set aside what the folder holds now.")
def restore(file: Path, data: Path, replace: bool) -> None:
    """Bring back what `companion backup` wrote, or an automatic copy from the folder `backups`.

    Stop the server first. What is replaced is kept in a folder `replaced-1`, `replaced-2` and so
    on.
    """
    if not file.is_file():
        raise NoSuchBackupError(file)
    try:
        private_folder(data)
        with FolderLock(data):
            kept = restore_backup(file, data, replace)
    except OSError as error:
        raise RestoreFailedError(data, error) from error
    print(f"{data}: {kept.evenings} evenings and {kept.files} other files brought back.")

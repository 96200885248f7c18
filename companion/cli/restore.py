"""`companion restore`; see `companion.cli.backup`."""

from companion.cli.backup import restore

__all__ = ["restore"]

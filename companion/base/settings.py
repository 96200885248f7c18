"""What the server is told when it starts: defaults, then the environment, then the flags."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.base.errors import MalformedError

DEFAULT_PORT = 8443
"""Where servers with a certificate of their own usually listen. No special rights are needed."""
ENVIRONMENT = "COMPANION_"


class SettingUnusableError(MalformedError):
    def __init__(self, name: str, value: object, wanted: str) -> None:
        super().__init__(f"The setting {name} is {value!r}; it has to be {wanted}.", field=name)


def _home_folder() -> Path:
    from platformdirs import user_data_path  # not needed if a folder is named

    return user_data_path("mah-jongg-table-companion")


@dataclass(frozen=True)
class Settings:
    """Where the server listens, where it keeps its data, and how much it accepts.

    data: the folder for the database, photographs, house rules and certificate. pin: the
    scorekeeper's PIN. None: the one in the data folder, made on the first start. http: plain HTTP
    in place of HTTPS. hosts: other names by which this server may be called. upload_limit: bytes of
    one photograph. backup_limit: bytes of an evening that is read in, with its photographs.
    body_limit: bytes of any other request. watchers: clients that may follow the game live at the
    same time.
    """

    data: Path = field(default_factory=_home_folder)
    host: str = "0.0.0.0"
    port: int = DEFAULT_PORT
    pin: str | None = None
    http: bool = False
    hosts: tuple[str, ...] = ()
    upload_limit: int = 40 * 1024 * 1024
    backup_limit: int = 1024 * 1024 * 1024
    body_limit: int = 2 * 1024 * 1024
    watchers: int = 40

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise SettingUnusableError("port", self.port, "a number from 0 to 65535")
        if not self.host:
            raise SettingUnusableError(
                "host", self.host, "an address of this machine, or 0.0.0.0 for all"
            )
        if self.pin is not None and not (
            4 <= len(self.pin) <= 64 and self.pin.isascii() and self.pin.isprintable()
        ):
            raise SettingUnusableError("pin", self.pin, "4 to 64 plain letters and digits")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The defaults, changed by COMPANION_DATA, _HOST, _PORT, _PIN and _HTTP.

        Raises SettingUnusableError.
        """
        settings = cls()
        given = {
            name: environment[ENVIRONMENT + name.upper()]
            for name in ("data", "host", "port", "pin", "http")
            if environment.get(ENVIRONMENT + name.upper())
        }
        if "data" in given:
            settings = replace(settings, data=Path(given["data"]))
        if "port" in given:
            if not given["port"].isdecimal():
                raise SettingUnusableError("port", given["port"], "a number from 0 to 65535")
            settings = replace(settings, port=int(given["port"]))
        if "http" in given:
            settings = replace(settings, http=given["http"].lower() in ("1", "true", "yes", "on"))
        return replace(
            settings,
            host=given.get("host", settings.host),
            pin=given.get("pin", settings.pin),
        )

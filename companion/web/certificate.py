"""The home certificate: made on the first start, so that the browser's camera works.

It is signed by itself, so a browser asks once whether to trust it. It names this machine and its
addresses. It is made again when it expires, or when the address on the home network changes, since
every phone warns anew about another certificate. Its content is noted beside it, so that a start
whose certificate still fits needs no cryptography except that of TLS.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import ipaddress
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path

from companion.base.errors import MalformedError
from companion.base.forms import Form, json_bytes
from companion.base.whole_files import FolderReadOnlyError, write_whole

_LIFE = datetime.timedelta(days=397)  # the longest that browsers accept
_RENEW_BEFORE = datetime.timedelta(days=14)
_WRITTEN = datetime.datetime(2026, 11, 22, tzinfo=datetime.UTC)
_SLOW_CLOCK = datetime.timedelta(days=1)  # of tablets, and of this machine if somebody sets it back

_MOST_BEFORE = 20
"""Names that a new certificate keeps of the one before. Set by hand: a laptop knows few networks.
"""


class _Note(Form, frozen=True):
    """names: of the machine and its addresses, as text. made: ISO 8601. digest: SHA-256 of the
    certificate's file, in hexadecimal digits."""

    names: tuple[str, ...]
    made: str
    digest: str


def home_certificate(
    folder: Path,
    names: Iterable[str],
    addresses: Iterable[str],
    now: datetime.datetime | None = None,
) -> tuple[Path, Path]:
    """The paths of certificate and key (PEM), made if they are missing or no longer fit.

    names, addresses: what a browser may call this server; addresses as text, IPv4 or IPv6, that on
    the home network before those of other networks.
    """
    certificate, key = folder / "certificate.pem", folder / "certificate-key.pem"
    note = folder / "certificate.json"
    addresses = tuple(addresses)
    dns = sorted({name for name in names if _is_dns_name(name)})
    ips = _parsed(addresses)
    needed = (*dns, *_at_home(addresses))
    # A machine without a clock of its own may start in 1970. What it made then would have run out
    # when its clock comes right, and what it has would not yet be valid.
    now = max(now or datetime.datetime.now(datetime.UTC), _surely_past())
    held = _held(note)
    if not (key.is_file() and held and _fits(certificate, held, needed, now)):
        # A Mac has another name in each network, and comes back to the ones before.
        dns = sorted({*dns, *_names(held)[:_MOST_BEFORE]})
        made, private = _signed(dns, ips, now)
        try:
            write_whole(key, private)
        except FolderReadOnlyError:
            return home_certificate(Path(tempfile.mkdtemp(prefix="companion-")), names, addresses)
        write_whole(certificate, made)
        kept = _Note((*dns, *map(str, ips)), now.isoformat(), hashlib.sha256(made).hexdigest())
        write_whole(note, json_bytes(kept))
    return certificate, key


def _surely_past() -> datetime.datetime:
    """A moment that is past, whatever the clock says: the program was written or installed then."""
    installed = datetime.datetime.fromtimestamp(Path(__file__).stat().st_mtime, datetime.UTC)
    # A file may also have been written by a clock that ran ahead.
    return installed if _WRITTEN < installed < _WRITTEN + 10 * _LIFE else _WRITTEN


def _parsed(
    addresses: Iterable[str],
) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """IPv4 first, each in numerical order, without duplicates."""
    parsed = {ipaddress.ip_address(address) for address in addresses}
    return sorted(parsed, key=lambda address: (address.version, int(address)))


def _at_home(addresses: Iterable[str]) -> list[str]:
    """The address that a new certificate is worth: the first of IPv4 by which others find this
    machine. Many networks change those of IPv6 every day, and a VPN or a container brings more."""
    parsed = map(ipaddress.ip_address, addresses)
    return [str(each) for each in parsed if each.version == 4 and not each.is_loopback][:1]


def _is_dns_name(name: str) -> bool:
    return bool(name) and name.isascii() and all(c.isalnum() or c in "-." for c in name)


def _held(note: Path) -> _Note | None:
    """What is noted of the certificate; None if that cannot be read."""
    with contextlib.suppress(OSError, ValueError, TypeError, MalformedError):
        return _Note.from_json(json.loads(note.read_bytes()))
    return None


def _names(held: _Note | None) -> list[str]:
    """Those of the machine, without its addresses."""
    names = held.names if held else ()
    return [name for name in names if _is_dns_name(name) and not _is_address(name)]


def _is_address(text: str) -> bool:
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(text)
        return True
    return False


def _fits(certificate: Path, held: _Note, needed: Iterable[str], now: datetime.datetime) -> bool:
    try:
        made = datetime.datetime.fromisoformat(held.made)
        same = hashlib.sha256(certificate.read_bytes()).hexdigest() == held.digest
        lasts = made - _SLOW_CLOCK <= now < made + _LIFE - _RENEW_BEFORE
    except (OSError, ValueError, TypeError):
        return False
    return same and lasts and set(needed) <= set(held.names)


def _signed(
    dns: Iterable[str],
    ips: Iterable[ipaddress.IPv4Address | ipaddress.IPv6Address],
    now: datetime.datetime,
) -> tuple[bytes, bytes]:
    """A new certificate and its key, both PEM."""
    # Imported here, because it takes a quarter of the server's start.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    subject: list[x509.GeneralName] = [*map(x509.DNSName, dns), *map(x509.IPAddress, ips)]
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Mah-Jongg Table Companion")])
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SLOW_CLOCK)
        .not_valid_after(now + _LIFE - _SLOW_CLOCK)
        .add_extension(x509.SubjectAlternativeName(subject), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    return signed.public_bytes(serialization.Encoding.PEM), private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )

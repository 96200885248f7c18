"""The home certificate: made on the first start, so that the browser's camera works.

Signed by itself, so a browser asks once whether to trust it. It names this machine and its
addresses, and is made anew when it runs out or when the addresses have changed.
"""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Iterable
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.ledger.files import write_whole

_LIFE = datetime.timedelta(days=397)  # the longest that browsers accept
_RENEW_BEFORE = datetime.timedelta(days=14)


def home_certificate(
    folder: Path,
    names: Iterable[str],
    addresses: Iterable[str],
    now: datetime.datetime | None = None,
) -> tuple[Path, Path]:
    """The paths of certificate and key (PEM), made where they are missing or no longer fit.

    names, addresses: what a browser may call this server by; addresses as text, IPv4 or IPv6.
    """
    certificate, key = folder / "certificate.pem", folder / "certificate-key.pem"
    wanted = _subject(names, addresses)
    now = now or datetime.datetime.now(datetime.UTC)
    if not (key.is_file() and _fits(certificate, wanted, now)):
        _make(certificate, key, wanted, now)
    return certificate, key


def _subject(names: Iterable[str], addresses: Iterable[str]) -> list[x509.GeneralName]:
    return [
        *(x509.DNSName(name) for name in sorted(set(names)) if _is_dns_name(name)),
        *(x509.IPAddress(address) for address in _parsed(addresses)),
    ]


def _parsed(
    addresses: Iterable[str],
) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """IPv4 first, each in numerical order, without doubles."""
    parsed = {ipaddress.ip_address(address) for address in addresses}
    return sorted(parsed, key=lambda address: (address.version, int(address)))


def _is_dns_name(name: str) -> bool:
    return bool(name) and name.isascii() and all(c.isalnum() or c in "-." for c in name)


def _fits(path: Path, wanted: list[x509.GeneralName], now: datetime.datetime) -> bool:
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    lasts = (
        certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - _RENEW_BEFORE
    )
    return lasts and set(wanted) <= set(held)


def _make(
    certificate: Path, key: Path, subject: list[x509.GeneralName], now: datetime.datetime
) -> None:
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
        # A day back, for tablets whose clocks are slow.
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + _LIFE - datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(subject), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    write_whole(
        key,
        private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
    write_whole(certificate, signed.public_bytes(serialization.Encoding.PEM))

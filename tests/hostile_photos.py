"""Files that somebody may send in place of a photograph: damaged, hostile, huge, or no picture."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_WAYS = (".jpg", ".png", ".webp", ".tif", ".bmp")


def hostile_photos(count: int, seed: int, sample: bytes) -> Iterator[tuple[str, bytes]]:
    """So many files, each with a word for what it is. sample: a readable photograph, from which the
    damaged ones are made."""
    draw = random.Random(seed)
    made = [*_made_by_hand(sample), *_odd_pictures()]
    readable = cv2.imdecode(np.frombuffer(sample, np.uint8), cv2.IMREAD_COLOR)
    assert readable is not None, "the sample is a photograph"
    small = cv2.resize(readable, (480, 320))
    whole = {way: cv2.imencode(way, small)[1].tobytes() for way in _WAYS}
    while len(made) < count:
        way = draw.choice(_WAYS)
        content = bytearray(whole[way])
        match draw.randrange(4):
            case 0:
                made.append((f"{way} cut off", bytes(content[: draw.randrange(1, len(content))])))
            case 1:
                for _ in range(draw.randrange(1, 60)):
                    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
                made.append((f"{way} with flipped bits", bytes(content)))
            case 2:
                start = draw.randrange(len(content))
                content[start : start + 4096] = draw.randbytes(4096)
                made.append((f"{way} with a hole", bytes(content)))
            case _:
                head = content[: draw.choice((2, 8, 16, 64))]
                made.append((f"{way} head before noise", bytes(head) + draw.randbytes(20_000)))
    yield from made[:count]


def picture_bombs() -> dict[str, bytes]:
    """Small files that ask a decoder for gigabytes or for minutes of work."""
    return {
        "TIFF with two widths": _tiff_of_two_widths(),
        "JPEG of 3,000 passes": jpeg_of_passes(3000, 3000, 4000),
        "PPM whose head lies": b"P6\n40000 40000\n255\n" + bytes(1_000_000),
        "AVIF whose head lies": b"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1" + bytes(90_000),
        "36 MB of empty markers": b"\xff\xd8" + b"\xff\xe1\x00\x02" * 9_000_000 + b"\xff\xd9",
        "PNG of 110 megapixels": _flat_png(10_000, 11_000),
        "PNG of 24 megapixels, 16 bits": _flat_png(6_000, 4_000, bits=16),
        "WebP that says 16,383 × 16,383": _webp_of(16_383, 16_383),
        "JPEG of 24 passes, 24 megapixels": jpeg_of_passes(24, 4_000, 6_000),
    }


def jpeg_of_passes(count: int, height: int, width: int) -> bytes:
    """A grey progressive JPEG that repeats its last pass, which refines and adds nothing."""
    way = [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 50]
    jpeg = cv2.imencode(".jpg", np.full((height, width), 128, np.uint8), way)[1].tobytes()
    starts = [at for at in range(len(jpeg) - 1) if jpeg[at : at + 2] == b"\xff\xda"]
    last = jpeg[starts[-1] : -2]
    return jpeg[:-2] + last * (count - len(starts)) + b"\xff\xd9"


def _tiff_of_two_widths() -> bytes:
    """The first width is the one that headers are asked for, the second the one decoded."""
    entries = [(256, 4, 64), (257, 4, 30_000), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 200),
               (277, 3, 1), (278, 4, 30_000), (279, 4, 900_000), (256, 4, 65_000)]  # fmt: skip
    directory = b"".join(struct.pack("<HHII", tag, kind, 1, v) for tag, kind, v in entries)
    head = b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", len(entries)) + directory
    return head.ljust(200, b"\x00") + bytes(900_000)


def _flat_png(width: int, height: int, bits: int = 8) -> bytes:
    packer = zlib.compressobj(9)
    row = bytes(1 + width * 3 * bits // 8)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    return _png(width, height, data, bits=bits)


def _webp_of(width: int, height: int) -> bytes:
    body = b"WEBPVP8 " + struct.pack("<I", 5000) + b"\x30\x01\x00\x9d\x01\x2a"
    body += struct.pack("<HH", width, height) + bytes(4990)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _made_by_hand(sample: bytes) -> list[tuple[str, bytes]]:
    svg = (
        b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">'
        b"<script>alert(document.cookie)</script></svg>"
    )
    return [
        ("zero byte", b"\x00"),
        ("random bytes", random.Random(3).randbytes(50_000)),
        ("text", b"Dear diary, " * 1000),
        ("SVG with a script", svg),
        ("SVG with entities", b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + svg),
        ("HTML", b"<html><script>fetch('/api/session')</script></html>"),
        ("PHP after a JPEG's head", b"\xff\xd8\xff\xe0<?php system('id'); ?>"),
        ("PDF", b"%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript>>>>"),
        ("program", b"\x7fELF\x02\x01\x01" + bytes(5000)),
        ("ZIP bomb", _zip_bomb()),
        ("JPEG and ZIP at once", sample[:5000] + _zip_bomb()),
        ("GIF of one point", b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + bytes(6) + b"!;"),
        ("GIF of 65,535 × 65,535", b"GIF89a\xff\xff\xff\xff\xf7\x00\x00" + bytes(768) + b",;"),
        ("PNG of 20,000 × 20,000", _png(20_000, 20_000, zlib.compress(bytes(20_000_000), 9))),
        ("PNG that says 2³¹ × 2³¹", _png(2**31 - 1, 2**31 - 1, zlib.compress(b"\x00"))),
        ("PNG of 0 × 0", _png(0, 0, zlib.compress(b""))),
        ("PNG without data", b"\x89PNG\r\n\x1a\n"),
        ("PNG with a text bomb", _png(8, 8, zlib.compress(bytes(72)), b"zTXt", _text_bomb())),
        ("JPEG of 65,535 × 65,535", _jpeg_of(sample, 65_535, 65_535)),
        ("JPEG of 0 × 0", _jpeg_of(sample, 0, 0)),
        ("JPEG with endless EXIF", _with_exif(sample[:20_000], _endless_exif())),
        ("JPEG with empty EXIF", _with_exif(sample[:20_000], b"Exif\x00\x00")),
        ("JPEG with EXIF of noise", _with_exif(sample[:20_000], random.Random(5).randbytes(9000))),
        ("WebP that says 4 GB", b"RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff" + bytes(100)),
        ("TIFF whose directory is itself", b"II*\x00\x08\x00\x00\x00\x00\x00\x08\x00\x00\x00"),
        ("HEIC head", b"\x00\x00\x00\x18ftypheic" + bytes(2000)),
        ("BMP of minus one row", b"BM" + struct.pack("<IIIIiiHH", 99, 0, 54, 40, 1, -1, 1, 24)),
        ("markers without end", b"\xff\xd8" + b"\xff\xe1\x00\x02" * 20_000),
    ]


def _odd_pictures() -> list[tuple[str, bytes]]:
    """Correct pictures of a kind that no camera makes."""
    draw = np.random.default_rng(4)
    noise = draw.integers(0, 255, (240, 320, 4), dtype=np.uint8)
    deep = draw.integers(0, 65535, (240, 320, 3), dtype=np.uint16)
    pictures: dict[str, tuple[str, NDArray[Any]]] = {
        "one point": (".png", noise[:1, :1, :3]),
        "one row": (".png", noise[:1, :, :3]),
        "16 bits a colour": (".png", deep),
        "16 bits a colour, TIFF": (".tif", deep),
        "with transparency": (".png", noise),
        "grey": (".jpg", noise[:, :, 0]),
        "noise": (".jpg", noise[:, :, :3]),
        "black": (".webp", np.zeros((240, 320, 3), np.uint8)),
        "floating point, not a number": (".tif", np.full((240, 320, 3), np.nan, np.float32)),
    }
    return [(what, cv2.imencode(way, it)[1].tobytes()) for what, (way, it) in pictures.items()]


def _png(
    width: int, height: int, data: bytes, kind: bytes = b"tEXt", text: bytes = b"", bits: int = 0
) -> bytes:
    """bits: of each of three colours; 0: eight bits of grey."""
    head = struct.pack(">IIBBBBB", width, height, bits or 8, 2 if bits else 0, 0, 0, 0)
    parts = [(b"IHDR", head), (kind, text), (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


def _text_bomb() -> bytes:
    return b"comment\x00\x00" + zlib.compress(bytes(30_000_000), 9)


def _zip_bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../evil.jpg", bytes(10_000_000))
    return file.getvalue()


def _jpeg_of(sample: bytes, width: int, height: int) -> bytes:
    """The sample, saying that it has another size."""
    at = next(
        sample.find(b"\xff" + kind) for kind in (b"\xc0", b"\xc2") if b"\xff" + kind in sample
    )
    return sample[: at + 5] + struct.pack(">HH", height, width) + sample[at + 9 :]


def _with_exif(sample: bytes, exif: bytes) -> bytes:
    return sample[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + sample[2:]


def _endless_exif() -> bytes:
    """A directory that names itself as the next one, with values of 4 GB."""
    entries = b"".join(struct.pack("<HHII", tag, 2, 2**32 - 1, 8) for tag in range(270, 290))
    return b"Exif\x00\x00II*\x00\x08\x00\x00\x00" + struct.pack("<H", 20) + entries + b"\x08\0\0\0"

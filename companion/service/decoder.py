"""Pictures that somebody sent, decoded in a process of their own.

Decoders are C code that is fed by strangers. What makes one hang, fill the memory or crash ends
that process and one request; the server and the evening go on.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, Any

from companion.base.errors import MalformedError, NotAllowedError, UnavailableError

if TYPE_CHECKING:
    from companion.vision.recognition.photo import Photo

LONGEST_S = 10.0
"""For one picture. The largest that are let in take one second on a laptop."""
MOST_BYTES = 640 * 1024 * 1024
"""Address space of the process, half of it the libraries'. Linux keeps to it, others do not."""


class FormatNotTakenError(MalformedError):
    sentence = (
        "The file is not a photograph that this server reads; send a JPEG, PNG, WebP or HEIC."
    )
    field = "photo"


class PictureRefusedError(MalformedError):
    """The decoder says why, in a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "photo")


class PictureNotTakenError(NotAllowedError):
    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "photo")


class DecoderEndedError(MalformedError):
    sentence = (
        "The picture takes too long or too much memory to read; save it again as an ordinary"
        " JPEG, or take it again."
    )
    field = "photo"


class DecoderMissingError(UnavailableError):
    def __init__(self, error: OSError) -> None:
        super().__init__(
            f"Pictures cannot be decoded just now ({error.strerror}); try again in a minute."
        )


class Decoder:
    """Encoded bytes → a Photo, one at a time. The process is started when it is first needed."""

    def __init__(self, longest_s: float = LONGEST_S, most_bytes: int = MOST_BYTES) -> None:
        self._longest_s = longest_s
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, data: bytes) -> Photo:
        """Raises FormatNotTakenError, PictureRefusedError, PictureNotTakenError, DecoderEndedError,
        DecoderMissingError, and what `check_before_decoding` raises."""
        from companion.vision.recognition.photo import check_before_decoding

        if check_before_decoding(data) is None:
            raise FormatNotTakenError
        with self._lock:
            process = self._started()
            end = threading.Timer(self._longest_s, process.kill)
            end.start()
            try:
                return _asked(process, data)
            except (OSError, EOFError, ValueError):
                self._end()
                raise DecoderEndedError from None
            finally:
                end.cancel()

    def warm_up(self) -> None:
        """Start the process, for the first photograph."""
        with self._lock:
            self._started()

    def close(self) -> None:
        with self._lock:
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "companion.service.decoder_process"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={
                        **os.environ,
                        "COMPANION_DECODER_BYTES": str(self._most_bytes),
                        # Room for threads that nobody needs would count against the limit.
                        "OPENBLAS_NUM_THREADS": "1",
                        "MALLOC_ARENA_MAX": "1",
                    },
                    # Ctrl-C at the terminal is for the server, which closes the pipe.
                    start_new_session=True,
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # Windows
                )
            except OSError as error:
                raise DecoderMissingError(error) from error
        return self._process

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # closing sends what it still holds
                pipe.close()
        self._process = None


def send(pipe: IO[bytes], head: dict[str, Any], body: bytes | memoryview) -> None:
    """One message: a line of JSON with the length of the body, then the body."""
    pipe.write(json.dumps({**head, "length": len(body)}).encode() + b"\n")
    pipe.write(body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> tuple[dict[str, Any], bytearray]:
    """Raises EOFError where the other side has ended."""
    line = pipe.readline(10_000)
    if not line:
        raise EOFError
    head: dict[str, Any] = json.loads(line)
    body = bytearray(head["length"])
    left = memoryview(body)
    while left:
        count = pipe.readinto(left)  # type: ignore[attr-defined]
        if not count:
            raise EOFError
        left = left[count:]
    return head, body


def _asked(process: subprocess.Popen[bytes], data: bytes) -> Photo:
    import numpy as np

    from companion.vision.recognition.photo import Photo

    assert process.stdin is not None
    assert process.stdout is not None
    send(process.stdin, {}, data)
    head, body = receive(process.stdout)
    if "malformed" in head:
        raise PictureRefusedError(head["malformed"])
    if "not_allowed" in head:
        raise PictureNotTakenError(head["not_allowed"])
    pixels = np.frombuffer(body, np.uint8).reshape(head["shape"])
    return Photo(pixels, head["width"], head["height"], head["camera"])

"""The process that decodes pictures for a server; see `decoder`.

Reads encoded pictures from standard input until it is closed, and writes pixels to standard output.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

from companion.base.errors import CompanionError, MalformedError
from companion.service.decoder import LONGEST_S, receive, send


def main() -> None:
    # Before OpenCV is loaded, which asks for these once: it holds them against the size that its
    # own decoders read from a file.
    from companion.vision.recognition.picture_file import MAX_PIXELS

    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)
    os.environ["OPENCV_LOG_LEVEL"] = "OFF"
    from companion.vision.recognition.photo import load_photo

    _keep_to(int(os.environ["COMPANION_DECODER_BYTES"]))
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            _, data = receive(asked)
        except EOFError:
            return
        try:
            with _alarm(int(LONGEST_S) + 5):
                photo = load_photo(bytes(data))
        except MalformedError as error:
            send(answers, {"malformed": str(error)}, b"")
            continue
        except CompanionError as error:
            send(answers, {"not_allowed": str(error)}, b"")
            continue
        head = {"width": photo.width, "height": photo.height, "camera": photo.camera}
        send(answers, {**head, "shape": photo.pixels.shape}, photo.pixels.reshape(-1).data)


@contextlib.contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    """The server ends a process that hangs; where the server is gone, the system does."""
    if not hasattr(signal, "alarm"):
        yield
        return
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def _keep_to(most_bytes: int) -> None:
    """No more memory than that, where the system can keep a process to it."""
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()

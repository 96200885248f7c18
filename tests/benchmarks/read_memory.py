"""Memory of one process that reads 12-megapixel photographs one after another.

    python -m tests.benchmarks.read_memory [--photos 50]

Prints the resident memory after the 5th, the middle and the last photograph, and the peak.
"""

from __future__ import annotations

import argparse
import resource as system
from pathlib import Path

from companion.vision.pipeline import Reader
from tests.phone_photo import phone_photo


def resident() -> float:
    """Megabytes of this process now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * system.getpagesize() / 1e6


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--photos", type=int, default=50)
    said = ask.parse_args()
    data = phone_photo()
    reader = Reader()
    for count in range(1, said.photos + 1):
        reader.read(data)
        if count in (5, said.photos // 2, said.photos):
            print(f"after {count:3} photographs: {resident():6.0f} MB")
    print(f"peak: {system.getrusage(system.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")


if __name__ == "__main__":
    main()

"""The page to calibrate a lens with, as PDF or SVG, for A4 and Letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from companion.vision.calibration.lens import COLUMNS, MARKER_MM, ROWS, SQUARE_MM, board

PAPERS: Final[dict[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
_TOP_MM = 15.0
"""From the top of the paper to the board; printers leave a margin of about 5. Set by hand, not
measured."""
_WORDS = (
    "Mah-Jongg Table Companion: calibration page. Print at 100 %, not “fit to page”.",
    f"A square is {SQUARE_MM:.0f} mm wide. Keep the page flat; photograph it six times or more.",
)

Rectangle = tuple[float, float, float, float]
"""Left, top, width, height in millimetres."""


def black_rectangles(paper: str) -> Iterator[Rectangle]:
    """Everything black on the page except the words."""
    left = (PAPERS[paper][0] - COLUMNS * SQUARE_MM) / 2
    markers = board().getDictionary()
    for x, y in ((x, y) for y in range(ROWS) for x in range(COLUMNS) if (x + y) % 2 == 0):
        yield left + x * SQUARE_MM, _TOP_MM + y * SQUARE_MM, SQUARE_MM, SQUARE_MM
    cells = markers.markerSize + 2  # a black border one cell wide around the bits
    cell = MARKER_MM / cells
    inset = (SQUARE_MM - MARKER_MM) / 2
    white = [(x, y) for y in range(ROWS) for x in range(COLUMNS) if (x + y) % 2 == 1]
    for number, (x, y) in zip(board().getIds().ravel(), white, strict=True):
        bits = cv2.aruco.generateImageMarker(markers, int(number), cells)
        corner = left + x * SQUARE_MM + inset, _TOP_MM + y * SQUARE_MM + inset
        for row, line in enumerate(bits < 128):
            yield from (
                (corner[0] + start * cell, corner[1] + row * cell, (stop - start) * cell, cell)
                for start, stop in _runs(line)
            )


def as_svg(paper: str) -> str:
    """The page as SVG, in millimetres."""
    width, height = PAPERS[paper]
    shapes = "".join(
        f'<rect x="{x:.4f}" y="{y:.4f}" width="{w:.4f}" height="{h:.4f}"/>\n'
        for x, y, w, h in black_rectangles(paper)
    )
    words = "".join(
        f'<text x="{(width - COLUMNS * SQUARE_MM) / 2}" y="{y}" font-size="3.6"'
        f' font-family="sans-serif">{text}</text>\n'
        for text, y in zip(_WORDS, _lines_at(), strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}" shape-rendering="crispEdges">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n{shapes}{words}</svg>\n'
    )


def as_pdf(paper: str) -> bytes:
    """The page as PDF, in its true size."""
    from fpdf import FPDF

    width, height = PAPERS[paper]
    pdf = FPDF(unit="mm", format=(width, height))
    pdf.set_auto_page_break(False)
    pdf.add_page()
    pdf.set_fill_color(0, 0, 0)
    for x, y, w, h in black_rectangles(paper):
        pdf.rect(x, y, w, h, style="F")
    pdf.set_font("helvetica", size=10)
    for text, y in zip(_WORDS, _lines_at(), strict=True):
        pdf.text((width - COLUMNS * SQUARE_MM) / 2, y, text.replace("“", '"').replace("”", '"'))
    return bytes(pdf.output())


def _lines_at() -> tuple[float, float]:
    foot = _TOP_MM + ROWS * SQUARE_MM
    return foot + 10, foot + 16


def _runs(line: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Iterator[tuple[int, int]]:
    """The starts and stops of each run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
    for start, stop in edges.reshape(-1, 2):
        yield int(start), int(stop)

"""Reads a QR code from its drawing, as a camera would: without the library that has made it.

Versions 1 to 6, texts of bytes; nothing is corrected, as a drawing has no dirt on it.
"""

from __future__ import annotations

import re

BLOCKS = {  # number of data codewords in each block, by version and level of correction
    1: {"L": [19], "M": [16], "Q": [13], "H": [9]},
    2: {"L": [34], "M": [28], "Q": [22], "H": [16]},
    3: {"L": [55], "M": [44], "Q": [17] * 2, "H": [13] * 2},
    4: {"L": [80], "M": [32] * 2, "Q": [24] * 2, "H": [9] * 4},
    5: {"L": [108], "M": [43] * 2, "Q": [15, 15, 16, 16], "H": [11, 11, 12, 12]},
    6: {"L": [68] * 2, "M": [27] * 4, "Q": [19] * 4, "H": [15] * 4},
}
LEVELS = "MLHQ"  # by the two bits of the format
FORMAT_MASK = 0b10101_0000010010


def read_qr(svg: str) -> str:
    """The text of a QR code."""
    dark, size = modules(svg)
    version = (size - 17) // 4
    around = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    told = number([spot in dark for spot in around]) ^ FORMAT_MASK
    level, mask = LEVELS[told >> 13], told >> 10 & 7
    bits = [(spot in dark) != is_masked(mask, *spot) for spot in way(size)]
    words = [number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    blocks: list[list[int]] = [[] for _ in BLOCKS[version][level]]
    lengths = BLOCKS[version][level]
    order = [block for place in range(max(lengths)) for block, length in enumerate(lengths) if place < length]
    for block, word in zip(order, words, strict=False):
        blocks[block].append(word)
    stream = "".join(f"{word:08b}" for block in blocks for word in block)
    assert stream[:4] == "0100", "not a text of bytes"
    count = int(stream[4:12], 2)
    return bytes(int(stream[at : at + 8], 2) for at in range(12, 12 + 8 * count, 8)).decode()


def modules(svg: str) -> tuple[set[tuple[int, int]], int]:
    """The dark modules of a drawing made of horizontal strokes, and the width of the code."""
    drawn = re.search(r'<path[^>]*stroke="#000"[^>]* d="([^"]+)"', svg) or re.search(r' d="(M[^"]+h[^"]+)"', svg)
    assert drawn
    x = y = 0.0
    spots = set()
    for command, given in re.findall(r"([Mmh])([^Mmh]*)", drawn[1]):
        numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+", given)]
        if command == "h":
            spots |= {(int(y), int(x) + step) for step in range(int(numbers[0]))}
            x += numbers[0]
        else:
            x, y = (numbers[0], numbers[1]) if command == "M" else (x + numbers[0], y + numbers[1])
    edge = min(column for _, column in spots)
    found = {(row - edge, column - edge) for row, column in spots}
    return found, max(column for _, column in found) + 1


def way(size: int) -> list[tuple[int, int]]:
    """The modules with data, in the order in which they are read."""
    found = []
    columns = [column for column in range(size - 1, 0, -2) if column > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        found += [(row, column) for row in rows for column in (right, right - 1) if not is_pattern(row, column, size)]
    return found


def is_masked(mask: int, row: int, column: int) -> bool:
    """Is a module turned into its opposite by one of the eight masks?"""
    both, product = row + column, row * column
    values = (
        both % 2,
        row % 2,
        column % 3,
        both % 3,
        (row // 2 + column // 3) % 2,
        product % 2 + product % 3,
        (product % 2 + product % 3) % 2,
        (both % 2 + product % 3) % 2,
    )
    return values[mask] == 0


def is_pattern(row: int, column: int, size: int) -> bool:
    """Does a module belong to a corner, a timing line or the alignment pattern?"""
    corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    aligned = size > 21 and abs(row - (size - 7)) <= 2 and abs(column - (size - 7)) <= 2
    return corner or aligned or 6 in (row, column)


def number(bits: list[bool]) -> int:
    """Bits as a number, the first one the highest."""
    return int("".join(str(int(bit)) for bit in bits), 2)

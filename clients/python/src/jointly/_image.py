"""Images as the server takes them."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Any, Optional, Tuple


def image_bytes(image: Any) -> Tuple[bytes, Optional[str]]:
    """The file of an image, and its name if it has one: of a path, of the bytes of a file, or of an array."""
    if isinstance(image, (bytes, bytearray, memoryview)):
        return bytes(image), None
    if isinstance(image, (str, os.PathLike)):
        path = Path(image)
        return path.read_bytes(), path.name
    if hasattr(image, "shape") and hasattr(image, "tobytes"):
        return _png(image), None
    raise TypeError(f"found {type(image).__name__} but expected a path, the bytes of an image file, or an array")


def _png(array: Any) -> bytes:
    shape = tuple(array.shape)
    kinds = {(): 0, (1,): 0, (3,): 2, (4,): 6}
    if str(array.dtype) != "uint8" or len(shape) < 2 or shape[2:] not in kinds or 0 in shape:
        raise ValueError(
            f"found an array of {array.dtype} with shape {shape} but expected uint8, height x width,"
            " with 3 colours (red first), 4 with alpha, or none"
        )
    height, width = shape[:2]
    row = width * (shape[2] if len(shape) == 3 else 1)
    data = array.tobytes()  # row by row, whatever its layout in memory
    lines = b"".join(b"\0" + data[start : start + row] for start in range(0, len(data), row))
    header = struct.pack(">IIBBBBB", width, height, 8, kinds[shape[2:]], 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )

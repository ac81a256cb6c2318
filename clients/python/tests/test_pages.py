"""Runs the Python blocks of docs/python.md, in order, in one namespace and a folder of its own."""

import contextlib
import io
import os
import re
import shutil
import struct
import tempfile
import unittest
from pathlib import Path

from support import HERE, ProgramTest


def blocks(page):
    """Language and text of each block, and the line where the text begins."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield found[1], found[2], text.count("\n", 0, found.start(2))


class PagesTest(ProgramTest):
    def run_page(self, page):
        """What the blocks leave behind. A text block after a Python block is all that it prints."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        for example in (HERE / "example").glob("*.pickle"):
            shutil.copy(example, folder.name)
        namespace, printed, count = {"__name__": page.stem}, "", 0
        for language, text, line in blocks(page):
            if language == "python":
                output = io.StringIO()
                with contextlib.redirect_stdout(output):
                    exec(compile("\n" * line + text, str(page), "exec"), namespace)
                printed = output.getvalue()
                count += 1
            elif language == "text":
                self.assertEqual(printed, text, f"{page}, line {line}")
        self.assertGreater(count, 2)
        return namespace

    def test_guide(self):
        left = self.run_page(HERE.parents[1] / "docs" / "python.md")
        self.assertEqual(left["verdict"].verdict, "proven-optimal")
        more = left["corrected"].objective - left["before"]
        self.assertGreaterEqual(round(more, 6), left["margin"])
        drawings = sorted(path.name for path in Path("drawn").iterdir())
        self.assertEqual(drawings, [f"frame{i}.png" for i in range(6)])
        for picture in (Path("corrected.png"), Path("drawn/frame0.png")):
            data = picture.read_bytes()
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
            width, height = struct.unpack(">II", data[16:24])
            self.assertGreaterEqual((width, height), (480, 420))
        self.assertGreater(Path("mice_assemblies.pickle").stat().st_size, 100)


if __name__ == "__main__":
    unittest.main()

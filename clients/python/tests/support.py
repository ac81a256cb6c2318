"""What the tests share: the package of this checkout, small problems, and programs that stand in for jointly."""

import functools
import os
import stat
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "src"))

import jointly  # noqa: E402

if os.environ.get("JOINTLY"):
    os.environ["JOINTLY"] = jointly.find()  # absolute, because some tests change the directory

try:
    import numpy
except ImportError:
    numpy = None

BUST = jointly.Anatomy("bust", ["neck", "head"], ["neck"], [("neck", "head")])


def crowd(name, *costs):
    """A problem of necks that nothing joins, and its objective: each that costs less than -1 is a person."""
    problem = jointly.Problem(name, BUST, pose_cost=1)
    problem.add_all("neck", costs)
    return problem, float(sum(min(0, 1 + cost) for cost in costs))


class ProgramTest(unittest.TestCase):
    """A test that runs the program; on a machine where it was not built it is skipped."""

    @classmethod
    def setUpClass(cls):
        missing = why_not()
        if missing is not None:
            raise unittest.SkipTest(missing)


@functools.lru_cache(maxsize=None)
def why_not():
    """Why the program cannot be run, or None."""
    try:
        jointly.run("--version")
    except (jointly.ProgramNotFound, jointly.BadInput) as wrong:
        if os.environ.get("JOINTLY_REQUIRED"):
            raise
        return str(wrong)
    return None


def stand_in(test, code):
    """The path of a program that runs some Python in place of jointly; it is gone after the test."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    path = Path(folder.name, "jointly")
    path.write_text(f"#!{sys.executable}\nimport json, os, sys\n" + textwrap.dedent(code), encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path

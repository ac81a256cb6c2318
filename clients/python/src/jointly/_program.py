"""Finds and runs the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Optional, Union

from .errors import BadInput, ProgramFailed, ProgramNotFound

PathLike = Union[str, "os.PathLike[str]"]

TAIL = 20
"""Lines of standard error that an exception shows."""


def find(program: Optional[PathLike] = None) -> str:
    """The path of the program: `program`, else $JOINTLY, else jointly on the PATH, else bin/jointly of this checkout."""
    named = os.fspath(program) if program is not None else os.environ.get("JOINTLY")
    if named:
        found = shutil.which(named)
        if found is None:
            source = "the argument program" if program is not None else "the variable JOINTLY"
            raise ProgramNotFound(f"{source} is {named!r}, which is not a program that can be run")
        return os.path.abspath(found)
    found = shutil.which("jointly")
    if found is not None:
        return os.path.abspath(found)
    # this file is clients/python/src/jointly/_program.py of a checkout
    for root in list(Path(__file__).resolve().parents)[4:5]:
        if (root / "pom.xml").is_file() and (root / "bin" / "jointly").is_file():
            return str(root / "bin" / "jointly")
    raise ProgramNotFound(
        "the program jointly was not found: put it on the PATH, set the variable JOINTLY to its path"
        " (bin/jointly of a checkout that was built), or pass it as program="
    )


def run(*arguments: PathLike, program: Optional[PathLike] = None, input: Optional[str] = None) -> str:
    """
    Runs one command of the program, such as run("verify", problem, solution), and returns its standard output.

    BadInput if it refuses its input (exit code 2), ProgramFailed for any other exit code but 0.
    """
    done = subprocess.run(
        [find(program), *(os.fspath(argument) for argument in arguments)],
        input=input,
        # without an input it must not wait for the one of this process
        stdin=subprocess.DEVNULL if input is None else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode == 0:
        return done.stdout
    lines = done.stderr.splitlines()[-TAIL:]
    if done.returncode == 2 and lines:
        raise BadInput(sentence(lines[-1]))
    command = arguments[0] if arguments else ""
    raise ProgramFailed(f"jointly {command} ended with exit code {done.returncode}", done.returncode, lines)


def sentence(line: str) -> str:
    """An error line of the program, without its name and without the place on standard input."""
    return re.sub(r"^(jointly: )?(standard input: (document \d+ \(line \d+\): )?)?", "", line.strip())

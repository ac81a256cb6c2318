"""Commands of the program that take and give files, for problems and solutions in memory."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from ._image import image_bytes
from ._model import People, Problem, ProblemLike, Solution, document_of, encode
from ._program import PathLike, run


def import_detections(
    kind: str,
    *files: PathLike,
    size: Optional[Sequence[int]] = None,
    config: Optional[PathLike] = None,
    max_people: Optional[int] = None,
    arguments: Sequence[str] = (),
    program: Optional[PathLike] = None,
) -> List[Dict[str, Any]]:
    """
    The problems of another tool's files, one for each frame: `jointly import`.

    :param kind: dlc, openpose, deepcut or evidence
    :param size: width and height of the images
    :param config: dlc: config.yaml of the project
    :param max_people: at most so many people in an image
    :param arguments: further options of jointly import
    """
    command: List[PathLike] = ["import", kind, *files, "-o", "-", "--quiet"]
    if size is not None:
        command += ["--size", f"{size[0]}x{size[1]}"]
    if config is not None:
        command += ["--config", config]
    if max_people is not None:
        command += ["--max-people", str(max_people)]
    # not splitlines, which also splits at other characters
    lines = run(*command, *arguments, program=program).split("\n")
    return [json.loads(line) for line in lines if line]


def pose(
    image: Any,
    *,
    model: Optional[PathLike] = None,
    max_people: Optional[int] = None,
    arguments: Sequence[str] = (),
    program: Optional[PathLike] = None,
) -> People:
    """
    The people in an image: `jointly pose`. A Server answers faster if there are many images.

    :param image: a path, the bytes of an image file, or an array as Server.pose takes it
    :param model: an installed network, or the file of a model card
    :param max_people: at most so many people
    :param arguments: further options of jointly pose
    """
    data, name = image_bytes(image)
    command: List[PathLike] = ["-o", "-", "--quiet"]
    if model is not None:
        command += ["--model", model]
    if max_people is not None:
        command += ["--max-people", str(max_people)]
    with tempfile.TemporaryDirectory(prefix="jointly-") as folder:
        photo = Path(folder, name or "image.png")
        photo.write_bytes(data)
        return Solution(json.loads(run("pose", photo, *command, *arguments, program=program))).people


def draw(
    problems: Union[ProblemLike, Iterable[ProblemLike]],
    solutions: Union[Mapping[str, Any], Iterable[Mapping[str, Any]]],
    output: PathLike,
    *,
    image: Optional[PathLike] = None,
    arguments: Sequence[str] = (),
    program: Optional[PathLike] = None,
) -> None:
    """
    Draws the people of one solution into a PNG, JPEG or SVG file, or of several into a directory: `jointly draw`.

    :param image: the image to draw on, or a directory with the images that the problems name
    :param arguments: further options of jointly draw
    """
    shown = [solutions] if isinstance(solutions, Mapping) else list(solutions)
    known = [problems] if isinstance(problems, (Mapping, Problem)) else list(problems)
    target = os.fspath(output)
    if not isinstance(solutions, Mapping):
        Path(target).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="jointly-") as folder:
        problem_file, solution_file = Path(folder, "problems.ndjson"), Path(folder, "solutions.ndjson")
        problem_file.write_bytes(b"".join(encode(document_of(problem)) + b"\n" for problem in known))
        solution_file.write_bytes(b"".join(encode(solution) + b"\n" for solution in shown))
        command: List[PathLike] = ["draw", solution_file, "--problem", problem_file, "-o", target, "--quiet"]
        if image is not None:
            command += ["--image", image]
        run(*command, *arguments, program=program)

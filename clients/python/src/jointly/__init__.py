"""Groups detected joints into people or animals, with a proof. A client of the program jointly; see README.md."""

from ._model import Anatomy, Joint, Margin, People, Person, Problem, ProblemLike, Solution, Verdict
from ._program import find, run
from ._server import Pose, Server
from ._session import Session
from ._solver import Solver
from ._tools import draw, import_detections, pose
from .errors import (
    BadInput,
    BadRequest,
    JointlyError,
    PinsConflict,
    PinsRefused,
    ProgramFailed,
    ProgramNotFound,
    RequestRefused,
)

__version__ = "0.1.0"

__all__ = [
    "Anatomy",
    "BadInput",
    "BadRequest",
    "Joint",
    "JointlyError",
    "Margin",
    "People",
    "Person",
    "PinsConflict",
    "PinsRefused",
    "Pose",
    "Problem",
    "ProblemLike",
    "ProgramFailed",
    "ProgramNotFound",
    "RequestRefused",
    "Server",
    "Session",
    "Solution",
    "Solver",
    "Verdict",
    "draw",
    "find",
    "import_detections",
    "pose",
    "run",
]

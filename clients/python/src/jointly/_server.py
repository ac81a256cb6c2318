"""Drives `jointly serve` over HTTP."""

from __future__ import annotations

import json
import queue
import secrets
import weakref
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence
from urllib.parse import quote, urlencode, urlsplit

from ._child import Child, finally_do
from ._image import image_bytes
from ._model import Margin, ProblemLike, Solution, Verdict, document_of, encode
from ._program import PathLike, find
from ._session import Session
from ._solver import milliseconds
from .errors import JointlyError, ProgramFailed, RequestRefused


class Pose(NamedTuple):
    """What was found in an image: the detections with their costs, and the people."""

    problem: Dict[str, Any]
    solution: Solution


class Server:
    """
    A `jointly serve` of one's own, on a free port of this machine and with a random token. Server.at(url) uses one that
    runs already.

    Use it in a with statement, or call close(). It may be used by several threads.
    """

    _finalizer: weakref.finalize[..., Any]

    def __init__(
        self,
        *,
        models: Sequence[PathLike] = (),
        workers: Optional[int] = None,
        time_limit: float = 60.0,
        start_timeout: float = 60.0,
        arguments: Sequence[str] = (),
        program: Optional[PathLike] = None,
    ) -> None:
        """
        :param models: names or cards of the networks for images, the first is the default
        :param workers: problems solved at once; one for each processor if absent
        :param time_limit: the longest a request may take, in seconds
        :param start_timeout: seconds in which it must be ready
        :param arguments: further options of jointly serve
        :param program: path of the program; see find()
        """
        token = secrets.token_urlsafe(32)
        command = [find(program), "serve", "--port", "0", "--time-limit", milliseconds(time_limit)]
        for model in models:
            command += ["--model", str(model)]
        if workers is not None:
            command += ["--workers", str(workers)]
        ports: queue.Queue[Optional[int]] = queue.Queue()
        # in the environment, where other users of the machine cannot see it
        child = Child([*command, *arguments], piped=False, environment={"JOINTLY_TOKEN": token}, heard=_hears(ports))
        self._child = child
        self._finalizer = finally_do(self, child.stop)
        try:
            port = _first_port(child, ports, start_timeout)
            self._connect(f"http://127.0.0.1:{port}", token, time_limit + 60)
            self.request("GET", "/readyz")
        except BaseException:
            self._finalizer()
            raise

    @classmethod
    def at(cls, url: str, token: Optional[str] = None, *, timeout: float = 120.0) -> Server:
        """A server that runs already. close() does not end it."""
        server = cls.__new__(cls)
        server._connect(url, token, timeout)
        server._finalizer = finally_do(server, _nothing)
        return server

    def _connect(self, url: str, token: Optional[str], timeout: float) -> None:
        place = urlsplit(url)
        if place.scheme not in ("http", "https") or not place.hostname:
            raise ValueError(f"found the address {url!r} but expected one such as http://127.0.0.1:8080")
        self.url = url.rstrip("/")
        self._token = token
        self._timeout = timeout

    def solve(
        self,
        problem: ProblemLike,
        *,
        time_limit: Optional[float] = None,
        gap: Optional[float] = None,
        method: Optional[str] = None,
    ) -> Solution:
        """The best grouping, or the best one found within the time limit. Solver is faster for many problems."""
        parameters = {"timeLimit": _time(time_limit), "gap": gap, "method": method}
        return Solution(self.request("POST", "/api/v1/solve", encode(document_of(problem)), parameters))

    def verify(
        self,
        problem: ProblemLike,
        solution: Mapping[str, Any],
        *,
        time_limit: Optional[float] = None,
        max_people: Optional[int] = None,
    ) -> Verdict:
        """
        Checks a solution against its problem, without the solver.

        :param max_people: at most so many people; needed if the solution was found under a limit that the problem does not have
        """
        body = encode({"problem": document_of(problem), "solution": solution})
        parameters = {"timeLimit": _time(time_limit), "maxPeople": max_people}
        return Verdict.of(self.request("POST", "/api/v1/verify", body, parameters))

    def pose(
        self,
        image: Any,
        *,
        model: Optional[str] = None,
        name: Optional[str] = None,
        time_limit: Optional[float] = None,
    ) -> Pose:
        """
        The people in an image.

        :param image: a path, the bytes of a JPEG, PNG, WebP, TIFF, BMP or GIF file, or an array of uint8, height x width
            x 3, red first (of OpenCV: image[:, :, ::-1])
        :param model: one of the models of the server
        :param name: what the image is called in the answer; the name of the file if absent
        """
        body, found = image_bytes(image)
        parameters = {"model": model, "name": name or found, "timeLimit": _time(time_limit)}
        answer = self.request("POST", "/api/v1/pose", body, parameters, content="application/octet-stream")
        return Pose(answer["problem"], Solution(answer["solution"]))

    def margins(
        self,
        problem: ProblemLike,
        *,
        exact: bool = False,
        below: Optional[float] = None,
        time_limit: Optional[float] = None,
    ) -> List[Margin]:
        """How much more other groupings cost than the best one; see Session.margins."""
        with self.session(problem) as session:
            return session.margins(exact=exact, below=below, time_limit=time_limit)

    def session(self, problem: ProblemLike, *, patience: float = 10.0) -> Session:
        """
        Opens a problem, to add and remove pins.

        :param patience: seconds to wait for a proof, after each change; then the answer is the best so far
        """
        return Session(self.request, encode(document_of(problem)), patience)

    def request(
        self,
        method: str,
        path: str,
        body: Optional[bytes] = None,
        parameters: Optional[Mapping[str, Any]] = None,
        *,
        content: str = "application/json",
    ) -> Any:
        """Any request of docs/service.md. The answer is a value of JSON, or bytes if it is something else."""
        given = {name: value for name, value in (parameters or {}).items() if value is not None}
        place = urlsplit(self.url)
        target = place.path + quote(path) + ("?" + urlencode(given) if given else "")
        headers = {"Content-Type": content} if body is not None else {}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        kind = HTTPSConnection if place.scheme == "https" else HTTPConnection
        connection = kind(str(place.hostname), place.port, timeout=self._timeout)
        try:
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            data = response.read()
        except (OSError, HTTPException) as wrong:
            raise JointlyError(f"{method} {self.url}{path}: {wrong or type(wrong).__name__}") from wrong
        finally:
            connection.close()
        answer: Any = data
        if "json" in (response.getheader("Content-Type") or ""):
            answer = json.loads(data)
        if response.status >= 400:
            refusal = answer if isinstance(answer, dict) else {"title": response.reason}
            raise RequestRefused.of(response.status, refusal, response.getheader("Retry-After"))
        return answer

    def close(self) -> None:
        """Ends the server, unless it was found by at()."""
        self._finalizer()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _time(seconds: Optional[float]) -> Optional[str]:
    return None if seconds is None else milliseconds(seconds)


def _nothing() -> None:
    pass


def _hears(ports: queue.Queue[Optional[int]]) -> Callable[[Optional[str]], None]:
    """Listens to the server's log for its port; None at the end of the log."""

    def heard(line: Optional[str]) -> None:
        if line is None:
            ports.put(None)
            return
        try:
            event = json.loads(line)
        except ValueError:
            return  # a message for people
        if isinstance(event, dict) and event.get("event") == "listening":
            ports.put(event["port"])

    return heard


def _first_port(child: Child, ports: queue.Queue[Optional[int]], seconds: float) -> int:
    try:
        port = ports.get(timeout=seconds)
    except queue.Empty:
        raise ProgramFailed(f"jointly serve was not ready after {seconds} s", None, list(child.last_lines)) from None
    if port is None:
        raise child.failure("jointly serve")
    return port

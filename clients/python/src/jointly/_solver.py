"""Solves problems in a worker process."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from typing import Any, Deque, Iterable, Iterator, Literal, Optional, Sequence, Union, overload

from ._child import finally_do
from ._model import ProblemLike, Solution, document_of
from ._pipe import Pipe
from ._program import PathLike, find
from .errors import JointlyError


class Solver:
    """
    Solves problems, one after the other, in one process that is kept: `jointly solve -` behind a pipe.

    Use it in a with statement, or call close(). It may be used by several threads. If the process ends, the problems it
    had fail with ProgramFailed, and the next one starts it again.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        time_limit: Optional[float] = None,
        gap: Optional[float] = None,
        method: Optional[str] = None,
        max_people: Optional[int] = None,
        margins: Optional[str] = None,
        arguments: Sequence[str] = (),
        program: Optional[PathLike] = None,
    ) -> None:
        """
        :param threads: problems that solve_many solves at once
        :param time_limit: seconds for each problem; the program's own default is 300
        :param gap: relative gap at which a solution counts as optimal
        :param method: auto, bcg or pcg
        :param max_people: at most so many people in an image
        :param margins: bound or exact: solutions say how much more other groupings cost
        :param arguments: further options of jointly solve
        :param program: path of the program; see find()
        """
        command = [find(program), "solve", "-", "--quiet", "--threads", str(threads)]
        if time_limit is not None:
            command += ["--time-limit", milliseconds(time_limit)]
        for option, value in (("gap", gap), ("method", method), ("max-people", max_people), ("margins", margins)):
            if value is not None:
                command += [f"--{option}", str(value)]
        self._threads = threads
        self._pipe = Pipe([*command, *arguments])
        self._finalizer = finally_do(self, self._pipe.close)

    def solve(self, problem: ProblemLike) -> Solution:
        """
        The best grouping, or the best one found within the time limit.

        BadInput if the problem is refused, PinsConflict if its pins cannot all hold, ProgramFailed if the process ends.
        """
        return self._submit(problem).result()

    @overload
    def solve_many(
        self, problems: Iterable[ProblemLike], *, ahead: Optional[int] = None, return_exceptions: Literal[False] = False
    ) -> Iterator[Solution]: ...

    @overload
    def solve_many(
        self, problems: Iterable[ProblemLike], *, ahead: Optional[int] = None, return_exceptions: bool
    ) -> Iterator[Union[Solution, Exception]]: ...

    def solve_many(
        self, problems: Iterable[ProblemLike], *, ahead: Optional[int] = None, return_exceptions: bool = False
    ) -> Iterator[Any]:
        """
        The solutions of many problems, in their order, while later ones are being solved.

        :param ahead: so many problems are taken before the first is awaited; 4 for each thread if absent
        :param return_exceptions: yield the exception of a problem that fails in its place, and go on
        """
        waiting: Deque[Union[Future[Solution], BaseException]] = deque()
        most = max(1, 4 * self._threads if ahead is None else ahead)
        for problem in problems:
            try:
                waiting.append(self._submit(problem))
            except (JointlyError, TypeError, ValueError) as wrong:
                waiting.append(wrong)
            if len(waiting) >= most:
                yield _outcome(waiting.popleft(), return_exceptions)
        while waiting:
            yield _outcome(waiting.popleft(), return_exceptions)

    def _submit(self, problem: ProblemLike) -> Future[Solution]:
        return self._pipe.submit(document_of(problem))

    def close(self) -> None:
        """Ends the process. What is still being solved fails."""
        self._finalizer()

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def milliseconds(seconds: float) -> str:
    """A time as the program reads it."""
    if not seconds > 0:
        raise ValueError(f"found {seconds} seconds but expected more than 0")
    return f"{max(1, round(seconds * 1000))}ms"


def _outcome(entry: Union[Future[Solution], BaseException], returned: bool) -> Any:
    error = entry if isinstance(entry, BaseException) else entry.exception()
    if error is None:
        assert isinstance(entry, Future)
        return entry.result()
    if returned and isinstance(error, Exception):
        return error
    raise error

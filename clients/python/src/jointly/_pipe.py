"""
One `jointly solve -` behind a pipe: a line in, a line out.

Solutions come in the order of the problems, but a problem may get none:

- If its pins cannot all hold, the program says so on standard error and goes on. So an empty problem, the guard, follows
  each problem with pins: a guard that is answered before its problem says that there is no solution to come.
- If it is refused, the program ends with exit code 2 and names it. It fails, and the others are sent to a new process.

Solutions are told apart by the ids of their problems; so two problems with the same id are never sent at once.
"""

from __future__ import annotations

import json
import os
import re
import threading
import uuid
from concurrent.futures import Future
from typing import Any, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from ._child import GRACE, Child
from ._model import Solution, encode
from ._program import sentence
from .errors import BadInput, JointlyError, PinsConflict


class _Request:
    """A line that was or will be sent."""

    def __init__(self, document: Mapping[str, Any], guarded: Optional[_Request] = None) -> None:
        try:
            self.line = encode(document) + b"\n"
        except ValueError as wrong:
            raise BadInput(f"the problem is not JSON: {wrong}") from wrong
        name = document.get("id")
        # a problem without an id is refused by the program
        self.id = name if isinstance(name, str) else f"no id {uuid.uuid4()}"
        self.answer: Future[Solution] = Future()
        self.guarded = guarded
        self.number = 0

    def guard(self, document: Mapping[str, Any]) -> _Request:
        """An empty problem of the same anatomy."""
        kept = {name: document[name] for name in ("format", "anatomy") if name in document}
        return _Request({**kept, "id": f"guard {uuid.uuid4()}", "poseCost": 0, "detections": [], "pairs": []}, self)


class _Worker(Child):
    """A process, and what it was asked and has not answered."""

    def __init__(self, command: Sequence[str]) -> None:
        self.pending: Dict[str, _Request] = {}
        self.sent = 0
        super().__init__(command, piped=True)


class Pipe:
    """Starts the process, and starts it again if it has ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._owner = os.getpid()
        # held while a line is written; taken before _state
        self._sending = threading.RLock()
        # guards the rest; never held while something is written or awaited from the process
        self._state = threading.Condition()
        self._under_way: Set[str] = set()
        self._closed = False
        self._worker: Optional[_Worker] = self._start()

    def submit(self, document: Mapping[str, Any]) -> Future[Solution]:
        """Sends a problem."""
        if os.getpid() != self._owner:
            raise JointlyError("a solver cannot be used in a fork of the process that made it; make another one there")
        request = _Request(document)
        guard = request.guard(document) if document.get("pins") else None
        while True:
            with self._state:
                self._state.wait_for(lambda: self._closed or request.id not in self._under_way)
            with self._sending:
                with self._state:
                    if self._closed:
                        raise JointlyError("the solver is closed")
                    if request.id in self._under_way:
                        continue
                    self._under_way.add(request.id)
                try:
                    self._send(request)
                except JointlyError as wrong:
                    self._fail(request, wrong)
                else:
                    if guard is not None:
                        self._send(guard)
            return request.answer

    def close(self) -> None:
        """Ends the process; what it has not answered fails."""
        with self._state:
            self._closed = True
            self._state.notify_all()
            worker = self._worker
            busy = worker is not None and bool(worker.pending)
        if worker is not None:
            worker.stop(gently=not busy)
        with self._sending:  # whoever was sending meanwhile is done, and may have started another
            other = self._worker
        if other is not None and other is not worker:
            other.stop()

    def _start(self) -> _Worker:
        worker = _Worker(self._command)
        threading.Thread(target=self._read, args=(worker,), name="jointly-stdout", daemon=True).start()
        return worker

    def _send(self, request: _Request) -> None:
        """With _sending held."""
        with self._state:
            worker = self._worker
            if worker is None and self._closed:
                raise JointlyError("the solver is closed")
        if worker is None:
            worker = self._start()
        with self._state:
            self._worker = worker
            worker.pending[request.id] = request
            worker.sent += 1
            request.number = worker.sent
        try:
            worker.stdin.write(request.line)
            worker.stdin.flush()
        except (OSError, ValueError):
            pass  # it has ended, or is being closed: _end answers for what is pending

    def _read(self, worker: _Worker) -> None:
        with worker.stdout as stream:
            for line in stream:
                try:
                    self._take(worker, Solution(json.loads(line)))
                except (ValueError, KeyError):
                    worker.process.kill()  # half a line, because it is ending, or something that is no solution
        worker.ended()
        self._end(worker)

    def _take(self, worker: _Worker, solution: Solution) -> None:
        with self._state:
            request = worker.pending.pop(solution.problem_id)
            guarded = request.guarded
            refused = guarded is not None and worker.pending.get(guarded.id) is guarded
            if guarded is not None and refused:
                del worker.pending[guarded.id]
        if guarded is None:
            self._forget(request)
            request.answer.set_result(solution)
        elif refused:
            # written before the answer to the guard, but perhaps not read yet
            said = worker.take_line(f'problem "{guarded.id}"', GRACE)
            self._fail(guarded, PinsConflict(sentence(said) if said else "there is no solution that keeps all pins"))

    def _end(self, worker: _Worker) -> None:
        """The process has ended, whatever the reason."""
        with self._sending:
            worker.close_input()
            with self._state:
                if self._worker is worker:
                    self._worker = None
                left = list(worker.pending.values())
                closed = self._closed
            if not left:
                return
            culprit, error = (None, JointlyError("the solver was closed")) if closed else _blame(worker, left)
            for request in left:
                if culprit is None or request is culprit:
                    self._fail(request, error)
                elif request.guarded is None or request.guarded is not culprit:
                    try:
                        self._send(request)
                    except JointlyError as wrong:
                        self._fail(request, wrong)

    def _fail(self, request: _Request, error: JointlyError) -> None:
        self._forget(request)
        request.answer.set_exception(error)

    def _forget(self, request: _Request) -> None:
        with self._state:
            self._under_way.discard(request.id)
            self._state.notify_all()


def _blame(worker: _Worker, left: List[_Request]) -> Tuple[Optional[_Request], JointlyError]:
    """Which problem the process refused, with its sentence; if none, how the process ended."""
    lines = worker.ended()
    if worker.process.returncode == 2 and lines:
        # of the first document it does not say the number
        unreadable = re.match(r"jointly: standard input: (?:document (\d+) )?", lines[-1])
        for request in left:
            if unreadable:
                blamed = request.number == int(unreadable[1] or 1)
            else:
                blamed = f'problem "{request.id}"' in lines[-1]
            if blamed:
                return request, BadInput(sentence(lines[-1]))
    return None, worker.failure("the worker process, jointly solve,")

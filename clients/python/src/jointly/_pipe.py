"""
One `jointly solve -` behind a pipe: a line in, a line out.

Every problem gets one line, in the order of the problems: its solution, or why it has none. If the process ends, all problems
that it has not answered fail.
"""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from concurrent.futures import Future
from typing import Any, Deque, Dict, Mapping, Optional, Sequence

from ._child import Child
from ._model import Solution, encode
from ._program import sentence
from .errors import BadInput, JointlyError, PinsConflict


class _Request:
    """A line that was or will be sent."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        try:
            self.line = encode(document) + b"\n"
        except ValueError as wrong:
            raise BadInput(f"the problem is not JSON: {wrong}") from wrong
        self.id = document.get("id")
        self.answer: Future[Solution] = Future()


class _Worker(Child):
    """A process, and what it was asked and has not answered."""

    def __init__(self, command: Sequence[str]) -> None:
        self.pending: Deque[_Request] = deque()
        super().__init__(command, piped=True)


class Pipe:
    """Starts the process, and starts it again if it has ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._owner = os.getpid()
        # held while a line is written; taken before _state
        self._sending = threading.RLock()
        # guards the rest; never held while something is written or awaited from the process
        self._state = threading.Lock()
        self._closed = False
        self._worker: Optional[_Worker] = self._start()

    def submit(self, document: Mapping[str, Any]) -> Future[Solution]:
        """Sends a problem."""
        if os.getpid() != self._owner:
            raise JointlyError("a solver cannot be used in a fork of the process that made it; make another one there")
        request = _Request(document)
        with self._sending:
            self._send(request)
        return request.answer

    def close(self) -> None:
        """Ends the process; what it has not answered fails."""
        with self._state:
            self._closed = True
            worker = self._worker
            busy = worker is not None and bool(worker.pending)
        if worker is not None:
            worker.stop(gently=not busy)
        with self._sending:  # the thread that was sending is done, and may have started another
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
            if self._closed:
                raise JointlyError("the solver is closed")
            worker = self._worker
        if worker is None:
            worker = self._start()
        with self._state:
            self._worker = worker
            worker.pending.append(request)
        try:
            worker.stdin.write(request.line)
            worker.stdin.flush()
        except (OSError, ValueError):
            pass  # it has ended, or is being closed: _end answers for what is pending

    def _read(self, worker: _Worker) -> None:
        with worker.stdout as stream:
            for line in stream:
                try:
                    self._take(worker, json.loads(line))
                except (ValueError, LookupError, AttributeError):
                    worker.process.kill()  # half a line, because it is ending, or something that is no answer
                    break
        worker.ended()
        self._end(worker)

    def _take(self, worker: _Worker, answer: Dict[str, Any]) -> None:
        with self._state:
            request = worker.pending[0]
            failed = answer.get("status") == "failed"
            # what cannot be read has no id
            if answer.get("problem", request.id if failed else None) != request.id:
                raise ValueError("an answer to another problem")
            worker.pending.popleft()
        if failed:
            kind = PinsConflict if answer["reason"] == "pins" else BadInput
            request.answer.set_exception(kind(sentence(answer["error"])))
        else:
            request.answer.set_result(Solution(answer))

    def _end(self, worker: _Worker) -> None:
        """The process has ended, whatever the reason."""
        with self._sending:
            worker.close_input()
            with self._state:
                if self._worker is worker:
                    self._worker = None
                left = list(worker.pending)
                closed = self._closed
        error = JointlyError("the solver was closed") if closed else worker.failure("the worker process, jointly solve,")
        for request in left:
            request.answer.set_exception(error)

"""A child process that is ended for certain."""

from __future__ import annotations

import os
import subprocess
import threading
import weakref
from collections import deque
from typing import IO, Any, Callable, Deque, List, Mapping, Optional, Sequence

from ._program import TAIL
from .errors import ProgramFailed

GRACE = 10.0
"""Seconds that a child has to end by itself."""


def finally_do(owner: object, action: Callable[[], object]) -> weakref.finalize[..., Any]:
    """Has something done once: when it is called, when its owner is collected, or when Python exits."""
    return weakref.finalize(owner, _unless_forked, os.getpid(), action)


def _unless_forked(process: int, action: Callable[[], object]) -> None:
    # a fork has copies of everything, but the child is its parent's
    if os.getpid() == process:
        action()


class Child:
    """The program with its standard error read by a thread, so that it never waits for a reader of its log."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        piped: bool,
        environment: Optional[Mapping[str, str]] = None,
        heard: Optional[Callable[[Optional[str]], None]] = None,
    ) -> None:
        """
        :param piped: whether it reads from and writes to this process
        :param heard: is called with each line of standard error, and with None at its end, by the thread that reads it
        """
        self.last_lines: Deque[str] = deque(maxlen=TAIL)
        self._said = threading.Lock()
        self._heard = heard
        stream = subprocess.PIPE if piped else subprocess.DEVNULL
        try:
            self.process = subprocess.Popen(
                list(command),
                stdin=stream,
                stdout=stream,
                stderr=subprocess.PIPE,
                env=None if environment is None else {**os.environ, **environment},
                # Ctrl-C in a terminal or notebook is for Python, which then ends the child itself
                start_new_session=True,
            )
        except OSError as wrong:
            raise ProgramFailed(f"{command[0]} cannot be started: {wrong}") from wrong
        self._listener = threading.Thread(target=self._listen, name="jointly-stderr", daemon=True)
        self._listener.start()

    @property
    def stdin(self) -> IO[bytes]:
        """Its standard input, if it is piped."""
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """Its standard output, if it is piped."""
        assert self.process.stdout is not None
        return self.process.stdout

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            for line in stream:
                text = line.decode("utf-8", "replace").rstrip()
                with self._said:
                    self.last_lines.append(text)
                if self._heard is not None:
                    self._heard(text)
        if self._heard is not None:
            self._heard(None)

    def ended(self) -> List[str]:
        """Waits until it has ended, and returns the last lines of its standard error."""
        self.process.wait()
        self._listener.join(GRACE)
        with self._said:
            return list(self.last_lines)

    def failure(self, what: str) -> ProgramFailed:
        """Waits until it has ended, and says how."""
        lines = self.ended()
        code = self.process.returncode
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return ProgramFailed(f"{what} {how}", code, lines)

    def stop(self, gently: bool = False) -> None:
        """Ends it: by the end of its input if gently, by a signal if not or if that takes long; in the end it is killed."""
        if gently:
            self.close_input()
        if not (gently and self._ends_within(2)):
            self.process.terminate()
            if not self._ends_within(GRACE):
                self.process.kill()
                self.process.wait()
        self.close_input()

    def _ends_within(self, seconds: float) -> bool:
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close_input(self) -> None:
        """Closes its standard input, if it is piped."""
        if self.process.stdin is not None:
            try:
                self.process.stdin.close()
            except OSError:
                pass  # what was not written has no reader any more

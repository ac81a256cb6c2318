"""What can go wrong. Every exception of this package is a JointlyError."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence


class JointlyError(Exception):
    """The base class."""


class ProgramNotFound(JointlyError):
    """There is no program jointly where it was looked for."""


class ProgramFailed(JointlyError):
    """The program ended, or could not be started."""

    def __init__(self, message: str, exit_code: Optional[int] = None, stderr: Sequence[str] = ()) -> None:
        super().__init__("\n".join([message, *stderr]))
        self.exit_code = exit_code
        """Negative if a signal ended it, None if it did not run."""
        self.stderr = list(stderr)
        """The last lines of its standard error."""


class BadInput(JointlyError, ValueError):
    """The program refuses a problem or a file. The message is its sentence."""


class PinsConflict(JointlyError):
    """The pins of a problem cannot all hold, or no people that keep them were found in time."""


class RequestRefused(JointlyError):
    """The server refused a request (RFC 9457)."""

    def __init__(self, status: int, document: Mapping[str, Any], retry_after: Optional[str] = None) -> None:
        self.status = status
        self.code = str(document.get("type", "")).rpartition(":")[2]
        """Such as bad-parameter or queue-full; docs/service.md lists them."""
        self.detail = str(document.get("detail") or document.get("title") or "no detail")
        self.request_id: Optional[str] = document.get("requestId")
        self.conflict = list(document.get("conflict", []))
        """Pins that cannot all hold."""
        self.retry_after = float(retry_after) if retry_after and retry_after.isdigit() else None
        """Seconds after which to try again, if the server says so."""
        super().__init__(f"{status} {self.code}: {self.detail}")

    @staticmethod
    def of(status: int, document: Mapping[str, Any], retry_after: Optional[str] = None) -> RequestRefused:
        """The kind that fits the answer."""
        kind = {400: BadRequest, 409: PinsRefused}.get(status, RequestRefused)
        return kind(status, document, retry_after)


class BadRequest(RequestRefused, BadInput):
    """400: the problem, the image or a parameter is wrong."""


class PinsRefused(RequestRefused, PinsConflict):
    """409: the pins cannot all hold; the session stays as it was."""

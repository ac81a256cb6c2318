"""A problem that stays open on a server while pins are added and removed."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional

from ._model import Margin, Solution, encode, pin
from ._solver import milliseconds
from .errors import RequestRefused


class Session:
    """
    Made by Server.session. Each change is solved again at once. Pins that cannot all hold raise PinsConflict, and the
    session stays as it was.
    """

    def __init__(self, request: Callable[..., Any], problem: bytes, patience: float) -> None:
        self._request = request
        self._patience = {"patience": milliseconds(patience)}
        self._answer: Dict[str, Any] = request("POST", "/api/v1/sessions", problem, self._patience)
        self._path = f"/api/v1/sessions/{self.id}"

    @property
    def id(self) -> str:
        """Its id on the server."""
        return str(self._answer["id"])

    @property
    def problem(self) -> Dict[str, Any]:
        """The problem, with joints that were added."""
        return dict(self._answer["problem"])

    @property
    def solution(self) -> Solution:
        """The last answer."""
        return Solution(self._answer["solution"])

    @property
    def people(self) -> List[int]:
        """A number for each person of the solution; people that stay keep theirs."""
        return list(self._answer["people"])

    @property
    def pins(self) -> List[Dict[str, Any]]:
        """The pins, beside those of the problem itself."""
        return list(self._answer["pins"])

    @property
    def proof(self) -> str:
        """proven; running, if it took longer than the patience; or open, if there was no room for it."""
        return str(self._answer["proof"])

    def pin(
        self,
        together: Optional[Iterable[int]] = None,
        apart: Optional[Iterable[int]] = None,
        use: Optional[int] = None,
        skip: Optional[int] = None,
    ) -> Solution:
        """Adds a pin, one of the four, and returns the new answer."""
        return self._change("POST", "/pins", encode(pin(together, apart, use, skip)))

    def unpin(self, index: int = -1) -> Solution:
        """Removes a pin, the last if absent, and returns the new answer."""
        pins = self.pins
        if not -len(pins) <= index < len(pins):
            raise IndexError(f"found pin {index} but there are {len(pins)}")
        return self._change("DELETE", f"/pins/{index % len(pins)}")

    def set_pins(self, pins: Iterable[Mapping[str, Any]]) -> Solution:
        """Replaces all pins, such as {"apart": [3, 12]}, and returns the new answer."""
        return self._change("PUT", "/pins", encode({"pins": list(pins)}))

    def add_joint(self, part: str, x: float, y: float, person_of: int, cost: Optional[float] = None) -> Solution:
        """Adds a joint that the detector missed, to the person that has the detection `person_of`."""
        joint = {"part": part, "x": x, "y": y, "with": person_of, "cost": cost}
        given = {name: value for name, value in joint.items() if value is not None}
        return self._change("POST", "/detections", encode(given))

    def refresh(self) -> Solution:
        """Asks for the last answer, which may have been proven meanwhile."""
        return self._keep(self._request("GET", self._path))

    def margins(
        self, *, exact: bool = False, below: Optional[float] = None, time_limit: Optional[float] = None
    ) -> List[Margin]:
        """
        How much more other groupings cost, for each person and joint: proven lower bounds.

        :param exact: solve again for each
        :param below: with exact, only for those whose bounds are less than this
        """
        parameters = {
            "exact": "true" if exact else None,
            "below": below,
            "timeLimit": None if time_limit is None else milliseconds(time_limit),
        }
        answer = self._request("GET", self._path + "/margins", None, parameters)
        return [Margin.of(entry) for entry in answer["margins"]]

    def alternative(self, joint: int) -> Dict[str, Any]:
        """The best grouping in which a detection is not where it is now, as docs/service.md describes it."""
        answer: Dict[str, Any] = self._request("GET", self._path + "/alternative", None, {"joint": joint})
        return answer

    def close(self) -> None:
        """Ends the session on the server."""
        try:
            self._request("DELETE", self._path)
        except RequestRefused as wrong:
            if wrong.status != 404:  # it has ended already
                raise

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _change(self, method: str, path: str, body: Optional[bytes] = None) -> Solution:
        return self._keep(self._request(method, self._path + path, body, self._patience))

    def _keep(self, answer: Mapping[str, Any]) -> Solution:
        self._answer = {**self._answer, **answer}
        return self.solution

"""Problems and solutions. Both are what docs/formats.md describes; these classes make them easier to write and read."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union


@dataclass(frozen=True)
class Anatomy:
    """The parts of a person, the limbs that join all of them into a tree, and 1 to 3 major parts."""

    name: str
    parts: Sequence[str]
    majors: Sequence[str]
    limbs: Sequence[Tuple[str, str]]

    def to_dict(self) -> Dict[str, Any]:
        """As the file format has it."""
        limbs = [list(limb) for limb in self.limbs]
        return {"name": self.name, "parts": list(self.parts), "majors": list(self.majors), "limbs": limbs}


@dataclass
class Problem:
    """
    A problem, jointly/problem@1, that is built step by step. Costs, coordinates and scores may be numbers, sequences of
    numbers or numpy arrays.
    """

    id: str
    anatomy: Union[Anatomy, Mapping[str, Any]]
    pose_cost: float = 0.0
    """The cost of one more person."""
    absent_pairs: str = "forbidden"
    """What a pair that is not listed means: "forbidden" or "zero"."""
    max_people: Optional[int] = None
    image: Optional[Mapping[str, Any]] = None
    detections: List[Dict[str, Any]] = field(default_factory=list)
    pairs: List[List[Any]] = field(default_factory=list)
    pins: List[Dict[str, Any]] = field(default_factory=list)

    def add(
        self,
        part: str,
        cost: float,
        x: Optional[float] = None,
        y: Optional[float] = None,
        score: Optional[float] = None,
    ) -> int:
        """Adds a detection and returns its index."""
        detection: Dict[str, Any] = {"part": part, "cost": cost}
        detection.update((k, v) for k, v in (("x", x), ("y", y), ("score", score)) if v is not None)
        self.detections.append(detection)
        return len(self.detections) - 1

    def add_all(self, part: str, costs: Any, xy: Any = None, scores: Any = None) -> range:
        """Adds the detections of one part and returns their indices: n costs, n rows of x and y, n scores."""
        costs = _listed(costs)
        places = [(None, None)] * len(costs) if xy is None else _listed(xy)
        found = [None] * len(costs) if scores is None else _listed(scores)
        if not len(costs) == len(places) == len(found):
            raise ValueError(f"{len(costs)} costs, {len(places)} places and {len(found)} scores are not equally many")
        first = len(self.detections)
        for cost, (x, y), score in zip(costs, places, found):
            self.add(part, cost, x, y, score)
        return range(first, len(self.detections))

    def pair(self, a: int, b: int, cost: float) -> None:
        """Sets what it costs to put two detections into one person."""
        self.pairs.append([a, b, cost])

    def pair_all(self, first: Sequence[int], second: Sequence[int], costs: Any) -> None:
        """
        Sets the costs of many pairs: row i, column j of `costs` is that of first[i] and second[j]. None and NaN leave a
        pair out. If both are the same detections, those above the diagonal count.
        """
        rows = _listed(costs)
        if len(rows) != len(first) or any(len(row) != len(second) for row in rows):
            raise ValueError(f"costs of {len(first)} and {len(second)} detections need as many rows and columns")
        same = list(first) == list(second)
        for i, row in enumerate(rows):
            for j, cost in enumerate(row):
                if not (same and j <= i) and cost is not None and not math.isnan(cost):
                    self.pair(first[i], second[j], cost)

    def pin(
        self,
        together: Optional[Iterable[int]] = None,
        apart: Optional[Iterable[int]] = None,
        use: Optional[int] = None,
        skip: Optional[int] = None,
    ) -> None:
        """Adds a hard constraint, one of the four."""
        self.pins.append(pin(together, apart, use, skip))

    def to_dict(self) -> Dict[str, Any]:
        """As the file format has it."""
        anatomy = self.anatomy.to_dict() if isinstance(self.anatomy, Anatomy) else dict(self.anatomy)
        document: Dict[str, Any] = {"format": "jointly/problem@1", "id": self.id}
        if self.image is not None:
            document["image"] = dict(self.image)
        document.update(anatomy=anatomy, poseCost=self.pose_cost, detections=self.detections, pairs=self.pairs)
        document["absentPairs"] = self.absent_pairs
        if self.max_people is not None:
            document["maxPoses"] = self.max_people
        if self.pins:
            document["pins"] = self.pins
        return document


ProblemLike = Union[Problem, Mapping[str, Any]]


@dataclass(frozen=True)
class Joint:
    """Where a part of a person was found; coordinates and score are None if the problem has none."""

    detection: int
    x: Optional[float] = None
    y: Optional[float] = None
    score: Optional[float] = None
    margin: Optional[float] = None


@dataclass(frozen=True)
class Person:
    """A pose of a solution."""

    cost: float
    joints: Dict[str, Joint]
    """By part, those that were found."""
    duplicates: Dict[str, List[int]]
    """Further detections of the same joints."""
    strength: Optional[float] = None
    margin: Optional[float] = None
    score: Optional[float] = None
    """Probability that the person is one, where this was calibrated for the network."""
    weak: bool = False
    """Whether the score is below the calibrated threshold."""


class People(List[Person]):
    """People of one image."""

    def rows(self) -> List[Dict[str, Any]]:
        """One row per joint, plain numbers and text: pandas.DataFrame(people.rows()). People are numbered from 1."""
        return [
            {
                "person": number,
                "part": part,
                "x": joint.x,
                "y": joint.y,
                "score": joint.score,
                "person_score": person.score,
                "weak": person.weak,
            }
            for number, person in enumerate(self, 1)
            for part, joint in person.joints.items()
        ]


class Solution(Dict[str, Any]):
    """A solution, jointly/solution@1: the document itself, with properties for what is read most."""

    @property
    def problem_id(self) -> str:
        """The id of the problem."""
        return str(self["problem"])

    @property
    def status(self) -> str:
        """optimal (proven, within the requested gap) or bounded."""
        return str(self["status"])

    @property
    def optimal(self) -> bool:
        """Whether the status is optimal."""
        return self.status == "optimal"

    @property
    def objective(self) -> float:
        """The cost of the people."""
        return float(self["objective"])

    @property
    def lower_bound(self) -> float:
        """No grouping costs less than this."""
        return float(self["lowerBound"])

    @property
    def gap(self) -> float:
        """(objective - lower bound) / |lower bound|."""
        return float(self["gap"])

    @property
    def people(self) -> People:
        """The people, in the order of the document."""
        return People(_person(pose) for pose in self["poses"])


@dataclass(frozen=True)
class Verdict:
    """What the checker says about a solution."""

    verdict: str
    """proven-optimal, bounded, rejected or undecided."""
    objective: float
    lower_bound: Optional[float] = None
    gap: Optional[float] = None
    reasons: List[str] = field(default_factory=list)

    @property
    def proven(self) -> bool:
        """Whether no other grouping costs less, proven."""
        return self.verdict == "proven-optimal"

    @staticmethod
    def of(document: Mapping[str, Any]) -> Verdict:
        """Of the server's answer."""
        return Verdict(
            document["verdict"],
            document["objective"],
            document.get("lowerBound"),
            document.get("gap"),
            list(document["reasons"]),
        )


@dataclass(frozen=True)
class Margin:
    """How much more the best grouping costs in which a person, or a joint of it, is not as it is now."""

    person: int
    """Its number in Session.people."""
    joint: Optional[int]
    """A detection; None if the margin is that of the whole person."""
    at_least: float
    at_most: Optional[float]
    fixed: bool
    """Pins leave no other grouping."""

    @staticmethod
    def of(document: Mapping[str, Any]) -> Margin:
        """Of an entry of the server's answer."""
        return Margin(
            document["person"],
            document.get("joint"),
            document["atLeast"],
            document.get("atMost"),
            document["fixed"],
        )


def pin(
    together: Optional[Iterable[int]] = None,
    apart: Optional[Iterable[int]] = None,
    use: Optional[int] = None,
    skip: Optional[int] = None,
) -> Dict[str, Any]:
    """A pin as the file format has it."""
    given: Dict[str, Any] = {
        "together": None if together is None else list(together),
        "apart": None if apart is None else list(apart),
        "use": use,
        "skip": skip,
    }
    given = {name: value for name, value in given.items() if value is not None}
    if len(given) != 1:
        raise ValueError(f"a pin is one of together, apart, use and skip; found {', '.join(given) or 'none'}")
    return given


def document_of(problem: ProblemLike) -> Mapping[str, Any]:
    """The document of a problem."""
    return problem.to_dict() if isinstance(problem, Problem) else problem


def encode(document: Any) -> bytes:
    """One line of JSON, without the line break; arrays and numbers of numpy are those of Python."""
    return json.dumps(document, allow_nan=False, separators=(",", ":"), default=_plain).encode("ascii")


def _person(pose: Mapping[str, Any]) -> Person:
    known = pose.get("joints", {})
    joints = {}
    for part, detection in pose["global"].items():
        joint = known.get(part, {})
        joints[part] = Joint(detection, joint.get("x"), joint.get("y"), joint.get("score"), joint.get("margin"))
    return Person(
        pose["cost"],
        joints,
        dict(pose.get("local", {})),
        pose.get("strength"),
        pose.get("margin"),
        pose.get("score"),
        pose.get("weak", False),
    )


def _listed(values: Any) -> List[Any]:
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not a value of JSON")

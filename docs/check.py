#!/usr/bin/env python3
"""Checks a solution of Jointly against its problem.

    python3 check.py [--max-people N] PROBLEM SOLUTION [SECONDS]

Both files are JSON, one document each, also .gz. With --max-people the question is the best grouping of at most N people.
Without SECONDS the check may take 60. A second opinion, written from certificate.md alone: Python 3 without packages,
unbounded integers, clear rather than fast. Exit code 0: accepted, 1: rejected, 2: wrong use or unreadable, 3: undecided
in that time.
"""
import copy, gzip, hashlib, json, re, sys, time, unicodedata, zlib
from fractions import Fraction

FORBIDDEN = None

# ---- Reading (sections 1 to 4, 7 and 8): anything that is not as it must be is Unreadable.

class Unreadable(ValueError):
    """Not such a file; exit code 2."""

class Number(str):
    """A number as it is written."""
    def __new__(cls, text):
        if sum(map(str.isdigit, text)) > 1000:
            raise Unreadable("a number has more than 1000 digits")
        return super().__new__(cls, text)

class Fields(list):
    """The fields of an object in order, as pairs: one may be given twice."""
    def __init__(self, pairs):
        super().__init__(pairs)
        if any(len(name) > 1000 for name, _ in pairs):
            raise Unreadable("the name of a field has more than 1000 characters")

def refuse(constant):
    raise Unreadable(f"{constant} is not JSON")

def parse(data):
    """The document in these bytes: Fields, lists, text, Number, true, false or null."""
    try:
        text = data[3 if data[:3] == b"\xef\xbb\xbf" else 0:].decode("utf-8")
        if len(text) > 1 << 31:
            raise Unreadable("more than 2147483648 characters")
        depth = 0
        for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text, re.DOTALL):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match.group()[0], 0)
            if depth > 5100:
                raise Unreadable("more than 5100 arrays and objects inside each other")
        return json.loads(text, object_pairs_hook=Fields, parse_float=Number, parse_int=Number, parse_constant=refuse)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Unreadable(f"not valid JSON: {wrong}") from None

def fields(value, known, required, place, closed=False):
    """The object as a dictionary. Names that are not known are refused if it is closed, and mean nothing otherwise."""
    if type(value) is not Fields:
        raise Unreadable(f"{place} must be an object")
    found = dict(value)
    if len(found) < len(value):
        raise Unreadable(f"{place} has a field twice")
    unknown = [name for name in found if name not in known]
    if len(unknown) > 10000:
        raise Unreadable(f"{place} has more than 10000 fields")
    if closed and unknown:
        raise Unreadable(f"{place} has the unknown field {unknown[0]!r}")
    return require(found, required, place)

def require(found, required, place):
    for name in required:
        if name not in found:
            raise Unreadable(f"{place} has no {name}")
    return found

def array(value, place, most=100_000):
    if type(value) is not list or len(value) > most:
        raise Unreadable(f"{place} must be an array of at most {most} entries")
    return value

def several(value, count, place):
    if len(array(value, place)) != count:
        raise Unreadable(f"{place} must have {count} entries")
    return value

def name(value, place):
    if type(value) is not str or not 1 <= len(value) <= 1000 or any(unicodedata.category(c) in ("Cc", "Cs") for c in value):
        raise Unreadable(f"{place} must be text of 1 to 1000 characters, none of them a control character")
    return value

def one_of(value, options, place):
    if type(value) is not str or value not in options:
        raise Unreadable(f"{place} must be one of {options}")
    return value

def integer(value, place, bits=32):
    """A whole number written as one: 3, not 3.0 or 3e0."""
    whole = type(value) is Number and re.fullmatch(r"-?[0-9]+", value)
    if not whole or not -1 << bits - 1 <= int(value) < 1 << bits - 1:
        raise Unreadable(f"{place} must be a whole number of {bits} bits")
    return int(value)

def index(value, place):
    if integer(value, place) < 0:
        raise Unreadable(f"{place} must not be negative")
    return int(value)

def finite(value, place):
    if type(value) is not Number or abs(float(value)) == float("inf"):
        raise Unreadable(f"{place} must be a finite number")
    return float(value)

def quantise(value, place):
    """Section 1: a cost of a problem."""
    if abs(finite(value, place)) > 1e9:
        raise Unreadable(f"{place} must be of magnitude at most 1e9")
    return round(float(value) * 1e6)  # round() of a float goes to the nearest integer, ties to even

def micro(value, place):
    """Section 1: a number of a solution. Looks at the exponent before it writes out any zeros."""
    if type(value) is not Number:
        raise Unreadable(f"{place} must be a number")
    whole, fraction, exponent = re.fullmatch(r"-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?", value).groups(default="")
    shift = int(exponent or 0) - len(fraction)
    if not -1 << 31 < shift < 1 << 31:
        raise Unreadable(f"{place} has too large an exponent")
    digits = (whole + fraction).strip("0")
    shift += len(whole + fraction) - len((whole + fraction).rstrip("0"))
    if not digits:
        return 0
    if shift < -6:
        raise Unreadable(f"{place} must be a whole number of micro-units")
    if len(digits) + shift > 13 or int(digits) * 10 ** (shift + 6) >= 1 << 63:
        raise Unreadable(f"{place} must be of magnitude below 9e12")
    return int(digits) * 10 ** (shift + 6) * (-1 if value[0] == "-" else 1)

def pin(value, place):
    """Its kind and what it is about, which is not yet checked."""
    kinds = ["together", "apart", "use", "skip"]
    given = [item for item in fields(value, kinds, [], place).items() if item[0] in kinds]
    if len(given) != 1:
        raise Unreadable(f"{place} must have exactly one of {kinds}")
    (kind, what), = given
    return kind, several(what, 2, place) if kind in ("together", "apart") else [what]

def most_poses(text):
    """The limit on the number of poses, None where there is none."""
    if "maxPoses" not in text:
        return None
    most = integer(text["maxPoses"], "maxPoses")
    if not 0 <= most <= 100_000:
        raise Unreadable("maxPoses must be 0 to 100000")
    return most

class Problem:
    """Section 2, costs in micro-units."""
    def __init__(self, document):
        known = ["format", "id", "image", "anatomy", "poseCost", "detections", "pairs", "absentPairs", "pins", "maxPoses"]
        text = fields(document, known, ["format", "id", "anatomy", "poseCost", "detections", "pairs"], "the problem")
        one_of(text["format"], ["jointly/problem@1"], "format")
        self.most = most_poses(text)
        name(text["id"], "id")
        if "image" in text:
            sides = ["width", "height"]
            image = fields(text["image"], ["file"] + sides, ["file"] + sides, "image")
            name(image["file"], "image.file")
            if any(integer(image[side], f"image.{side}") <= 0 for side in sides):
                raise Unreadable("image: width and height must be above 0")
        self.read_anatomy(text["anatomy"])
        self.omega = quantise(text["poseCost"], "poseCost")
        self.part, self.theta = [], []
        for d, entry in enumerate(array(text["detections"], "detections")):
            entry = fields(entry, ["part", "x", "y", "score", "cost"], ["part", "cost"], f"detection {d}")
            self.part.append(self.position(entry["part"], f"detection {d}"))
            self.theta.append(quantise(entry["cost"], f"detection {d}"))
            for optional in ("x", "y", "score"):
                if optional in entry:
                    finite(entry[optional], f"detection {d}: {optional}")
        self.listed = {}
        for i, pair in enumerate(array(text["pairs"], "pairs", 5_000_000)):
            a, b, cost = several(pair, 3, f"pair {i}")
            a, b = sorted((self.detection(a, f"pair {i}"), self.detection(b, f"pair {i}")))
            if a == b or (a, b) in self.listed or not self.may_pair(a, b):
                raise Unreadable(f"pair {i} is given twice, or of one detection, or of parts that may not pair")
            self.listed[a, b] = quantise(cost, f"pair {i}")
        self.absent = one_of(text.get("absentPairs", "forbidden"), ["forbidden", "zero"], "absentPairs")
        self.set_pins([self.pin(pin, f"pin {i}") for i, pin in enumerate(array(text.get("pins", []), "pins"))])
        self.members = [[] for _ in self.parts]
        for d, p in enumerate(self.part):
            self.members[p].append(d)

    def set_pins(self, pins):
        self.pins = pins
        self.required = {d for kind, what in self.pins if kind in ("use", "together") for d in what}
        self.skipped = {what[0] for kind, what in self.pins if kind == "skip"}
        self.apart = {tuple(what) for kind, what in self.pins if kind == "apart"}
        self.partners = {}  # by detection: with whom it is pinned, and how
        for kind, what in self.pins:
            if len(what) == 2:
                self.partners.setdefault(what[0], set()).add((kind, what[1]))
                self.partners.setdefault(what[1], set()).add((kind, what[0]))

    def with_pins(self, more):
        """Section 8: the same problem with pins added."""
        if any(d >= len(self.part) for _, what in more for d in what):
            raise ValueError("a pin is on a detection that the problem does not have")
        pinned = copy.copy(self)
        pinned.set_pins(self.pins + more)
        return pinned

    def at_most(self, most):
        """The same problem with at most so many poses, or fewer if it allows only fewer."""
        limited = copy.copy(self)
        limited.most = min((limit for limit in (self.most, most) if limit is not None), default=None)
        return limited

    def read_anatomy(self, value):
        known = ["name", "parts", "majors", "limbs"]
        anatomy = fields(value, known, known, "anatomy")
        name(anatomy["name"], "anatomy.name")
        self.parts = [name(part, "a part") for part in array(anatomy["parts"], "parts", 200)]
        self.majors = sorted(self.position(part, "majors") for part in array(anatomy["majors"], "majors", 3))
        self.limbs = []
        for limb in array(anatomy["limbs"], "limbs", 200):
            self.limbs.append(tuple(sorted(self.position(part, "a limb") for part in several(limb, 2, "a limb"))))
        self.limbs.sort()
        reached = {0}
        for _ in self.parts:
            reached |= {p for limb in self.limbs if reached & set(limb) for p in limb}
        if not self.parts or len(set(self.parts)) < len(self.parts):
            raise Unreadable("parts must be different, and at least one")
        if not self.majors or len(set(self.majors)) < len(self.majors):
            raise Unreadable("majors must be different, and 1 to 3")
        if len(reached) < len(self.parts) or len(self.limbs) != len(self.parts) - 1:
            raise Unreadable("limbs must be a tree over the parts")

    def position(self, value, place):
        if name(value, place) not in self.parts:
            raise Unreadable(f"{place}: {value!r} is not a part")
        return self.parts.index(value)

    def detection(self, value, place):
        if index(value, place) >= len(self.part):
            raise Unreadable(f"{place}: {value} is not a detection")
        return int(value)

    def pin(self, value, place):
        kind, what = pin(value, place)
        what = sorted(self.detection(d, place) for d in what)
        if len(set(what)) < len(what):
            raise Unreadable(f"{place} names a detection twice")
        return kind, what

    def may_pair(self, d, e):
        p, q = sorted((self.part[d], self.part[e]))
        return p == q or p in self.majors or q in self.majors or (p, q) in self.limbs

    def phi(self, d, e):
        """Cost of a pair that may pair, or FORBIDDEN."""
        return self.listed.get((min(d, e), max(d, e)), 0 if self.absent == "zero" else FORBIDDEN)

    def allows(self, d, e):
        """Whether e is not skipped and may be with d, which it may pair with."""
        pair = min(d, e), max(d, e)
        return e not in self.skipped and pair not in self.apart and self.phi(*pair) is not FORBIDDEN

    def sha256(self):
        """Section 3."""
        lines = ["jointly/problem@1"] + [f"part {name}" for name in self.parts] + [f"major {p}" for p in self.majors]
        lines += [f"limb {p} {q}" for p, q in self.limbs] + [f"poseCost {self.omega}"]
        lines += [f"maxPoses {self.most}"] if self.most is not None else []
        lines += [f"detection {p} {cost}" for p, cost in zip(self.part, self.theta)]
        lines += [f"pair {a} {b} {cost}" for (a, b), cost in sorted(self.listed.items())]
        lines += [f"absentPairs {self.absent}"] + [f"{kind} {' '.join(map(str, what))}" for kind, what in self.pins]
        return hashlib.sha256("".join(line + "\n" for line in lines).encode("utf-8")).hexdigest()

#: Fields of a solution that may be missing; those that nothing reads only do not count as unknown ones.
OPTIONAL = ["problem", "method", "gap", "requestedGap", "seconds", "iterations", "skeletons", "localAssignments", "rows",
            "nodes", "engineFinished", "selfCheck", "trace", "margins", "maxPoses"]

class Claim:
    """Section 4, the costs in micro-units; what is written of the poses and the proof is not yet checked for truth."""
    def __init__(self, document, problem):
        parts = problem.parts
        needed = ["format", "problemSha256", "status", "objective", "lowerBound", "poses", "certificate"]
        text = fields(document, needed + OPTIONAL, needed, "the solution")
        one_of(text["format"], ["jointly/solution@1"], "format")
        if "problem" in text:
            name(text["problem"], "problem")
        if "gap" in text:
            finite(text["gap"], "gap")
        self.sha256 = name(text["problemSha256"], "problemSha256")
        self.most = most_poses(text)
        self.optimal = one_of(text["status"], ["optimal", "bounded"], "status") == "optimal"
        self.objective = micro(text["objective"], "objective")
        self.lower = micro(text["lowerBound"], "lowerBound")
        self.gap = finite(text.get("requestedGap", Number("0")), "requestedGap")
        if not 0 <= self.gap < 1:
            raise Unreadable("requestedGap must be from 0 to below 1")
        self.poses = [self.pose(pose, parts, f"pose {i}") for i, pose in enumerate(array(text["poses"], "poses"))]
        self.proof = Proof(text["certificate"])
        self.margins = [Margin(margin, f"margin {i}") for i, margin in enumerate(array(text.get("margins", []), "margins"))]
        if sum(len(margin.pins) + len(margin.prices) for margin in self.margins) > 5_000_000:
            raise Unreadable("margins have more than 5000000 pins and prices")
        for i, margin in enumerate(self.margins):
            margin.check_label(self.poses, problem, f"margin {i}")

    @staticmethod
    def pose(value, parts, place):
        """Its cost, its global detections by part, and its lists of local ones by part."""
        text = fields(value, ["cost", "global", "local"], ["cost", "global"], place)
        chosen = fields(text["global"], [], [], f"{place}: global")
        local = fields(text.get("local", Fields([])), [], [], f"{place}: local")
        if not set(chosen) | set(local) <= set(parts):
            raise Unreadable(f"{place} names something that is no part of the problem")
        if sum(len(array(group, place)) for group in local.values()) > 5_000_000:
            raise Unreadable(f"{place} has more than 5000000 local detections")
        return (micro(text["cost"], f"{place}: cost"), {part: integer(d, place) for part, d in chosen.items()},
                {part: [integer(d, place) for d in array(group, place)] for part, group in local.items()})

class Margin:
    """Section 8."""
    def __init__(self, value, place):
        known = ["pose", "detection", "pins", "atLeast", "atMost", "fixed", "prices", "certificate"]
        text = fields(value, known, ["pose", "pins", "atLeast"], place)
        self.pose = index(text["pose"], f"{place}: pose")
        self.detection = index(text["detection"], f"{place}: detection") if "detection" in text else None
        self.pins = []
        for entry in array(text["pins"], f"{place}: pins"):
            kind, what = pin(entry, f"{place}: pins")
            self.pins.append((kind, sorted(index(d, f"{place}: a pin") for d in what)))
        self.at_least = micro(text["atLeast"], f"{place}: atLeast")
        if self.at_least < 0 or micro(text.get("atMost", Number("0")), f"{place}: atMost") < 0:
            raise Unreadable(f"{place}: atLeast and atMost must not be negative")
        if type(text.get("fixed", False)) is not bool:
            raise Unreadable(f"{place}: fixed must be true or false")
        self.prices = []
        for entry in array(text.get("prices", []), f"{place}: prices"):
            d, l1, l3 = several(entry, 3, f"{place}: prices")
            self.prices.append((integer(d, place), integer(l1, place, 64), integer(l3, place, 64)))
        self.proof = Proof(text["certificate"]) if "certificate" in text else None
        if self.proof and "prices" in text:
            raise Unreadable(f"{place} has an unknown field: prices beside a certificate")

    def check_label(self, poses, problem, place):
        """The pins must be those of the pose and the detection that it names."""
        if self.pose >= len(poses):
            raise Unreadable(f"{place}: pose {self.pose} does not exist")
        _, chosen, local = poses[self.pose]
        members = set(chosen.values()) | {d for group in local.values() for d in group}
        given = sorted(self.pins)
        if self.detection is None:
            if given != [("skip", [d]) for d in sorted(members)]:
                raise Unreadable(f"{place}: pins must skip every detection of the pose, each once")
            return
        leads = [chosen[problem.parts[p]] for p in problem.majors if problem.parts[p] in chosen]
        if leads:
            if self.detection not in members or self.detection == leads[0]:
                raise Unreadable(f"{place}: detection must be one of the pose, other than its lead")
            if given != [("apart", sorted((leads[0], self.detection)))]:
                raise Unreadable(f"{place}: pins must be apart [lead, detection]")

    def proof_from(self, base):
        """Its own proof, or the solution's with other base prices and without the trees that these concern."""
        if self.proof:
            return self.proof
        changed = {}
        for d, l1, l3 in self.prices:
            if not 0 <= d < min(map(len, base.base)):
                raise ValueError(f"a price is of detection {d}, which does not exist")
            if d in changed:
                raise ValueError(f"detection {d} has two prices")
            changed[d] = l1, l3
        proof = copy.copy(base)
        proof.base = [list(row) for row in base.base]
        for d, (l1, l3) in changed.items():
            proof.base[0][d], proof.base[1][d] = l1, l3
        proof.trees = [tree for tree in base.trees if not changed.keys() & set(tree[0])]
        return proof

class Proof:
    """Section 4, "The certificate"."""
    def __init__(self, value):
        needed = ["format", "scaleBits", "lambda1", "lambda3"]
        text = fields(value, needed + ["posePrice", "trees"], needed, "certificate", closed=True)
        one_of(text["format"], ["jointly/certificate@3"], "certificate.format")
        self.bits = integer(text["scaleBits"], "scaleBits")
        self.base = self.prices(text, "certificate")
        self.pose = integer(text.get("posePrice", Number("0")), "posePrice", 64)
        self.trees, self.size = [], 0
        for j, tree in enumerate(array(text.get("trees", []), "trees")):
            place = f"tree {j}"
            tree = fields(tree, ["detections", "cuts", "nodes"], ["detections", "nodes"], place, closed=True)
            detections = [integer(d, place) for d in array(tree["detections"], place)]
            cuts = [self.cut(cut, f"{place}, cut {i}") for i, cut in enumerate(array(tree.get("cuts", []), place))]
            nodes = [self.node(node, f"{place}, node {i}")
                     for i, node in enumerate(array(tree["nodes"], place, 2_000_000 - self.size))]
            self.size += len(nodes)
            self.trees.append((detections, cuts, nodes))

    @staticmethod
    def cut(value, place):
        """Its two sets."""
        cut = fields(value, ["use", "host"], ["use", "host"], place, closed=True)
        return [[integer(d, place) for d in array(cut[side], place)] for side in ("use", "host")]

    @staticmethod
    def prices(text, place):
        return [[integer(price, place, 64) for price in array(text[row], place)] for row in ("lambda1", "lambda3")]

    def node(self, value, place):
        """A leaf, (shift, prices, sigma, pose), or a decision, (kind, holder, detection, in, out)."""
        leaf = ["shift", "lambda1", "lambda3", "sigma", "posePrice"]
        text = fields(value, ["join", "local", "in", "out"] + leaf, [], place, closed=True)
        kinds = [kind for kind in ("join", "local") if kind in text]
        if not kinds:
            if "in" in text or "out" in text or not set(leaf) & set(text):
                raise Unreadable(f"{place} must be a decision or a leaf")
            require(text, ["lambda1", "lambda3"], place)
            sigma = [integer(price, place, 64) for price in array(text.get("sigma", []), f"{place}: sigma")]
            pose = integer(text.get("posePrice", Number("0")), f"{place}: posePrice", 64)
            return integer(text.get("shift", Number("0")), f"{place}: shift"), self.prices(text, place), sigma, pose
        if len(kinds) > 1 or set(leaf) & set(text):
            raise Unreadable(f"{place}: a decision must have neither another decision nor prices")
        require(text, ["in", "out"], place)
        holder, d = (integer(end, place) for end in several(text[kinds[0]], 2, place))
        return kinds[0], holder, d, integer(text["in"], place), integer(text["out"], place)

# ---- Checking (sections 5, 6 and 8): anything that is not true is a reason to reject.

class Undecided(Exception):
    """Out of time; exit code 3."""

class Effort:
    """How much work one check may do, and whether a search was cut short."""
    def __init__(self, nodes, deadline):
        self.nodes, self.deadline, self.cut_short = nodes, deadline, False

    def late(self):
        return time.monotonic() >= self.deadline

    def need(self):
        if self.late():
            raise Undecided("the check was stopped before it had a bound")

class Cut:
    """Section 5, "Cuts": the sets U and H, those in exactly one of them (V), and those in H alone (D)."""
    def __init__(self, use, host):
        self.use, self.host = set(use), set(host)
        self.taxed, self.discounted = self.use ^ self.host, self.host - self.use

def cuts_over(detections, sets, name):
    """A list of cuts, which must be about these detections."""
    own, seen = set(detections), set()
    for i, (use, host) in enumerate(sets):
        place = f"{name}, cut {i}"
        if any(side != sorted(set(side)) for side in (use, host)) or not own.issuperset(use + host):
            raise ValueError(f"{place}: use and host must ascend, and be detections of the tree")
        if len(use) % 2 == 0:
            raise ValueError(f"{place}: use must have an odd number of detections")
        if (tuple(use), tuple(host)) in seen:
            raise ValueError(f"{place} is given twice")
        seen.add((tuple(use), tuple(host)))
    return [Cut(use, host) for use, host in sets]

class Leaf:
    """Section 5, "Trees": the answers on the way to a leaf, its prices by detection, and what is ruled out there."""
    def __init__(self, problem, detections, cuts, answers, node, place):
        self.problem = problem
        self.leads, self.hosts, self.hosting, self.members = {}, {}, set(), {}
        for kind, holder, d, answer in answers:
            if answer == "in" and kind == "join":
                self.leads.setdefault(holder, set()).add(holder)
                self.leads.setdefault(d, set()).add(holder)
                self.members.setdefault((holder, problem.part[d]), set()).add(d)
            elif answer == "in":
                self.hosts.setdefault(d, set()).add(holder)
                self.hosting.add(holder)
        self.out = {(kind, holder, d) for kind, holder, d, answer in answers if answer == "out"}
        required = problem.required | self.leads.keys() | self.hosts.keys() | self.hosting
        shift, rows, sigma, pose = node
        if not 0 <= shift <= 62:
            raise ValueError(f"{place}: shift must be 0 to 62")
        if any(len(row) != len(detections) for row in rows):
            raise ValueError(f"{place}: each lambda must have {len(detections)} entries")
        if len(sigma) != len(cuts) or min(sigma, default=0) < 0:
            raise ValueError(f"{place}: sigma must have {len(cuts)} entries, none of them negative")
        if pose < 0:
            raise ValueError(f"{place}: posePrice must not be negative")
        self.pose = pose << shift
        self.cuts = [(cut, price << shift) for cut, price in zip(cuts, sigma) if price > 0]
        self.price = {}  # lambda1 and lambda3
        for d, l1, l3 in zip(detections, *rows):
            if l3 < 0 or (l1 < 0 and d not in required):
                raise ValueError(f"{place}: a price of detection {d} is negative that must not be")
            self.price[d] = l1 << shift, l3 << shift

    def in_skeletons(self):
        """The price of each of its detections in a skeleton: lambda1 - lambda3 - discount."""
        price = {e: l1 - l3 for e, (l1, l3) in self.price.items()}
        for cut, sigma in self.cuts:
            for e in cut.discounted:
                price[e] -= sigma
        return price

    def home(self, d):
        """The lead, "two", or None where it is not known."""
        hosts = self.hosts.get(d, set())
        homes = set(self.leads.get(d, ())).union(*(self.leads.get(m, ()) for m in hosts))
        return "two" if len(homes) > 1 or len(hosts) > 1 else min(homes, default=None)

    def pins_allow(self, home, e):
        """Whether e may be in the pose with this home, which is a lead, "two" or None."""
        for kind, a in self.problem.partners.get(e, ()):
            if home is not None:
                other = self.home(a)
                same = other == home and home != "two"
                if kind == "together" and other is not None and not same or kind == "apart" and same:
                    return False
        return True

    def may_join(self, n, e):
        return (("join", n, e) not in self.out and self.leads.get(e, set()) <= {n} and e not in self.hosts
                and self.members.get((n, self.problem.part[e]), set()) <= {e} and self.pins_allow(n, e))

    def may_be_local(self, m, e):
        return (m not in self.hosts and ("local", m, e) not in self.out and e not in self.leads
                and e not in self.hosting and self.hosts.get(e, set()) <= {m} and self.pins_allow(self.home(m), e))

def leaves(problem, detections, sets, nodes, name, effort):
    """All leaves of a tree. Parents stand before their children, so the way to a node is known when its turn comes."""
    depth, above, found, own, cuts = {0: 0}, {}, [], set(detections), cuts_over(detections, sets, name)
    if not nodes:
        raise ValueError(f"{name} has no nodes")
    for i, node in enumerate(nodes):
        effort.need()
        place = f"{name}, node {i}"
        if i not in depth:
            raise ValueError(f"{place} is not the child of a node before it")
        if len(node) == 4:
            answers, at = [], i
            while at > 0:
                at, answer = above[at]
                answers.append(nodes[at][:3] + (answer,))
            found.append(Leaf(problem, detections, cuts, answers, node, place))
            continue
        kind, holder, d, *children = node
        if not {holder, d} <= own:
            raise ValueError(f"{place}: {kind} [{holder}, {d}] is not about the tree's detections")
        if kind == "join" and problem.part[holder] not in problem.majors:
            raise ValueError(f"{place}: join [{holder}, {d}]: {holder} leads nothing")
        if kind == "local" and (holder == d or problem.part[holder] != problem.part[d]):
            raise ValueError(f"{place}: local [{holder}, {d}] must be two detections of one part")
        if depth[i] == 5000:
            raise ValueError(f"{name}: more than 5000 decisions one below the other")
        for answer, child in zip(("in", "out"), children):
            if not i < child < len(nodes) or child in depth:
                raise ValueError(f"{place}: {answer} must be a node after this one that is no other node's child")
            depth[child], above[child] = depth[i] + 1, (i, answer)
    return found

def proven_bound(problem, proof, effort):
    """Section 5: the sum of all shares, rounded up to micro-units."""
    bits, size = proof.bits, len(problem.part)
    if not 0 <= bits <= 40:
        raise ValueError("scaleBits must be 0 to 40")
    base = 0, proof.base, [], proof.pose
    rest, trees, tree_of = Leaf(problem, range(size), [], [], base, "base prices"), [], {}
    for j, (detections, sets, nodes) in enumerate(proof.trees):
        if detections != sorted(set(detections)) or not set(detections) <= rest.price.keys():
            raise ValueError(f"tree {j}: detections must ascend, and be the problem's and in no other tree")
        for d in detections:
            del rest.price[d]
            tree_of[d] = j
        trees.append(leaves(problem, detections, sets, nodes, f"tree {j}", effort))
    whole = {tree_of.get(d) for d in range(size) if problem.part[d] in problem.majors}
    whole = whole.pop() if len(whole) == 1 else None
    if problem.most is None and proof.pose:
        raise ValueError("posePrice must be 0, as the number of poses is not limited")
    for j, tree in enumerate(trees):
        own = problem.most is not None and j == whole
        if not own and any(leaf.pose for leaf in tree):
            raise ValueError(f"tree {j}: posePrice must be 0, as it has not every detection of the major parts")
        for leaf in tree:
            leaf.pose, leaf.limit = (leaf.pose, leaf.pose) if own else (proof.pose, 0)
    rest.limit = proof.pose if whole is None else 0
    trees.append([rest])
    in_skeleton, as_local = {}, {}  # the most optimistic prices
    for leaf in (leaf for tree in trees for leaf in tree):
        for m in leaf.price if leaf.cuts else ():  # whether there are too many, before any search begins
            effort.need()
            open_cuts(problem, leaf.cuts, m)
            cuts_of_host(problem, leaf.cuts, m)
        member = leaf.in_skeletons()
        for e, (l1, _) in leaf.price.items():
            if e not in leaf.leads and e not in leaf.hosts:
                in_skeleton[e] = min(member[e], in_skeleton.get(e, member[e]))
                if e not in leaf.hosting:
                    as_local[e] = min(l1, as_local.get(e, l1))
    bound = sum(min(share(problem, leaf, bits, in_skeleton, as_local, effort) for leaf in tree) for tree in trees)
    return -(-bound >> bits)

def open_cuts(problem, cuts, d):
    """Those that can tax a skeleton led by d: they have members in two parts that may be in it."""
    found, own = [], problem.part[d]
    if own in problem.majors and d not in problem.skipped:
        passed = {p for p in problem.majors if p <= own}
        for cut, sigma in cuts:
            others = {problem.part[e] for e in cut.taxed if problem.part[e] not in passed and problem.allows(d, e)}
            if len(others) + (d in cut.taxed) > 1:
                found.append((cut, sigma))
    if len(found) > 12:
        raise ValueError(f"too many cuts: {len(found)} for lead {d}")
    return found

def cuts_of_host(problem, cuts, m):
    """Those that can tax a local assignment of m, and the detections that count for that."""
    found, taxed = [], set()
    if cuts and m not in problem.skipped:
        others = {e for e in problem.members[problem.part[m]] if e != m and problem.allows(m, e)}
        for cut, sigma in cuts:
            if len(cut.use & others) + (m in cut.host) > 1:
                found.append((cut, sigma))
                taxed |= cut.use & others
    if len(taxed) > 12:
        raise ValueError(f"too many cuts: {len(taxed)} taxed detections for host {m}")
    return found, taxed

def share(problem, leaf, bits, in_skeleton, as_local, effort):
    """What the detections of a leaf contribute to the bound."""
    def phi(d, e):
        cost = problem.phi(d, e)
        return FORBIDDEN if cost is FORBIDDEN or (min(d, e), max(d, e)) in problem.apart else cost << bits
    def with_theta(optimistic, own):
        prices = {**optimistic, **own}
        return {e: (problem.theta[e] << bits) + price for e, price in prices.items() if e not in problem.skipped}
    member = with_theta(in_skeleton, leaf.in_skeletons())
    local = with_theta(as_local, {e: l1 for e, (l1, _) in leaf.price.items()})
    total = -sum(sigma * ((len(cut.use) - 1) // 2) for cut, sigma in leaf.cuts) - (problem.most or 0) * leaf.limit
    for m, (l1, l3) in leaf.price.items():
        effort.need()
        total -= l1
        if m in problem.skipped:
            continue
        if problem.part[m] in problem.majors and leaf.may_join(m, m):
            price = {e: cost for e, cost in member.items() if leaf.may_join(m, e)}
            k, taxes = problem.majors.index(problem.part[m]) + 1, Taxes(open_cuts(problem, leaf.cuts, m))
            skeleton = cheapest_skeleton(problem, phi, price, taxes, [m], k, effort)
            total += min(0, (problem.omega << bits) + leaf.pose + skeleton)
        cost = {e: local[e] + phi(m, e) for e in problem.members[problem.part[m]]
                if e != m and e in local and phi(m, e) is not FORBIDDEN and leaf.may_be_local(m, e)}
        total += min(0, cheapest_group(phi, cost, m, *cuts_of_host(problem, leaf.cuts, m), effort) + l3)
    return total

class Taxes:
    """Of the cuts open for a lead. A set of cuts is a number with a bit for each; a table has the least cost by set."""
    def __init__(self, cuts):
        self.bits, self.tax = {}, [0]  # by detection: the cuts it counts for; by set of cuts: their prices together
        for i, (cut, sigma) in enumerate(cuts):
            for e in cut.taxed:
                self.bits[e] = self.bits.get(e, 0) | 1 << i
            self.tax += [tax + sigma for tax in self.tax]

    def alone(self, e, cost):
        return {self.bits.get(e, 0): cost}

    def together(self, table, other, effort):
        """Cuts that are odd in both are paid, and even from here on."""
        found = {}
        for x, cost in table.items():
            effort.need()
            for y, more in other.items():
                value = cost + more + self.tax[x & y]
                found[x ^ y] = min(value, found.get(x ^ y, value))
        return found

def cheapest_skeleton(problem, phi, price, taxes, chosen, k, effort):
    """Least cost without omega of those in price, given the chosen detections of the major parts before the k-th."""
    effort.need()
    if k < len(problem.majors):
        options = [chosen + [d] for d in problem.members[problem.majors[k]]
                   if d in price and all(phi(c, d) is not FORBIDDEN for c in chosen)]
        return min(cheapest_skeleton(problem, phi, price, taxes, option, k + 1, effort)
                   for option in [chosen] + options)
    total = {0: sum(phi(c, d) for c in chosen for d in chosen if c < d)}
    for c in chosen:
        total = taxes.together(total, taxes.alone(c, price[c]), effort)
    unary = {}
    for e, cost in price.items():
        pairs = [phi(c, e) for c in chosen] if problem.part[e] not in problem.majors else [FORBIDDEN]
        if FORBIDDEN not in pairs:
            unary[e] = cost + sum(pairs)
    waiting = set(range(len(problem.parts))) - set(problem.majors)
    def states(p):
        """Of the tree below p: [(detection of p, or None if absent, table)]."""
        waiting.discard(p)
        below = [states(q) for q in sorted(waiting) if (min(p, q), max(p, q)) in problem.limbs]
        found = [(None, {0: 0})] + [(e, taxes.alone(e, unary[e])) for e in problem.members[p] if e in unary]
        for child in below:
            found = [(e, taxes.together(table, message(child, e), effort)) for e, table in found]
        return found
    def message(child, e):
        effort.need()
        best = {}
        for f, table in child:
            pair = 0 if e is None or f is None else phi(e, f)
            if pair is not FORBIDDEN:
                for odd, cost in table.items():
                    best[odd] = min(cost + pair, best.get(odd, cost + pair))
        return best
    while waiting:
        total = taxes.together(total, message(states(min(waiting)), None), effort)
    return min(total.values())

def cheapest_group(phi, cost, m, cuts, taxed, effort):
    """As cheapest_set, with the taxes of m's cuts: each set of taxed detections has its search for the others."""
    best, taxed = 0, sorted(taxed & cost.keys())
    waiting = [(0, [], 0, cost)]  # how many of taxed are settled, those chosen, their cost, gain of those to follow
    while waiting:
        effort.need()
        i, chosen, value, gain = waiting.pop()
        if i == len(taxed):
            tax = sum(sigma * ((len(cut.use.intersection(chosen)) + (m in cut.host)) // 2) for cut, sigma in cuts)
            best = min(best, value + tax + cheapest_set(phi, gain, effort))
            continue
        d, rest = taxed[i], {e: g for e, g in gain.items() if e != taxed[i]}
        waiting.append((i + 1, chosen, value, rest))
        if d in gain:
            rest = {e: g + phi(d, e) for e, g in rest.items() if phi(d, e) is not FORBIDDEN}
            waiting.append((i + 1, chosen + [d], value + gain[d], rest))
    return best

def cheapest_set(phi, cost, effort):
    """Least sum over a set of detections of their costs and pairs; 0 for the empty set. If cut short: no more than that."""
    best, nodes = 0, 0
    waiting = [(None, 0, cost)]  # what is known to be a lower bound, cost of those chosen, gain of each that may follow
    while waiting:
        bound, value, gain = waiting.pop()
        if nodes == effort.nodes or effort.late():
            effort.cut_short = True
            if bound is None:  # not even the first look at all of them
                bound = sum(min(0, g + sum(min(0, phi(d, e) or 0) for e in gain if e != d)) for d, g in gain.items())
            return min([best, bound] + [other for other, _, _ in waiting])
        nodes += 1
        best = min(best, value)
        relief = {d: sum(min(0, phi(d, e) or 0) for e in gain if e != d) for d in gain}
        gain = {d: g for d, g in gain.items() if g + relief[d] < 0}
        least = value + sum(min(0, g + relief[d] // 2) for d, g in gain.items())
        if not gain or least >= best:
            continue
        bound = least if bound is None else max(bound, least)
        d = min(gain, key=lambda e: gain[e] + relief[e])
        rest = {e: g for e, g in gain.items() if e != d}
        waiting.append((bound, value, rest))
        waiting.append((bound, value + gain[d], {e: g + phi(d, e) for e, g in rest.items() if phi(d, e) is not FORBIDDEN}))
    return best

def audit(problem, poses, reasons):
    """Checks 2 to 6; the recomputed objective, None where the poses are not well formed."""
    used, objective = {}, 0
    for i, (_, chosen, local) in enumerate(poses):
        if not any(problem.parts[p] in chosen for p in problem.majors):
            reasons.append(f"pose {i} has no detection of a major part")
        for part, group in [(part, [d]) for part, d in chosen.items()] + list(local.items()):
            if part not in chosen or not group:
                reasons.append(f"pose {i}: local detections of {part} need a global one and must not be empty")
            for d in group:
                if not 0 <= d < len(problem.part) or problem.parts[problem.part[d]] != part:
                    reasons.append(f"pose {i}: {d} is not a detection of part {part}")
                elif d in used:
                    reasons.append(f"detection {d} is used twice")
                used[d] = i
    if reasons:
        return None
    for i, (claimed, chosen, local) in enumerate(poses):
        cost = problem.omega
        for group in [list(chosen.values())] + [locals_ + [chosen[part]] for part, locals_ in local.items()]:
            for pair in ((d, e) for d in group for e in group if d < e and problem.may_pair(d, e)):
                if problem.phi(*pair) is FORBIDDEN and len(reasons) < 8:
                    reasons.append(f"pose {i} has the forbidden pair {pair}")
                cost += problem.phi(*pair) or 0
        cost += sum(problem.theta[d] for group in [list(chosen.values())] + list(local.values()) for d in group)
        if claimed != cost:
            reasons.append(f"pose {i} has cost {claimed} but costs {cost} micro-units")
        objective += cost
    if problem.most is not None and len(poses) > problem.most:
        reasons.append(f"there are {len(poses)} poses but at most {problem.most} are allowed")
    for kind, what in problem.pins:
        a, b = used.get(what[0]), used.get(what[-1])
        together = a is not None and a == b
        if not {"together": together, "apart": not together, "use": a is not None, "skip": a is None}[kind]:
            reasons.append(f"the poses violate the pin {kind} {what}")
    return objective

def check(problem, claim, effort):
    """Section 6: verdict, recomputed objective, proven bound, reasons."""
    reasons, doubts, proven = [], [], None
    if claim.most is not None and claim.most != problem.most:
        limit = "the number of poses is not limited" if problem.most is None else f"the limit is {problem.most}"
        return "REJECTED", 0, None, [f"maxPoses is {claim.most} but {limit} (see --max-people)"]
    cost = audit(problem, claim.poses, reasons)
    feasible, objective = not reasons, cost or 0
    if claim.sha256 != problem.sha256():
        reasons.append(f"problemSha256 is not {problem.sha256()}")
    if cost is not None and claim.objective != cost:
        reasons.append(f"objective is {claim.objective} but the poses cost {objective} micro-units")
    if claim.lower > claim.objective:
        reasons.append("lowerBound is above the objective")
    try:
        proven = proven_bound(problem, claim.proof, effort)
        unproven = doubts if effort.cut_short else reasons
        if claim.lower > proven:
            unproven.append(f"lowerBound is {claim.lower} but only {proven} micro-units is proven")
        if (claim.optimal and proven != claim.objective
                and claim.objective - claim.lower > Fraction(claim.gap) * max(abs(claim.lower), Fraction(1, 1000))):
            unproven.append("status is optimal but the objective is not within the requested gap")
        if feasible and proven > objective:
            reasons.append("internal contradiction: the certificate proves more than the poses cost")
        for i, margin in enumerate(claim.margins):
            try:
                more = proven_bound(problem.with_pins(margin.pins), margin.proof_from(claim.proof), effort) - objective
                if margin.at_least > more:
                    unproven = doubts if effort.cut_short else reasons
                    unproven.append(f"margin {i} is said to be {margin.at_least} but only {more} micro-units is proven")
            except ValueError as wrong:
                reasons.append(f"margin {i}: {wrong}")
    except Undecided as wrong:
        doubts.append(str(wrong))
    except ValueError as wrong:
        reasons.append(f"certificate: {wrong}")
    verdict = ("REJECTED" if reasons else "UNDECIDED" if doubts
               else "PROVEN OPTIMAL" if proven == objective else "BOUNDED")
    return verdict, objective, proven, reasons or doubts

def judge(problem_bytes, solution_bytes, seconds=60.0, nodes=10, most=None):
    """The exit code, and the lines to print. Tries with few nodes first, which nearly always suffice."""
    deadline = time.monotonic() + seconds
    try:
        problem = Problem(parse(problem_bytes))
        claim = Claim(parse(solution_bytes), problem)
        problem = problem.at_most(most)
        bounds = []
        while True:
            verdict, objective, proven, reasons = check(problem, claim, Effort(nodes, deadline))
            bounds += [] if proven is None else [proven]
            if verdict != "UNDECIDED" or time.monotonic() >= deadline:
                break
            nodes *= 16
    except Unreadable as wrong:
        return 2, [f"cannot check: {wrong}"]
    except (MemoryError, RecursionError):
        return 3, ["UNDECIDED", "too large for this machine"]
    limit = "" if reasons or problem.most is None else f" for at most {problem.most} {'person' if problem.most == 1 else 'people'}"
    lines = [verdict + limit, f"objective {objective}, lower bound {max(bounds, default=None)} micro-units"]
    return {"REJECTED": 1, "UNDECIDED": 3}.get(verdict, 0), lines + reasons[:8]

def load(path):
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data

def main(arguments):
    most = None
    if arguments[:1] == ["--max-people"] and len(arguments) > 1 and re.fullmatch("[0-9]{1,6}", arguments[1]):
        most, arguments = int(arguments[1]), arguments[2:]
    if len(arguments) not in (2, 3) or arguments[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        seconds = float(arguments[2]) if len(arguments) > 2 else 60.0
        code, lines = judge(load(arguments[0]), load(arguments[1]), seconds, most=most)
    except (OSError, EOFError, ValueError, MemoryError, zlib.error) as wrong:
        code, lines = 2, [f"cannot check: {wrong}"]
    for line in lines:
        print(line.encode("ascii", "backslashreplace").decode(), file=sys.stderr if code == 2 else sys.stdout)
    return code

if __name__ == "__main__":
    sys.setrecursionlimit(20000)  # nested JSON
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Checks a solution of Jointly against its problem: python3 check.py PROBLEM SOLUTION (JSON, also .gz).

A second opinion, written from certificate.md alone: Python 3 without packages, unbounded integers, clear rather than
fast. Exit code 0: accepted, 1: rejected, 2: wrong use or not such files.
"""
import gzip, hashlib, json, sys
from decimal import Decimal
from fractions import Fraction

FORBIDDEN = None

class Problem:
    """Section 2, costs in micro-units."""
    def __init__(self, text):
        anatomy = text["anatomy"]
        self.parts = anatomy["parts"]
        self.majors = sorted(self.parts.index(name) for name in anatomy["majors"])
        self.limbs = sorted(tuple(sorted(self.parts.index(name) for name in limb)) for limb in anatomy["limbs"])
        self.omega = quantise(text["poseCost"])
        self.part = [self.parts.index(d["part"]) for d in text["detections"]]
        self.theta = [quantise(d["cost"]) for d in text["detections"]]
        self.listed = {(min(a, b), max(a, b)): quantise(cost) for a, b, cost in text["pairs"]}
        self.absent = text.get("absentPairs", "forbidden")
        pins = [item for pin in text.get("pins", []) for item in pin.items()]
        self.pins = [(kind, sorted(what) if isinstance(what, list) else [what]) for kind, what in pins]
        self.members = [[d for d, p in enumerate(self.part) if p == q] for q in range(len(self.parts))]

    def may_pair(self, d, e):
        p, q = sorted((self.part[d], self.part[e]))
        return p == q or p in self.majors or q in self.majors or (p, q) in self.limbs

    def phi(self, d, e):
        """Cost of a pair that may pair, or FORBIDDEN."""
        return self.listed.get((min(d, e), max(d, e)), 0 if self.absent == "zero" else FORBIDDEN)

    def sha256(self):
        """Section 3."""
        lines = ["jointly/problem@1"] + [f"part {name}" for name in self.parts] + [f"major {p}" for p in self.majors]
        lines += [f"limb {p} {q}" for p, q in self.limbs] + [f"poseCost {self.omega}"]
        lines += [f"detection {p} {cost}" for p, cost in zip(self.part, self.theta)]
        lines += [f"pair {a} {b} {cost}" for (a, b), cost in sorted(self.listed.items())]
        lines += [f"absentPairs {self.absent}"] + [f"{kind} {' '.join(map(str, what))}" for kind, what in self.pins]
        return hashlib.sha256("".join(line + "\n" for line in lines).encode("utf-8")).hexdigest()

def quantise(cost):
    return round(float(cost) * 1e6)  # round() of a float goes to the nearest integer, ties to even

def micro(decimal):
    if Fraction(decimal) * 10**6 % 1 != 0:
        raise ValueError(f"{decimal} is not a whole number of micro-units")
    return int(Fraction(decimal) * 10**6)

def proven_bound(problem, certificate):
    """Section 5: LB(lambda), rounded up to micro-units."""
    bits = certificate["scaleBits"]
    l1, l2, l3 = (certificate[name] for name in ("lambda1", "lambda2", "lambda3"))
    size = len(problem.theta)
    right = all(len(row) == size and all(type(v) is int and v >= 0 for v in row) for row in (l1, l2, l3))
    if not (right and 0 <= bits <= 40):
        raise ValueError(f"scaleBits must be 0 to 40, each lambda {size} whole numbers, none negative")
    def phi(d, e):
        cost = problem.phi(d, e)
        return FORBIDDEN if cost is FORBIDDEN else cost << bits
    bound = -sum(l1) - sum(l2)
    price = [(theta << bits) + l1[d] - l3[d] for d, theta in enumerate(problem.theta)]
    for k, major in enumerate(problem.majors):
        for lead in problem.members[major]:
            bound += min(0, (problem.omega << bits) + cheapest_skeleton(problem, phi, price, [lead], k + 1))
    for m in range(size):
        cost = {d: (problem.theta[d] << bits) + phi(m, d) + l1[d] + l2[d]
                for d in problem.members[problem.part[m]] if d != m and phi(m, d) is not FORBIDDEN}
        bound += min(0, cheapest_set(phi, cost) + l2[m] + l3[m])
    return -(-bound >> bits)

def cheapest_skeleton(problem, phi, price, chosen, k):
    """Least cost without omega, given the chosen detections of the major parts before the k-th."""
    if k < len(problem.majors):
        options = [chosen + [d] for d in problem.members[problem.majors[k]]
                   if all(phi(c, d) is not FORBIDDEN for c in chosen)]
        return min(cheapest_skeleton(problem, phi, price, option, k + 1) for option in [chosen] + options)
    total = sum(price[c] for c in chosen) + sum(phi(c, d) for c in chosen for d in chosen if c < d)
    unary = {}
    for e, p in enumerate(problem.part):
        pairs = [phi(c, e) for c in chosen] if p not in problem.majors else [FORBIDDEN]
        if FORBIDDEN not in pairs:
            unary[e] = price[e] + sum(pairs)
    waiting = set(range(len(problem.parts))) - set(problem.majors)
    def states(p):
        """Of the tree below p: [(detection of p, or None if absent, least cost)]."""
        waiting.discard(p)
        below = [states(q) for q in sorted(waiting) if (min(p, q), max(p, q)) in problem.limbs]
        here = [(None, 0)] + [(e, unary[e]) for e in problem.members[p] if e in unary]
        return [(e, cost + sum(message(child, e) for child in below)) for e, cost in here]
    def message(child, e):
        pairs = [(value, 0 if e is None or f is None else phi(e, f)) for f, value in child]
        return min(value + pair for value, pair in pairs if pair is not FORBIDDEN)
    while waiting:
        total += message(states(min(waiting)), None)
    return total

def cheapest_set(phi, cost):
    """Least sum over a set of detections of their costs and pairs; 0 for the empty set."""
    best = 0
    def extend(value, gain):
        nonlocal best
        best = min(best, value)
        relief = {d: sum(min(0, phi(d, e) or 0) for e in gain if e != d) for d in gain}
        gain = {d: g for d, g in gain.items() if g + relief[d] < 0}
        if not gain or value + sum(min(0, g + relief[d] // 2) for d, g in gain.items()) >= best:
            return
        d = min(gain, key=lambda e: gain[e] + relief[e])
        rest = {e: g for e, g in gain.items() if e != d}
        extend(value + gain[d], {e: g + phi(d, e) for e, g in rest.items() if phi(d, e) is not FORBIDDEN})
        extend(value, rest)
    extend(0, cost)
    return best

def audit(problem, poses, reasons):
    """Checks 2 to 6; the recomputed objective."""
    used, objective = {}, 0
    for i, pose in enumerate(poses):
        groups = [(name, [d]) for name, d in pose["global"].items()] + list(pose.get("local", {}).items())
        if not any(problem.parts[p] in pose["global"] for p in problem.majors):
            reasons.append(f"pose {i} has no detection of a major part")
        for name, group in groups:
            if name not in pose["global"] or not group:
                reasons.append(f"pose {i}: local detections of {name} need a global one and must not be empty")
            for d in group:
                if type(d) is not int or not 0 <= d < len(problem.part) or problem.parts[problem.part[d]] != name:
                    reasons.append(f"pose {i}: {d} is not a detection of part {name}")
                elif d in used:
                    reasons.append(f"detection {d} is used twice")
                used[d] = i
    if reasons:
        return 0
    for i, pose in enumerate(poses):
        hosted = [group + [pose["global"][name]] for name, group in pose.get("local", {}).items()]
        cost = problem.omega + sum(problem.theta[d] for d, at in used.items() if at == i)
        for group in [list(pose["global"].values())] + hosted:
            for pair in ((d, e) for d in group for e in group if d < e and problem.may_pair(d, e)):
                if problem.phi(*pair) is FORBIDDEN:
                    reasons.append(f"pose {i} has the forbidden pair {pair}")
                cost += problem.phi(*pair) or 0
        if micro(pose["cost"]) != cost:
            reasons.append(f"pose {i} has cost {pose['cost']} but costs {cost} micro-units")
        objective += cost
    for kind, what in problem.pins:
        a, b = used.get(what[0]), used.get(what[-1])
        together = a is not None and a == b
        if not {"together": together, "apart": not together, "use": a is not None, "skip": a is None}[kind]:
            reasons.append(f"the poses break the pin {kind} {what}")
    return objective

def check(problem, claim):
    """Section 6: verdict, recomputed objective, proven bound, reasons."""
    reasons = []
    objective = audit(problem, claim["poses"], reasons)
    if claim["problemSha256"] != problem.sha256():
        reasons.append(f"problemSha256 is not {problem.sha256()}")
    claimed, lower = micro(claim["objective"]), micro(claim["lowerBound"])
    if claimed != objective:
        reasons.append(f"objective is {claimed} but the poses cost {objective} micro-units")
    proven = None
    try:
        proven = proven_bound(problem, claim["certificate"])
        if lower > proven:
            reasons.append(f"lowerBound is {lower} but only {proven} micro-units is proven")
    except ValueError as wrong:
        reasons.append(f"certificate: {wrong}")
    if lower > claimed:
        reasons.append("lowerBound is above the objective")
    gap = float(claim.get("requestedGap", 0))
    if not 0 <= gap < float("inf"):
        reasons.append(f"requestedGap {gap} must be finite and not negative")
    elif (claim["status"] == "optimal" and proven != claimed
          and claimed - lower > Fraction(gap) * max(abs(lower), Fraction(1, 1000))):
        reasons.append("status is optimal but the objective is not within the requested gap")
    verdict = "REJECTED" if reasons else "PROVEN OPTIMAL" if proven == objective else "BOUNDED"
    return verdict, objective, proven, reasons

def load(path, **options):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        return json.load(file, **options)

def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        claim = load(arguments[1], parse_float=Decimal)
        verdict, objective, proven, reasons = check(Problem(load(arguments[0])), claim)
    except (OSError, KeyError, TypeError, ValueError) as wrong:
        print(f"cannot check: {wrong!r}", file=sys.stderr)
        return 2
    print(verdict, f"objective {objective}, lower bound {proven} micro-units", *reasons, sep="\n")
    return 1 if reasons else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

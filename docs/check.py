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

class Leaf:
    """Section 5, "Trees": the answers on the way to a leaf, its prices by detection, and what is ruled out there."""
    def __init__(self, problem, detections, answers, node, place):
        self.problem, self.answers = problem, answers
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
        required = {d for kind, what in problem.pins if kind in ("use", "together") for d in what}
        required |= self.leads.keys() | self.hosts.keys() | self.hosting
        shift, rows = node.get("shift", 0), [node[name] for name in ("lambda1", "lambda2", "lambda3")]
        if type(shift) is not int or not 0 <= shift <= 62:
            raise ValueError(f"{place}: shift must be 0 to 62")
        if not all(len(row) == len(detections) and all(type(v) is int for v in row) for row in rows):
            raise ValueError(f"{place}: each lambda must be {len(detections)} whole numbers")
        self.price = {d: [row[i] << shift for row in rows] for i, d in enumerate(detections)}
        for d, (l1, l2, l3) in self.price.items():
            if l2 < 0 or l3 < 0 or (l1 < 0 and d not in required):
                raise ValueError(f"{place}: a price of detection {d} is negative that must not be")

    def home(self, d):
        """The lead, "two", or None where it is not known."""
        hosts = self.hosts.get(d, set())
        homes = set(self.leads.get(d, ())).union(*(self.leads.get(m, ()) for m in hosts))
        return "two" if len(homes) > 1 or len(hosts) > 1 else min(homes, default=None)

    def pins_allow(self, home, e):
        """Whether e may be in the pose with this home, which is a lead, "two" or None."""
        for kind, what in self.problem.pins:
            if e in what and kind in ("together", "apart") and home is not None:
                # for a pin of e with itself both ends are e
                other = self.home(what[0] if what[-1] == e else what[-1])
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

def leaves(problem, detections, root, name):
    """All leaves of a tree."""
    waiting, found = [(root, [])], []
    while waiting:
        node, answers = waiting.pop()
        kind = "join" if "join" in node else "local" if "local" in node else None
        if kind is None:
            found.append(Leaf(problem, detections, answers, node, f"{name}, a leaf"))
            continue
        holder, d = node[kind]
        if len(answers) == 5000:
            raise ValueError(f"{name}: more than 5000 decisions one below the other")
        if not {holder, d} <= set(detections):
            raise ValueError(f"{name}: {kind} [{holder}, {d}] is not about the tree's detections")
        if kind == "join" and problem.part[holder] not in problem.majors:
            raise ValueError(f"{name}: join [{holder}, {d}]: {holder} leads nothing")
        if kind == "local" and (holder == d or problem.part[holder] != problem.part[d]):
            raise ValueError(f"{name}: local [{holder}, {d}] must be two detections of one part")
        waiting += [(node[answer], answers + [(kind, holder, d, answer)]) for answer in ("in", "out")]
    return found

def proven_bound(problem, certificate):
    """Section 5: the sum of all shares, rounded up to micro-units."""
    bits, size = certificate["scaleBits"], len(problem.part)
    if certificate["format"] != "jointly/certificate@2" or type(bits) is not int or not 0 <= bits <= 40:
        raise ValueError("format must be jointly/certificate@2, and scaleBits 0 to 40")
    rest, trees = Leaf(problem, range(size), [], certificate, "base prices"), []
    for j, tree in enumerate(certificate.get("trees", [])):
        detections = tree["detections"]
        if detections != sorted(set(detections)) or not set(detections) <= rest.price.keys():
            raise ValueError(f"tree {j}: detections must ascend, and be the problem's and in no other tree")
        rest.price = {d: prices for d, prices in rest.price.items() if d not in detections}
        trees.append(leaves(problem, detections, tree["tree"], f"tree {j}"))
    trees.append([rest])
    in_skeleton, as_local = {}, {}  # the most optimistic prices
    for leaf in (leaf for tree in trees for leaf in tree):
        for e, (l1, l2, l3) in leaf.price.items():
            if e not in leaf.leads and e not in leaf.hosts:
                in_skeleton[e] = min(l1 - l3, in_skeleton.get(e, l1 - l3))
                if e not in leaf.hosting:
                    as_local[e] = min(l1 + l2, as_local.get(e, l1 + l2))
    bound = sum(min(share(problem, leaf, bits, in_skeleton, as_local) for leaf in tree) for tree in trees)
    return -(-bound >> bits)

def share(problem, leaf, bits, in_skeleton, as_local):
    """What the detections of a leaf contribute to the bound."""
    skipped = {what[0] for kind, what in problem.pins if kind == "skip"}
    apart = [what for kind, what in problem.pins if kind == "apart"]
    def phi(d, e):
        cost = problem.phi(d, e)
        return FORBIDDEN if cost is FORBIDDEN or sorted((d, e)) in apart else cost << bits
    def with_theta(optimistic, own):
        prices = {**optimistic, **{e: own(*prices) for e, prices in leaf.price.items()}}
        return {e: (problem.theta[e] << bits) + price for e, price in prices.items() if e not in skipped}
    member = with_theta(in_skeleton, lambda l1, l2, l3: l1 - l3)
    local = with_theta(as_local, lambda l1, l2, l3: l1 + l2)
    total = 0
    for m, (l1, l2, l3) in leaf.price.items():
        total -= l1 + l2
        if m in skipped:
            continue
        if problem.part[m] in problem.majors and leaf.may_join(m, m):
            price = {e: cost for e, cost in member.items() if leaf.may_join(m, e)}
            k = problem.majors.index(problem.part[m]) + 1
            total += min(0, (problem.omega << bits) + cheapest_skeleton(problem, phi, price, [m], k))
        cost = {e: local[e] + phi(m, e) for e in problem.members[problem.part[m]]
                if e != m and e in local and phi(m, e) is not FORBIDDEN and leaf.may_be_local(m, e)}
        total += min(0, cheapest_set(phi, cost) + l2 + l3)
    return total

def cheapest_skeleton(problem, phi, price, chosen, k):
    """Least cost without omega of those in price, given the chosen detections of the major parts before the k-th."""
    if k < len(problem.majors):
        options = [chosen + [d] for d in problem.members[problem.majors[k]]
                   if d in price and all(phi(c, d) is not FORBIDDEN for c in chosen)]
        return min(cheapest_skeleton(problem, phi, price, option, k + 1) for option in [chosen] + options)
    total = sum(price[c] for c in chosen) + sum(phi(c, d) for c in chosen for d in chosen if c < d)
    unary = {}
    for e, cost in price.items():
        pairs = [phi(c, e) for c in chosen] if problem.part[e] not in problem.majors else [FORBIDDEN]
        if FORBIDDEN not in pairs:
            unary[e] = cost + sum(pairs)
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
    sys.setrecursionlimit(20000)  # the JSON of a deep tree
    sys.exit(main(sys.argv[1:]))

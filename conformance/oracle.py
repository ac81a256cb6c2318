"""What is true of a small problem, by enumeration: the least cost of a solution, and the bound of a certificate.

Written from docs/certificate.md for the cases of this folder. It lists every skeleton and every local assignment, so it
is short, and far too slow for more than a dozen detections. It reads files without strictness: it is no checker.
"""
import hashlib
from fractions import Fraction
from itertools import chain, combinations, product

MICRO = 10**6


class Problem:
    """Section 2 of the page, in micro-units."""

    def __init__(self, text, most=None):
        anatomy = text["anatomy"]
        self.parts = anatomy["parts"]
        self.majors = sorted(self.parts.index(part) for part in anatomy["majors"])
        self.limbs = sorted(tuple(sorted(self.parts.index(part) for part in limb)) for limb in anatomy["limbs"])
        self.omega = quantise(text["poseCost"])
        self.part = [self.parts.index(detection["part"]) for detection in text["detections"]]
        self.theta = [quantise(detection["cost"]) for detection in text["detections"]]
        self.listed = {frozenset(pair[:2]): quantise(pair[2]) for pair in text["pairs"]}
        self.absent = text.get("absentPairs", "forbidden")
        self.most = min((limit for limit in (text.get("maxPoses"), most) if limit is not None), default=None)
        self.pins = [(kind, sorted(what) if isinstance(what, list) else [what])
                     for pin in text.get("pins", []) for kind, what in pin.items()]
        self.all = range(len(self.part))

    def sha256(self):
        """Section 3."""
        pairs = sorted((*sorted(pair), cost) for pair, cost in self.listed.items())
        lines = ["jointly/problem@1", *(f"part {part}" for part in self.parts), *(f"major {p}" for p in self.majors),
                 *(f"limb {p} {q}" for p, q in self.limbs), f"poseCost {self.omega}",
                 *([] if self.most is None else [f"maxPoses {self.most}"]),
                 *(f"detection {p} {cost}" for p, cost in zip(self.part, self.theta)),
                 *(f"pair {a} {b} {cost}" for a, b, cost in pairs), f"absentPairs {self.absent}",
                 *(f"{kind} {' '.join(map(str, what))}" for kind, what in self.pins)]
        return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()

    def may_pair(self, d, e):
        p, q = sorted((self.part[d], self.part[e]))
        return p == q or p in self.majors or q in self.majors or (p, q) in self.limbs

    def forbidden(self, d, e):
        return self.may_pair(d, e) and frozenset((d, e)) not in self.listed and self.absent == "forbidden"

    def pairs(self, group):
        """Cost of all pairs of a group."""
        return sum(self.listed.get(frozenset(pair), 0) for pair in combinations(group, 2))

    def fits(self, group):
        return not any(self.forbidden(d, e) for d, e in combinations(group, 2))

    def lead(self, skeleton):
        return min((d for d in skeleton if self.part[d] in self.majors), key=lambda d: self.part[d])

    def gamma(self, skeleton):
        return self.omega + sum(self.theta[d] for d in skeleton) + self.pairs(skeleton)

    def psi(self, m, group):
        return sum(self.theta[d] for d in group) + self.pairs((m, *group))

    def skeletons(self):
        choices = [[None, *(d for d in self.all if self.part[d] == p)] for p in range(len(self.parts))]
        for choice in product(*choices):
            skeleton = tuple(d for d in choice if d is not None)
            if any(self.part[d] in self.majors for d in skeleton) and self.fits(skeleton):
                yield skeleton

    def local_assignments(self, m):
        others = [d for d in self.all if d != m and self.part[d] == self.part[m]]
        for group in chain.from_iterable(combinations(others, size + 1) for size in range(len(others))):
            if self.fits((m, *group)):
                yield group

    def poses(self):
        """Every pose: the set of its detections, and the least cost of a pose of these; global or local is its choice."""
        found = {}
        for skeleton in self.skeletons():
            for groups in product(*([(), *self.local_assignments(m)] for m in skeleton)):
                used = frozenset(skeleton).union(*groups)
                cost = self.gamma(skeleton) + sum(self.psi(m, group) for m, group in zip(skeleton, groups) if group)
                found[used] = min(cost, found.get(used, cost))
        return found

    def keeps_pins(self, pose):
        """As far as one pose can tell."""
        return not any(kind == "together" and len(pose & set(what)) == 1 or kind == "apart" and pose >= set(what)
                       or kind == "skip" and pose & set(what) for kind, what in self.pins)

    def optimum(self):
        """The least cost of a solution, or None if the pins leave none."""
        required = {d for kind, what in self.pins if kind in ("use", "together") for d in what}
        starting = [[] for _ in self.all]
        for pose, cost in self.poses().items():
            if self.keeps_pins(pose):
                starting[min(pose)].append((pose, cost))

        def best(d, used, left):
            if d == len(self.part):
                return 0
            options = [best(d + 1, used, left)] if d in used or d not in required else []
            if d not in used and left > 0:
                for pose, cost in starting[d]:
                    if not pose & used:
                        rest = best(d + 1, used | pose, left - 1)
                        options += [] if rest is None else [cost + rest]
            return min((option for option in options if option is not None), default=None)

        return best(0, frozenset(), len(self.part) if self.most is None else self.most)


def quantise(cost):
    """Section 1."""
    return round(float(cost) * 1e6)


class Leaf:
    """Section 5: prices, and what is ruled out by the answers (kind, holder, detection, answer) on the way."""

    def __init__(self, problem, detections, node, cuts, answers=()):
        self.problem, self.detections, self.answers = problem, detections, answers
        unit = 1 << node.get("shift", 0)
        self.lambda1 = {d: price * unit for d, price in zip(detections, node["lambda1"])}
        self.lambda3 = {d: price * unit for d, price in zip(detections, node["lambda3"])}
        self.cuts = [(set(cut["use"]), set(cut["host"]), sigma * unit) for cut, sigma in zip(cuts, node.get("sigma", []))]
        self.pose = node.get("posePrice", 0) * unit
        joined = [(n, d) for kind, n, d, answer in answers if kind == "join" and answer == "in"]
        self.claims = set(joined) | {(n, n) for n, _ in joined}
        self.local = {(m, d) for kind, m, d, answer in answers if kind == "local" and answer == "in"}

    def claimed(self, e):
        return {n for n, d in self.claims if d == e}

    def hosts_of(self, e):
        return {m for m, d in self.local if d == e}

    def hosts(self, e):
        return any(m == e for m, _ in self.local)

    def discount(self, e):
        return sum(sigma for use, host, sigma in self.cuts if e in host - use)

    def home(self, d):
        homes = self.claimed(d).union(*(self.claimed(m) for m in self.hosts_of(d)))
        return "two" if len(homes) > 1 or len(self.hosts_of(d)) > 1 else next(iter(homes), None)

    def pins_rule_out(self, e, home):
        for kind, what in self.problem.pins:
            if e in what and len(what) == 2:
                other = self.home(sum(what) - e)
                known = home is not None and other is not None
                same = known and home == other != "two"
                if kind == "together" and known and not same or kind == "apart" and same:
                    return True
        return False

    def allows_skeleton(self, skeleton):
        n, part = self.problem.lead(skeleton), self.problem.part
        return not any(("join", n, e, "out") in self.answers or self.claimed(e) - {n} or self.hosts_of(e)
                       or any(lead == n and d != e and part[d] == part[e] for lead, d in self.claims)
                       or self.pins_rule_out(e, n) for e in skeleton)

    def allows_local(self, m, group):
        return not self.hosts_of(m) and not any(
            ("local", m, e, "out") in self.answers or self.claimed(e) or self.hosts(e) or self.hosts_of(e) - {m}
            or self.pins_rule_out(e, self.home(m)) for e in group)


def leaves(problem, tree):
    """All leaves of a tree whose form is right."""
    waiting = [(0, ())]
    while waiting:
        i, answers = waiting.pop()
        node = tree["nodes"][i]
        kind = next((kind for kind in ("join", "local") if kind in node), None)
        if kind is None:
            yield Leaf(problem, tree["detections"], node, tree.get("cuts", []), answers)
        else:
            waiting += [(node[answer], (*answers, (kind, *node[kind], answer))) for answer in ("in", "out")]


def proven_bound(problem, proof):
    """What a certificate, its form right, proves, in micro-units: section 5."""
    problem.scale = 1 << proof["scaleBits"]
    trees = [list(leaves(problem, tree)) for tree in proof.get("trees", [])]
    within = {d: j for j, tree in enumerate(proof.get("trees", [])) for d in tree["detections"]}
    base = Leaf(problem, problem.all, proof, [])
    outside = {}  # the most optimistic prices: in a skeleton, in a local assignment
    for e in problem.all:
        if e not in within:
            outside[e] = base.lambda1[e] - base.lambda3[e], base.lambda1[e]
        else:
            free = [leaf for leaf in trees[within[e]] if not leaf.claimed(e) and not leaf.hosts_of(e)]
            member = [leaf.lambda1[e] - leaf.lambda3[e] - leaf.discount(e) for leaf in free]
            outside[e] = (min(member, default=None),
                          min((leaf.lambda1[e] for leaf in free if not leaf.hosts(e)), default=None))
    majors = {within.get(d) for d in problem.all if problem.part[d] in problem.majors}
    whole = next(iter(majors)) if len(majors) == 1 else None
    rest = [d for d in problem.all if d not in within]
    total = share(problem, base, rest, outside, base.pose, whole is None)
    for j, tree in enumerate(trees):
        total += min(share(problem, leaf, leaf.detections, outside, leaf.pose if j == whole else base.pose, j == whole)
                     for leaf in tree)
    return -(-total // problem.scale)


def share(problem, leaf, own, outside, nu, limited):
    """- sum of lambda1, constants of cuts and of the limit, and the least terms of each lead and each m among own."""
    apart = {frozenset(what) for kind, what in problem.pins if kind == "apart"}
    skipped = {what[0] for kind, what in problem.pins if kind == "skip"}
    own = set(own)

    def excluded(group):
        return skipped & set(group) or any(
            frozenset(pair) in apart and problem.may_pair(*pair) for pair in combinations(group, 2))

    def price(e, of):
        """In a skeleton (0) or in a local assignment (1)."""
        if e not in own:
            return outside[e][of]
        return leaf.lambda1[e] - leaf.lambda3[e] - leaf.discount(e) if of == 0 else leaf.lambda1[e]

    total = -sum(leaf.lambda1[d] for d in own) - sum(sigma * ((len(use) - 1) // 2) for use, _, sigma in leaf.cuts)
    total -= (problem.most or 0) * nu if limited else 0
    least = dict.fromkeys(own, 0)
    for g in problem.skeletons():
        d = problem.lead(g)
        if d in own and not excluded(g) and leaf.allows_skeleton(g) and None not in (prices := [price(e, 0) for e in g]):
            taxes = sum(sigma * (len(set(g) & (use ^ host)) // 2) for use, host, sigma in leaf.cuts)
            least[d] = min(least[d], problem.gamma(g) * problem.scale + nu + sum(prices) + taxes)
    total += sum(least.values())
    for m in own:
        best = 0
        for group in problem.local_assignments(m):
            prices = [price(e, 1) for e in group]
            if not excluded((m, *group)) and leaf.allows_local(m, group) and None not in prices:
                taxes = sum(sigma * ((len(set(group) & use) + (m in host)) // 2) for use, host, sigma in leaf.cuts)
                best = min(best, problem.psi(m, group) * problem.scale + sum(prices) + leaf.lambda3[m] + taxes)
        total += best
    return total


def micro(decimal):
    """A number of a solution, read as a Decimal."""
    value = Fraction(decimal) * MICRO
    assert value.denominator == 1, decimal
    return int(value)


def margin_bound(pinned, margin, proof):
    """Section 8: what a margin's own certificate, or the solution's with its prices, proves under its pins."""
    own, prices = margin.get("certificate"), {d: (l1, l3) for d, l1, l3 in margin.get("prices", [])}
    if own is None:
        own = {**proof, "trees": [tree for tree in proof.get("trees", []) if not prices.keys() & set(tree["detections"])]}
        for i, row in enumerate(("lambda1", "lambda3")):
            own[row] = [prices[d][i] if d in prices else price for d, price in enumerate(proof[row])]
    return proven_bound(pinned, own)


def failures(text, solution, asked=None, form_is_right=True):
    """Which checks of section 6 fail, as reasons of README.md; of the certificate only what it proves, if its form is right.

    Also the objective, the bound and the least cost of any solution, where they make sense.
    """
    problem = Problem(text, asked)
    if solution.get("maxPoses", problem.most) != problem.most:
        return {"limit"}, None, None, None
    found, used, objective, valid = set(), {}, 0, True
    if solution["problemSha256"] != problem.sha256():
        found.add("digest")
    for i, pose in enumerate(solution["poses"]):
        local = pose.get("local", {})
        entries = [*pose["global"].items(), *((part, d) for part, group in local.items() for d in group)]
        if (not any(problem.parts.index(part) in problem.majors for part in pose["global"])
                or any(d not in problem.all or problem.parts[problem.part[d]] != part for part, d in entries)
                or any(part not in pose["global"] or not group for part, group in local.items())):
            found.add("pose")
        for _, d in entries:
            if d in used:
                found.add("used-twice")
            used[d] = i
    valid = not found & {"pose", "used-twice"}
    if valid:
        for pose in solution["poses"]:
            skeleton, local = list(pose["global"].values()), pose.get("local", {})
            groups = [skeleton, *([pose["global"][part], *group] for part, group in local.items())]
            if not all(map(problem.fits, groups)):
                found.add("forbidden-pair")
            cost = problem.gamma(skeleton)
            cost += sum(problem.psi(pose["global"][part], group) for part, group in local.items())
            if cost != micro(pose["cost"]):
                found.add("pose-cost")
            objective += cost
        for kind, what in problem.pins:
            a, b = used.get(what[0]), used.get(what[-1])
            together = a is not None and a == b
            if not {"together": together, "apart": not together, "use": a is not None, "skip": a is None}[kind]:
                found.add("pin")
        if problem.most is not None and len(solution["poses"]) > problem.most:
            found.add("too-many-poses")
        if micro(solution["objective"]) != objective:
            found.add("objective")
    claimed, lower = micro(solution["objective"]), micro(solution["lowerBound"])
    proven = None
    if lower > claimed:
        found.add("above-objective")
    if form_is_right:
        proven = proven_bound(problem, solution["certificate"])
        if lower > proven:
            found.add("bound")
        gap = Fraction(float(solution.get("requestedGap", 0))) * max(Fraction(abs(lower)), Fraction(1, 1000))
        if solution["status"] == "optimal" and proven != claimed and claimed - lower > gap:
            found.add("not-optimal")
        for margin in solution.get("margins", []):
            pinned = Problem({**text, "pins": text.get("pins", []) + margin["pins"]}, asked)
            if margin_bound(pinned, margin, solution["certificate"]) < objective + micro(margin["atLeast"]):
                found.add("margin")
    return found, objective, proven, problem.optimum()

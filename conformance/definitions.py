"""The cases: name, verdict, reasons, rule of docs/certificate.md, why, problem, solution, limit asked for. make.py confirms and writes them.

Problems are small enough to follow by hand; most are the examples of the page. A false case is a true one with one change.
"""
import copy, json, re
from pathlib import Path

import oracle

OPTIMAL, BOUNDED, REJECTED, UNREADABLE = "PROVEN OPTIMAL", "BOUNDED", "REJECTED", "UNREADABLE"
CASES = []


# ---- how a case is put together


def case(name, verdict, reasons, rule, why, problem, solution, asked=None):
    reasons = [reasons] if isinstance(reasons, str) else reasons
    if reasons and set(reasons) <= {"scale", "price", "cut", "tree"}:
        # a claim so modest that only the form of the certificate is wrong
        solution = changed(solution, status="bounded", lowerBound=-1000)
    CASES.append((name, verdict, reasons, rule, why, problem, solution, asked))


def problem(parts, limbs, pose_cost, detections, pairs, majors=("neck",), **more):
    return {"format": "jointly/problem@1", "id": "conformance",
            "anatomy": {"name": "small", "parts": list(parts), "majors": list(majors), "limbs": limbs},
            "poseCost": pose_cost, "detections": [{"part": part, "cost": cost} for part, cost in detections],
            "pairs": pairs, "absentPairs": "forbidden", **more}


def units(micro):
    """Micro-units as a decimal, exactly."""
    whole, fraction = divmod(abs(micro), oracle.MICRO)
    return {"raw": f"{'-' if micro < 0 else ''}{whole}.{f'{fraction:06d}'.rstrip('0') or '0'}"}


def solution(of, poses, certificate, lower=None, status="optimal", **more):
    """With true costs; lower is the lower bound in micro-units, the objective unless given. A pose: (cost, global, local)."""
    objective = sum(cost for cost, *_ in poses)
    most = more.get("maxPoses")
    return {"format": "jointly/solution@1", "problem": of["id"], "problemSha256": oracle.Problem(of, most).sha256(),
            "status": status, "objective": units(objective), "lowerBound": units(objective if lower is None else lower),
            "poses": [{"cost": units(cost), "global": chosen, "local": local} for cost, chosen, local in poses],
            **more, "certificate": certificate}


def prices(lambda1, lambda3, **more):
    return {"format": "jointly/certificate@3", "scaleBits": 0, "lambda1": lambda1, "lambda3": lambda3, **more}


def changed(document, **fields):
    """A copy with other fields; None takes one out."""
    copied = {**copy.deepcopy(document), **fields}
    return {name: value for name, value in copied.items() if value is not None}


def proof_changed(document, **fields):
    return changed(document, certificate=changed(document["certificate"], **fields))


def poses_changed(document, change):
    """change gets the copied list of poses."""
    copied = copy.deepcopy(document)
    change(copied["poses"])
    return copied


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text(document):
    """One field per line; {"raw": "1e400"} stands for a number that is written so."""
    lines = [f"  {json.dumps(name)}: {compact(value)}" for name, value in document.items()]
    return re.sub(r'\{"raw":"([^"]*)"\}', r"\1", "{\n" + ",\n".join(lines) + "\n}\n")


def replaced(document, old, new):
    """As text, where exactly one place changes."""
    written = text(document)
    assert written.count(old) == 1, (old, written.count(old))
    return written.replace(old, new)


UNIT = oracle.MICRO
HALF = UNIT // 2

# ---- the examples of section 12: two necks and a head with a duplicate; three necks that share a head, a hand and a foot

BUST = problem(["neck", "head"], [["neck", "head"]], 1.0, [("neck", -2.0), ("neck", -2.0), ("head", -1.0), ("head", 1.0)],
               [[0, 2, -2.0], [1, 2, -1.5], [2, 3, -1.5]])
FIRST, SECOND = (-4500000, {"neck": 0, "head": 2}, {"head": [3]}), (-UNIT, {"neck": 1}, {})
BUST_PRICES = prices([0, 0, 3 * UNIT, 0], [0, 0, HALF, 0])
BUST_SOLUTION = solution(BUST, [FIRST, SECOND], BUST_PRICES)
NOTHING = prices([0] * 4, [0] * 4)

THREE = problem(["neck", "head", "hand", "foot"], [["neck", "head"], ["neck", "hand"], ["neck", "foot"]], 3.0,
                [("neck", 0.0)] * 3 + [("head", 0.0), ("hand", 0.0), ("foot", 0.0)],
                [[0, 3, -2.0], [0, 4, -2.0], [1, 4, -2.0], [1, 5, -2.0], [2, 5, -2.0], [2, 3, -2.0]])
ONE_OF_THREE = [(-UNIT, {"neck": 0, "head": 3, "hand": 4}, {})]
ZEROS = [0] * 6
TREE = {"detections": [0, 1, 2, 3, 4, 5], "nodes": [
    {"join": [0, 0], "in": 1, "out": 2},
    {"shift": 6, "lambda1": [-15625, 0, 0, 15625, 15625, 0], "lambda3": ZEROS},
    {"lambda1": [0, 0, 0, 0, 0, UNIT], "lambda3": ZEROS}]}
HALVES = [0, 0, 0, HALF, HALF, HALF]
THREE_BY_TREE = solution(THREE, ONE_OF_THREE, prices(HALVES, ZEROS, trees=[TREE]))
CUT = {"use": [3, 4, 5], "host": []}


def one_leaf(lambda1, lambda3, cuts, sigma):
    """A certificate with one tree, over all detections, that is a single leaf."""
    leaf = {"lambda1": lambda1, "lambda3": lambda3, **({} if sigma is None else {"sigma": sigma})}
    zeros = [0] * len(lambda1)
    return prices(zeros, zeros, trees=[{"detections": list(range(len(lambda1))), "cuts": cuts, "nodes": [leaf]}])


def three_by(cuts, sigma):
    return solution(THREE, ONE_OF_THREE, one_leaf(ZEROS, ZEROS, cuts, sigma))


THREE_BY_CUT = three_by([CUT], [UNIT])


def with_tree(**fields):
    """The three by a tree in which something is different."""
    return proof_changed(THREE_BY_TREE, trees=[changed(TREE, **fields)])


def with_nodes(change):
    nodes = copy.deepcopy(TREE["nodes"])
    change(nodes)
    return with_tree(nodes=nodes)


# ---- true: proven optimal

case("prices", OPTIMAL, [], "5", "The first example of section 12: prices alone prove the optimum.", BUST, BUST_SOLUTION)
case("tree", OPTIMAL, [], "5, trees", "The second example: prices alone prove -1.5, a tree of one decision closes the gap.", THREE, THREE_BY_TREE)
case("cut", OPTIMAL, [], "5, cuts", "The third example: one cut closes the same gap, in a tree that is a single leaf.", THREE, THREE_BY_CUT)

HOST_CUT = one_leaf([0, 0, 3 * UNIT, 0], [0] * 4, [{"use": [3], "host": [2]}], [HALF])
case("cut-with-host", OPTIMAL, [], "5, cuts",
     "A cut with a host does what lambda3 does in the first example. In a skeleton with detection 2 its coefficient is floor(-1/2) = -1; rounding towards zero would prove 0.5 too much.",
     BUST, solution(BUST, [FIRST, SECOND], HOST_CUT))
LIMITED = changed(BUST, maxPoses=1)
WITH_NU = changed(BUST_PRICES, posePrice=UNIT)
case("limit", OPTIMAL, [], "5, limit",
     "At most one pose: its price of 1 is added to every skeleton and subtracted once.", LIMITED, solution(LIMITED, [FIRST], WITH_NU))
ONE_ASKED = solution(BUST, [FIRST], WITH_NU, maxPoses=1)
case("limit-asked-for", OPTIMAL, [], "4",
     "The problem has no limit, at most one person is asked for, and the solution says so. The digest is that of the problem with this limit.",
     BUST, ONE_ASKED, asked=1)
case("limit-of-both", OPTIMAL, [], "4", "The solution names the limit that the problem has.", LIMITED, solution(LIMITED, [FIRST], WITH_NU, maxPoses=1))
case("larger-limit-asked-for", OPTIMAL, [], "4", "At most 2 people are asked for, but the problem allows only 1. The smaller limit counts.",
     LIMITED, solution(LIMITED, [FIRST], WITH_NU, maxPoses=1), asked=2)
WHOLE = {"detections": [0, 1, 2, 3], "nodes": [
    {"lambda1": BUST_PRICES["lambda1"], "lambda3": BUST_PRICES["lambda3"], "posePrice": UNIT}]}
case("limit-in-whole-tree", OPTIMAL, [], "5, limit",
     "The tree has every detection of a major part, so its leaf has the price of the limit; that of the base counts nowhere.",
     LIMITED, solution(LIMITED, [FIRST], changed(NOTHING, posePrice=5 * UNIT, trees=[WHOLE])))
NECKS_ONLY = {"detections": [0, 1], "nodes": [{"lambda1": [0, 0], "lambda3": [0, 0]}]}
HEADS_ONLY = {"detections": [2, 3], "nodes": [{"local": [2, 3], "in": 2, "out": 1},
                                             {"lambda1": [3 * UNIT, 0], "lambda3": [HALF, 0]},
                                             {"lambda1": [3 * UNIT, 0], "lambda3": [HALF, 0]}]}
case("two-trees", OPTIMAL, [], "5, trees",
     "Skeletons led in one tree have detections of the other, at their most optimistic price. out stands before in; the base prices count nowhere.",
     BUST, solution(BUST, [FIRST, SECOND], changed(NOTHING, trees=[HEADS_ONLY, NECKS_ONLY])))

DEAR = [("neck", -2.0), ("neck", -2.0), ("head", -1.0), ("head", 2.0), ("neck", -3.0)]
PINNED = problem(["neck", "head"], [["neck", "head"]], 1.0, DEAR, BUST["pairs"],
                 pins=[{"use": 3}, {"apart": [1, 0]}, {"skip": 4}, {"together": [0, 2]}])
PINNED_PRICES = prices([0, 0, 2500000, -HALF, 0], [0] * 5)
PINNED_POSES = [(-3500000, {"neck": 0, "head": 2}, {"head": [3]}), SECOND]
PINNED_SOLUTION = solution(PINNED, PINNED_POSES, PINNED_PRICES)
case("pins", OPTIMAL, [], "5, pins",
     "All four kinds of pin. Detection 3 has to be used, so its lambda1 may be negative.", PINNED, PINNED_SOLUTION)
TOGETHER = changed(BUST, pins=[{"together": [2, 1]}])
TOGETHER_NODES = [
    {"join": [1, 2], "in": 1, "out": 2},
    {"lambda1": [0, UNIT, 3 * UNIT, 0], "lambda3": [0, 0, HALF, 0]},
    {"join": [1, 1], "in": 3, "out": 4},
    {"lambda1": [0, 0, -10 * UNIT, 0], "lambda3": [0, 0, HALF, 12500000]},
    {"lambda1": [0, -10 * UNIT, 3 * UNIT, 0], "lambda3": [0, 0, HALF, 0]}]
TOGETHER_TREE = {"detections": [0, 1, 2, 3], "nodes": TOGETHER_NODES}
TOGETHER_POSES = [(-4 * UNIT, {"neck": 1, "head": 2}, {"head": [3]}), (-UNIT, {"neck": 0}, {})]
TOGETHER_SOLUTION = solution(TOGETHER, TOGETHER_POSES, changed(NOTHING, trees=[TOGETHER_TREE]))
case("together", OPTIMAL, [], "5, trees, rule 5 of skeletons",
     "In node 3 neck 1 leads a skeleton, so head 2, which is pinned to it, is in no skeleton of neck 0. No solution ends there, and none in node 4.",
     TOGETHER, TOGETHER_SOLUTION)
TINY = changed(THREE, poseCost=0.000003, pairs=[[a, b, -0.000002] for a, b, _ in THREE["pairs"]])
case("rounded-up", OPTIMAL, [], "5",
     "The bound is -1.5 micro-units. Costs are whole micro-units, so it may be rounded up to -1, which is the objective.",
     TINY, solution(TINY, [(-1, ONE_OF_THREE[0][1], {})], changed(prices([0, 0, 0, 1, 1, 1], ZEROS), scaleBits=1)))
TIES = problem(["neck"], [], 0, [("neck", {"raw": "-5e-7"}), ("neck", -0.0000015), ("neck", -0.0000025), ("neck", 0.0000035)], [])
TIES_READ = problem(["neck"], [], 0, [("neck", -5e-7), ("neck", -0.0000015), ("neck", -0.0000025), ("neck", 0.0000035)], [])
case("ties-to-even", OPTIMAL, [], "1",
     "Costs of -0.5, -1.5 and -2.5 micro-units are 0, -2 and -2: ties are rounded to even.",
     TIES, solution(TIES_READ, [(-2, {"neck": 1}, {}), (-2, {"neck": 2}, {})], NOTHING))
LARGE = problem(["neck"], [], 0, [("neck", -1e9)] * 9 + [("neck", -7199254.740993), ("neck", 1e9)], [])
LARGE_SOLUTION = solution(LARGE, [(-10**15, {"neck": d}, {}) for d in range(9)] + [(-7199254740993, {"neck": 9}, {})],
                          prices([0] * 11, [0] * 11))
case("large-costs", OPTIMAL, [], "1",
     "Costs of 1e9, the largest allowed. The objective, -9007199254740993 micro-units, is no double: it has to be read as decimal text.",
     LARGE, LARGE_SOLUTION)
case("spelling-of-numbers", OPTIMAL, [], "1",
     "-55e-1 and -5.5000000 are -5.5.", BUST,
     changed(BUST_SOLUTION, objective={"raw": "-55e-1"}, lowerBound={"raw": "-5.5000000"}))
EMPTY = problem(["neck", "head"], [["neck", "head"]], -3.0, [], [])
case("no-detections", OPTIMAL, [], "2", "No detections, no poses, objective 0; -0.0 is 0.", EMPTY,
     changed(solution(EMPTY, [], prices([], [])), lowerBound={"raw": "-0.0"}))
WORTHLESS = problem(["neck"], [], 1.0, [("neck", -0.999999)], [])
case("no-poses", OPTIMAL, [], "2", "A single detection, whose pose would cost 0.000001: no pose at all is best.",
     WORTHLESS, solution(WORTHLESS, [], prices([0], [0])))
SINGLE = problem(["neck"], [], 1.0, [("neck", -1.000001)], [])
case("one-detection", OPTIMAL, [], "2", "A single detection, whose pose costs -0.000001.", SINGLE,
     solution(SINGLE, [(-1, {"neck": 0}, {})], prices([0], [0])))
case("absent-pairs-by-default", OPTIMAL, [], "2", "Without absentPairs, pairs that are not listed are forbidden.",
     changed(BUST, absentPairs=None), BUST_SOLUTION)
ABSENT_ZERO = problem(["neck", "head", "hand"], [["neck", "head"], ["head", "hand"]], 1.0,
                      [("neck", -2.0), ("head", -1.0), ("hand", -1.0)], [[0, 1, -1.0]], absentPairs="zero")
case("absent-pairs-zero", OPTIMAL, [], "2", "Pairs that are not listed cost nothing, so the hand joins for -1.", ABSENT_ZERO,
     solution(ABSENT_ZERO, [(-4 * UNIT, {"neck": 0, "head": 1, "hand": 2}, {})], prices([0] * 3, [0] * 3)))
BACKWARDS = problem(["neck", "hip", "head"], [["head", "neck"], ["hip", "neck"]], 1.0,
                    [("head", -1.0), ("hip", -2.0), ("neck", -1.5)], [[2, 1, 3.0], [1, 0, -0.5], [2, 0, 0.25]], majors=["hip", "neck"],
                    pins=[{"use": 1}, {"apart": [2, 1]}])
case("order-of-the-file", OPTIMAL, [], "3",
     "majors, limbs, pairs and pins are not in the order of the digest: majors and pairs ascend there, pins stay as they are.", BACKWARDS,
     solution(BACKWARDS, [(-2500000, {"hip": 1, "head": 0}, {}), (-HALF, {"neck": 2}, {})], prices([750000, 0, 0], [0] * 3)))
NOBODY = changed(BUST, maxPoses=0)
case("limit-of-zero", OPTIMAL, [], "5, limit", "At most 0 poses: there is one solution, and it costs 0. A limit of 0 is not the same as none.", NOBODY,
     solution(NOBODY, [], prices([0] * 4, [0, 0, HALF, 2500000], posePrice=10 * UNIT)))
RICH = changed(BUST, id="Straße 7 \U0001f9cd", image={"file": "a.jpg", "width": 640, "height": 425}, note={"by": [None, 1e300]},
               detections=[{"x": 1.5, "y": -2, "score": 0.5, "colour": "red", **one} for one in BUST["detections"]])
case("unknown-fields", OPTIMAL, [], "7",
     "Unknown fields outside the certificate are ignored, and their contents, too: a number that is no double, a field given twice.",
     RICH, replaced(changed(BUST_SOLUTION, problem=RICH["id"], seconds=0.1, method="another", gaps=[1], remark="REMARK"),
                    '"REMARK"', '{"a": 1e999, "a": [null, true]}'))
case("fields-that-look-misspelt", OPTIMAL, [], "7",
     "GAP, requestdGap and absentPair are unknown fields like any other: they are ignored.", changed(BUST, absentPair="zero"),
     changed(BUST_SOLUTION, GAP="none", requestdGap=7))
LONG_NAME = "\U0001f9cd" * 501
LONG = json.loads(compact(BUST).replace("head", LONG_NAME))
case("name-of-501-emoji", OPTIMAL, [], "7, limits",
     "A part, and so a field, whose name has 501 characters. They are code points: in UTF-16 it has 1002 units.", LONG,
     solution(LONG, [(cost, *json.loads(compact(pose).replace("head", LONG_NAME))) for cost, *pose in (FIRST, SECOND)], BUST_PRICES))
case("byte-order-mark", OPTIMAL, [], "7", "The file begins with a byte order mark, which is ignored.", BUST, "\ufeff" + text(BUST_SOLUTION))
case("digits-1000", OPTIMAL, [], "7, limits", "seconds has 1000 digits, the zero before the point included.", BUST,
     changed(BUST_SOLUTION, seconds={"raw": "0." + "0" * 998 + "1"}))
case("lowest-bound", OPTIMAL, [], "7, limits", "The lowest number that a solution can have: -(2^63 - 1) micro-units.", BUST,
     changed(BUST_SOLUTION, status="bounded", lowerBound={"raw": "-9223372036854.775807"}))
case("lowest-exponent", OPTIMAL, [], "7, limits", "An exponent of -(2^31 - 1) after the point has been moved to the end.", EMPTY,
     changed(solution(EMPTY, [], prices([], [])), lowerBound={"raw": "0.0e-2147483646"}))
case("status-is-modest", OPTIMAL, [], "6",
     "Only a bound of -7 is claimed, but the certificate proves the objective: PROVEN OPTIMAL, whatever the status says.",
     BUST, changed(BUST_SOLUTION, status="bounded", lowerBound=-7))
# Random problems with what jointly solve answered, or with random certificates; make.py confirms both by enumeration.
SOLVED = {}
for line in (Path(__file__).parent / "solved.ndjson").read_text(encoding="utf-8").splitlines():
    one = json.loads(line)
    SOLVED[one["name"]] = one["problem"], one["solution"]
for name, rule, why in [
        ("second-major-leads", "2", "Three major parts. One pose has no neck: its head leads."),
        ("limit-by-solver", "5, limit", "At most two poses, with three duplicates of one neck."),
        ("pins-and-duplicates", "5, trees", "A pin is given twice. Decisions about local detections, pinned together and apart."),
        ("partial-tree", "5, trees", "A tree over some of the detections; the others count at base prices."),
        ("tree-with-cuts", "5, cuts", "A tree with cuts of its own, three major parts, pins."),
        ("leaf-pose-prices", "5, limit", "Leaves with prices of the limit of their own."),
        ("margins", "8", "Margins of two poses and their joints, by prices, by certificates of their own, and by the solution's.")]:
    case(name, OPTIMAL, [], rule, why, *SOLVED[name])

# ---- true: bounded

WEAK = solution(BUST, [FIRST, SECOND], NOTHING, -10500000, "bounded")
case("zero-prices", BOUNDED, [], "5", "With all prices 0 the bound is -10.5: valid, and weak.", BUST, WEAK)
THREE_LOOSE = solution(THREE, ONE_OF_THREE, prices(ZEROS, ZEROS), -4 * UNIT, requestedGap=0.75)
case("within-the-gap", BOUNDED, [], "6, check 11",
     "Optimal within a requested gap of 0.75: the distance of 3 is exactly 0.75 of the lower bound of -4. (-3 is proven.)",
     THREE, THREE_LOOSE)
RANDOM = [
    ("random-cuts", "5, cuts", "cuts with hosts, taxes on skeletons and on local assignments"),
    ("random-cuts-beside-a-tree", "5, trees", "a tree with a cut beside one without"),
    ("random-tables", "9", "a cut with members in three parts of a skeleton"),
    ("random-trees", "5, trees", "two trees, and most optimistic prices of either kind"),
    ("random-claims", "5, trees", "a lead that claims another detection of a part, a detection that is local to another"),
    ("random-two-homes", "5, trees", "a pinned detection whose home is two, because two leads claim it"),
    ("random-two-hosts", "5, trees", "a pinned detection whose home is two, because it is local to two others")]


def random_case(name):
    """A random problem and certificate, the best poses, and what the certificate proves by enumeration."""
    of, claim = SOLVED[name]
    return of, claim, oracle.proven_bound(oracle.Problem(of), claim["certificate"])


for name, rule, what in RANDOM:
    of, claim, proven = random_case(name)
    case(name, BOUNDED, [], rule, f"Random prices and decisions: {what}. The bound is low, and exactly what is claimed.", of,
         changed(claim, lowerBound=units(proven)))
case("no-poses-bounded", BOUNDED, [], "6", "No poses are a solution; the bound of -5.5 is true.", BUST,
     solution(BUST, [], BUST_PRICES, -5500000, "bounded"))

# ---- false: the poses

case("digest", REJECTED, "digest", "6, check 1", "The last digit of problemSha256 is another.", BUST,
     changed(BUST_SOLUTION, problemSha256=BUST_SOLUTION["problemSha256"][:-1] + "b"))
case("digest-in-capitals", REJECTED, "digest", "3", "The digest is in lower case.", BUST,
     changed(BUST_SOLUTION, problemSha256=BUST_SOLUTION["problemSha256"].upper()))
case("another-problem", REJECTED, "digest", "6, check 1",
     "The solution of a problem in which an unused pair costs a millionth more; everything but the digest holds.",
     changed(BUST, pairs=[[0, 2, -2.0], [1, 2, -1.499999], [2, 3, -1.5]]), BUST_SOLUTION)
case("digest-without-the-limit", REJECTED, "digest", "4",
     "At most one person is asked for, and the digest is that of the problem without a limit.", BUST,
     changed(ONE_ASKED, problemSha256=BUST_SOLUTION["problemSha256"]), asked=1)
case("limit-unasked", REJECTED, "limit", "6, check 1",
     "The solution is one for at most 0 poses, and would be optimal under that limit. Nobody asked for it: the optimum is -5.5.", BUST,
     solution(BUST, [], prices([0] * 4, [0, 0, 1000 * UNIT, 1000 * UNIT], posePrice=10 ** 6 * UNIT), maxPoses=0))
case("limit-other-than-asked", REJECTED, "limit", "6, check 1", "At most two people are asked for, and the solution is for at most one.", BUST,
     ONE_ASKED, asked=2)
case("limit-other-than-the-problems", REJECTED, "limit", "6, check 1", "The problem allows one pose, and the solution says at most two.", LIMITED,
     solution(LIMITED, [FIRST], WITH_NU, maxPoses=2))
case("limit-not-named", REJECTED, "digest", "6, check 1",
     "At most one person is asked for. The solution has one pose and names no limit, so its digest is that of another question.", BUST,
     solution(BUST, [FIRST], BUST_PRICES, -5500000, "bounded"), asked=1)
case("no-such-detection", REJECTED, "pose", "6, check 2", "Detection 4 does not exist.", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: poses[0]["local"].update(head=[4])))
case("negative-detection", REJECTED, "pose", "6, check 2", "Detection -1 does not exist. (It is not the last one.)", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: poses[0]["local"].update(head=[-1])))
case("wrong-part", REJECTED, "pose", "6, check 2", "Detection 3, a head, is listed as a neck.", BUST,
     solution(BUST, [(-4 * UNIT, {"neck": 0, "head": 2}, {}), (-UNIT, {"neck": 3}, {})], NOTHING, -10500000, "bounded"))
case("duplicate-of-another-part", REJECTED, "pose", "6, check 2", "Neck 1 is listed as a duplicate of a head.", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: poses[0]["local"].update(head=[1]) or poses.pop()))
case("no-major-part", REJECTED, "pose", "6, check 2", "A pose of a head alone.", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: poses[0]["global"].pop("neck")))
case("duplicate-of-nothing", REJECTED, "pose", "6, check 2", "A duplicate of a head in a pose without a head.", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: poses[0]["global"].pop("head")))
case("empty-local", REJECTED, "pose", "6, check 2", "An empty list of duplicates.", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: poses[1]["local"].update(neck=[])))
case("used-in-two-poses", REJECTED, ["used-twice"], "6, check 3", "Both poses have head 2.", BUST,
     solution(BUST, [FIRST, (-3500000, {"neck": 1, "head": 2}, {})], NOTHING, -10500000, "bounded"))
case("used-twice-in-a-pose", REJECTED, ["used-twice"], "6, check 3", "Head 2 is its own duplicate.", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: poses[0]["local"].update(head=[2])))
case("forbidden-pair", REJECTED, "forbidden-pair", "6, check 4",
     "Neck 1 and head 3 are no listed pair, and pairs that are not listed are forbidden.", BUST,
     solution(BUST, [(-4 * UNIT, {"neck": 0, "head": 2}, {}), (0, {"neck": 1, "head": 3}, {})], BUST_PRICES, -5500000, "bounded"))
case("forbidden-duplicate", REJECTED, "forbidden-pair", "6, check 4", "Neck 1 is a duplicate of neck 0, a forbidden pair.", BUST,
     solution(BUST, [(-6500000, *({"neck": 0, "head": 2}, {"head": [3], "neck": [1]}))], NOTHING, -10500000, "bounded"))
TRIPLE = problem(["neck"], [], 0, [("neck", -1.0)] * 3, [[0, 1, 0.25], [0, 2, 0.25]])
case("forbidden-among-duplicates", REJECTED, "forbidden-pair", "6, check 4",
     "Both duplicates may be with neck 0, but not with each other.", TRIPLE,
     solution(TRIPLE, [(-2500000, {"neck": 0}, {"neck": [1, 2]})], prices([0] * 3, [0] * 3), -20 * UNIT, "bounded"))
case("pose-costs", REJECTED, "pose-cost", "6, check 5",
     "One pose costs a millionth less than it says, the other a millionth more; the objective is right.", BUST,
     poses_changed(BUST_SOLUTION, lambda poses: (poses[0].update(cost=-4.500001), poses[1].update(cost=-0.999999))))
for kind, pins in [("together", [{"together": [1, 2]}]), ("apart", [{"apart": [0, 3]}]), ("use", [{"use": 1}]), ("skip", [{"skip": 3}])]:
    broken = changed(BUST, pins=pins)
    poses = [FIRST] if kind == "use" else [FIRST, SECOND]
    case(f"pin-{kind}", REJECTED, "pin", "6, check 6",
         {"together": "Neck 1 and head 2 are pinned together, but in two poses.",
          "apart": "Neck 0 and head 3 are pinned apart. 3 is only a duplicate, which makes no difference.",
          "use": "Neck 1 must be used and is not.", "skip": "Head 3 must not be used, not even as a duplicate."}[kind],
         broken, solution(broken, poses, NOTHING, -10500000, "bounded"))
case("too-many-poses", REJECTED, "too-many-poses", "6, check 6", "Two poses where one is allowed.", LIMITED,
     solution(LIMITED, [FIRST, SECOND], WITH_NU))
case("objective-by-one", REJECTED, "objective", "6, check 7",
     "The objective is a millionth below what the poses cost.", BUST,
     changed(WEAK, objective=-5.500001))
case("objective-as-double", REJECTED, "objective", "1",
     "The objective is off by a millionth, which gets lost if it is read as a double.", LARGE,
     changed(LARGE_SOLUTION, objective={"raw": "-9007199254.740992"}, lowerBound={"raw": "-9007199254.740993"}, status="bounded"))
case("ties-away-from-zero", REJECTED, ["pose-cost", "objective"], "1",
     "Costs of -0.5, -1.5 and -2.5 micro-units, rounded to -1, -2 and -3: 0, -2 and -2 are right.", TIES,
     solution(TIES_READ, [(-1, {"neck": 0}, {}), (-2, {"neck": 1}, {}), (-3, {"neck": 2}, {})], NOTHING))

# ---- false: the bound

case("bound-by-one", REJECTED, "bound", "6, check 9", "The lower bound is a millionth above what is proven.", BUST,
     changed(WEAK, lowerBound=-10.499999))
case("bound-above-objective", REJECTED, ["above-objective", "bound"], "6, check 10", "The lower bound is a millionth above the objective.", BUST,
     changed(BUST_SOLUTION, lowerBound=-5.499999))
case("not-optimal", REJECTED, "not-optimal", "6, check 11", "Status optimal with the bound of zero prices.", BUST, changed(WEAK, status="optimal"))
case("beyond-the-gap", REJECTED, "not-optimal", "6, check 11",
     "The distance of 3.000001 exceeds 0.75 of 4.000001, by a quarter of a millionth.", THREE, changed(THREE_LOOSE, lowerBound=-4.000001))
case("gap-of-zero", REJECTED, "not-optimal", "6, check 11",
     "The bound is 0, so a gap of 0.5 allows half of a thousandth of a micro-unit, not half of anything.", WORTHLESS,
     solution(WORTHLESS, [(1, {"neck": 0}, {})], prices([0], [0]), 0, requestedGap=0.5))
case("no-tree", REJECTED, "bound", "5", "The tree is left out: only -1.5 is proven.", THREE, proof_changed(THREE_BY_TREE, trees=None))
case("prices-of-another-problem", REJECTED, "bound", "5",
     "The certificate of another problem: prices of the right form, which prove only -9.5.", BUST,
     proof_changed(BUST_SOLUTION, lambda1=[UNIT, 0, 0, HALF], lambda3=[0, 0, 0, UNIT]))
case("cut-rounded-towards-zero", REJECTED, "bound", "5, cuts",
     "The certificate of cut-with-host proves -5.5. Rounding its coefficients towards zero would give the -5 that is claimed.", BUST,
     solution(BUST, [(-UNIT, {"neck": 0}, {}), SECOND], HOST_CUT, -5 * UNIT, "bounded"))
case("skeletons-across-trees", REJECTED, "bound", "5, trees",
     "-5 would be proven if the skeletons led by neck 0, alone in its tree, could have no detections from outside.", BUST,
     solution(BUST, [(-UNIT, {"neck": 0}, {}), SECOND],
              changed(BUST_PRICES, trees=[{"detections": [0], "nodes": [{"lambda1": [0], "lambda3": [0]}]}]), -5 * UNIT, "bounded"))
case("least-leaf", REJECTED, "bound", "5, trees",
     "One leaf proves -1, the other only -2. The least counts.", THREE,
     with_nodes(lambda nodes: nodes[2].update(lambda1=[0] * 6)))
case("limit-counted-once", REJECTED, "bound", "5, limit",
     "A price of the limit is added to each skeleton; here it is 1, and -3.5 would be proven if it were not subtracted.", LIMITED,
     solution(LIMITED, [SECOND], WITH_NU, -3500000, "bounded"))
case("wrapped-sum", REJECTED, ["bound", "overflow"], "5, overflow",
     "Four prices of 2^62 add up to 2^64, which is 0 if 64 bits wrap around. Exactly, they prove next to nothing.", BUST,
     solution(BUST, [SECOND], prices([1 << 62] * 4, [0] * 4), -UNIT, "bounded"))
case("wrapped-shift", REJECTED, ["bound", "overflow"], "5, overflow",
     "A price of 4 is shifted by 62 bits: 2^64, which is 0 if 64 bits wrap around.", THREE,
     with_nodes(lambda nodes: nodes[2].update(shift=62, lambda1=[4, 0, 0, 0, 0, 0])))

for name, rule, _ in RANDOM:
    of, claim, proven = random_case(name)
    case(f"{name}-by-one", REJECTED, "bound", rule, f"{name}, with a bound that is a millionth higher.", of,
         changed(claim, lowerBound=units(proven + 1)))

# ---- false: the form of the certificate

case("scale", REJECTED, "scale", "6, check 8", "scaleBits is 41.", BUST, proof_changed(BUST_SOLUTION, scaleBits=41))
case("shift", REJECTED, "scale", "6, check 8", "A leaf has a shift of 63.", THREE,
     with_nodes(lambda nodes: nodes[2].update(shift=63, lambda1=ZEROS)))
case("lambda1-negative", REJECTED, "price", "6, check 8",
     "lambda1 of detection 0 is negative, and nothing requires detection 0. It would prove more than is true.", BUST,
     proof_changed(BUST_SOLUTION, lambda1=[-1, 0, 3 * UNIT, 0]))
case("lambda3-negative", REJECTED, "price", "6, check 8", "lambda3 is never negative, not even of a detection that a pin requires.", PINNED,
     proof_changed(PINNED_SOLUTION, lambda3=[0, 0, 0, -1, 0]))
case("too-few-prices", REJECTED, "price", "6, check 8", "The certificate of a problem with one detection less.", BUST,
     proof_changed(BUST_SOLUTION, lambda1=[0, 0, 3 * UNIT], lambda3=[0, 0, HALF]))
case("too-many-prices", REJECTED, "price", "6, check 8", "lambda3 has one price too many.", BUST,
     proof_changed(BUST_SOLUTION, lambda3=[0, 0, HALF, 0, 0]))
case("leaf-requires-nothing", REJECTED, "price", "6, check 8",
     "A negative lambda1 of neck 0 in the leaf in which neck 0 leads nothing: only the other answer requires it.", THREE,
     with_nodes(lambda nodes: nodes[0].update({"in": 2, "out": 1})))
case("pose-price-without-limit", REJECTED, "price", "6, check 8", "posePrice is 1, but the number of poses is not limited.", BUST,
     proof_changed(BUST_SOLUTION, posePrice=1))
case("pose-price-negative", REJECTED, "price", "6, check 8", "posePrice is -1.", LIMITED,
     solution(LIMITED, [FIRST], changed(BUST_PRICES, posePrice=-1), -20 * UNIT, "bounded"))
case("pose-price-in-a-partial-tree", REJECTED, "price", "6, check 8",
     "A leaf has a posePrice, but neck 1 is not in its tree.", LIMITED,
     solution(LIMITED, [FIRST], changed(WITH_NU, trees=[{"detections": [0, 2, 3], "nodes": [
         {"lambda1": [0, 3 * UNIT, 0], "lambda3": [0, HALF, 0], "posePrice": UNIT}]}]), -20 * UNIT, "bounded"))
for name, why, cuts, sigma in [
        ("even", "use has four detections, an even number.", [{**CUT, "use": [2, 3, 4, 5]}], [UNIT]),
        ("negative", "sigma is -1.", [CUT], [-1]),
        ("descending", "use is not in ascending order.", [{**CUT, "use": [4, 3, 5]}], [UNIT]),
        ("repeats", "use has detection 3 twice, and so an odd number.", [{**CUT, "use": [3, 3, 4]}], [UNIT]),
        ("twice", "The same cut twice.", [CUT, CUT], [UNIT, 0]),
        ("of-nobody", "Detection 6 does not exist.", [{**CUT, "use": [3, 4, 6]}], [UNIT]),
        ("without-price", "A tree has a cut, and its leaf no sigma.", [CUT], None)]:
    case(f"cut-{name}", REJECTED, "cut", "6, check 8", why, THREE, three_by(cuts, sigma))
SMALL_TREE = {"detections": [0, 3], "nodes": [{"lambda1": [0, 0], "lambda3": [0, 0]}]}
case("cut-outside-its-tree", REJECTED, "cut", "5, trees", "The cut of a tree has a detection that is not the tree's.", THREE,
     changed(THREE_BY_TREE, certificate=prices(ZEROS, ZEROS, trees=[{"detections": [0, 1, 2, 3, 4], "cuts": [{"use": [3, 4, 5], "host": []}],
             "nodes": [{"lambda1": [0] * 5, "lambda3": [0] * 5, "sigma": [UNIT]}]}])))
MANY_CUTS = [{"use": use, "host": host} for use in ([3], [4], [5], [3, 4, 5]) for host in ([], [3], [4], [5], [3, 4], [3, 5], [4, 5])
             if len(set(use) ^ set(host)) > 1][:13]
case("cut-too-many", REJECTED, "cut", "9", "Thirteen cuts are open for neck 0.",
     changed(THREE, pairs=THREE["pairs"] + [[0, 5, 9.0]]),
     solution(changed(THREE, pairs=THREE["pairs"] + [[0, 5, 9.0]]), ONE_OF_THREE, one_leaf(ZEROS, ZEROS, MANY_CUTS, [1] * 13)))
for name, why, change in [
        ("branch-missing", "out is node 3, which is not there.", lambda nodes: nodes[0].update(out=3)),
        ("branch-shared", "Both answers lead to node 2; node 1 is nobody's child.", lambda nodes: nodes[0].update({"in": 2})),
        ("node-unreachable", "Node 3 is nobody's child.", lambda nodes: nodes.append(nodes[2])),
        ("cycle", "Node 0 is its own child.", lambda nodes: nodes[0].update(out=0)),
        ("without-nodes", "A tree without nodes.", lambda nodes: nodes.clear()),
        ("wrong-lead", "Head 3 cannot lead.", lambda nodes: nodes[0].update(join=[3, 3])),
        ("local-of-another-part", "Hand 4 cannot be local to head 3.",
         lambda nodes: nodes.__setitem__(0, {"local": [3, 4], "in": 1, "out": 2}))]:
    case(f"tree-{name}", REJECTED, ["tree"], "4", why, THREE, with_nodes(change))
case("tree-about-another", REJECTED, "tree", "4", "The decision is about neck 1, which is not among the tree's detections.", THREE,
     proof_changed(THREE_BY_TREE, trees=[{"detections": [0, 3], "nodes": [
         {"join": [1, 1], "in": 1, "out": 2}, *[{"lambda1": [0, 0], "lambda3": [0, 0]}] * 2]}]))
case("tree-overlap", REJECTED, "tree", "6, check 8", "Head 3 is in two trees.", THREE,
     proof_changed(THREE_BY_TREE, trees=[SMALL_TREE, {"detections": [3, 4], "nodes": SMALL_TREE["nodes"]}]))
case("tree-descending", REJECTED, "tree", "6, check 8", "detections of a tree are not in ascending order.", THREE,
     proof_changed(THREE_BY_TREE, trees=[changed(SMALL_TREE, detections=[3, 0])]))

MARGIN_PROBLEM, MARGIN_SOLUTION = SOLVED["margins"]


def with_margin(i, **fields):
    copied = copy.deepcopy(MARGIN_SOLUTION)
    copied["margins"][i] = changed(copied["margins"][i], **fields)
    return copied


case("margin-by-one", REJECTED, "margin", "8", "A margin is said to be a millionth more than its proof shows.", MARGIN_PROBLEM,
     with_margin(0, atLeast=13.500001))
case("margin-with-two-prices", REJECTED, "price", "8", "A margin has two prices of one detection.", MARGIN_PROBLEM,
     with_margin(2, prices=[[0, 0, 0], [0, 0, 0]]))

# ---- unreadable

SHORT = BUST_SOLUTION
case("truncated", UNREADABLE, "json", "7", "The file ends early.", BUST, replaced(SHORT, "]}\n}\n", "]"))
case("two-values", UNREADABLE, "json", "7", "A closing bracket too many.", BUST, replaced(SHORT, "]}\n}\n", "]}\n}}\n"))
case("not-a-number", UNREADABLE, "json", "7", "NaN is not JSON.", BUST, changed(SHORT, objective={"raw": "NaN"}))
case("comma-at-the-end", UNREADABLE, "json", "7", "A comma after the last entry of an array.", BUST, proof_changed(SHORT, lambda1={"raw": "[0, 0, 3000000, 0,]"}))
case("leading-zero", UNREADABLE, "json", "7", "-05.5 is not JSON.", BUST, changed(SHORT, objective={"raw": "-05.5"}))
case("array", UNREADABLE, "value", "7", "The document is an array.", BUST, "[]\n")
case("format-of-solution", UNREADABLE, "format", "7", "The format is jointly/solution@2.", BUST, changed(SHORT, format="jointly/solution@2"))
case("format-of-certificate", UNREADABLE, "format", "7", "The certificate is of version 4.", BUST, proof_changed(SHORT, format="jointly/certificate@4"))
case("version-2", UNREADABLE, "format", "7", "The certificate is of version 2.", BUST, proof_changed(SHORT, format="jointly/certificate@2"))
case("utf-16", UNREADABLE, "json", "7", "The file is in UTF-16.", BUST, text(SHORT).encode("utf-16-le"))
case("no-certificate", UNREADABLE, "missing-field", "7", "There is no certificate.", BUST, changed(SHORT, certificate=None))
case("no-lambda3", UNREADABLE, "missing-field", "7", "The certificate has no lambda3.", BUST, proof_changed(SHORT, lambda3=None))
case("unknown-in-certificate", UNREADABLE, "unknown-field", "7", "An unknown field in a certificate.", BUST, proof_changed(SHORT, comment="made today"))
case("unknown-in-leaf", UNREADABLE, "unknown-field", "7", "An unknown field in a node.", THREE, with_nodes(lambda nodes: nodes[2].update(note=1)))
case("cut-of-the-base", UNREADABLE, "unknown-field", "7", "Trees have cuts, the certificate itself has none.", THREE,
     changed(THREE_BY_TREE, certificate=prices(ZEROS, ZEROS, cuts=[{**CUT, "sigma": UNIT}])))
case("field-of-1001-characters", UNREADABLE, "value", "7, limits", "The name of a field has 1001 characters, in a value that is ignored otherwise.", BUST,
     changed(SHORT, trace={"q" * 1001: 1}))
case("digits-1001", UNREADABLE, "value", "7, limits", "seconds has 1001 digits, the zero before the point included.", BUST,
     changed(SHORT, seconds={"raw": "0." + "0" * 999 + "1"}))
case("bound-too-low", UNREADABLE, "value", "7, limits", "-2^63 micro-units: the magnitude is too large, although 64 bits could hold it.", BUST,
     changed(SHORT, status="bounded", lowerBound={"raw": "-9223372036854.775808"}))
case("exponent-too-low", UNREADABLE, "value", "7, limits", "An exponent of -2^31 after the point has been moved to the end.", EMPTY,
     changed(solution(EMPTY, [], prices([], [])), lowerBound={"raw": "0.0e-2147483647"}))
case("gap-infinite", UNREADABLE, "value", "7", "gap is 1e400, which is no finite double.", BUST, changed(SHORT, gap={"raw": "1e400"}))
case("twice", UNREADABLE, "repeated-field", "7", "lowerBound is given twice.", BUST, replaced(SHORT, '  "lowerBound": -5.5,', '  "lowerBound": -7.0,\n  "lowerBound": -5.5,'))
case("null", UNREADABLE, "value", "7", "null where a field is left out.", BUST, poses_changed(SHORT, lambda poses: poses[1].update(local=None)))
case("number-as-text", UNREADABLE, "value", "7", "A number in quotes.", BUST, changed(SHORT, objective="-5.5"))
case("price-with-fraction", UNREADABLE, "value", "4", "Prices are written as whole numbers: 3000000, not 3000000.0.", BUST,
     proof_changed(SHORT, lambda1=[0, 0, 3000000.0, 0]))
case("price-of-64-bits", UNREADABLE, "value", "7, limits", "A price of 2^63, which no signed number of 64 bits can be.", BUST,
     proof_changed(SHORT, lambda1=[1 << 63, 0, 3 * UNIT, 0]))
case("seven-decimals", UNREADABLE, "value", "1", "-5.5000001 is no whole number of micro-units.", BUST, changed(SHORT, lowerBound=-5.5000001))
case("objective-too-large", UNREADABLE, "value", "7, limits", "2^63 micro-units do not fit into 64 bits.", BUST,
     changed(SHORT, objective={"raw": "9223372036854.775808"}))
case("gap-of-one", UNREADABLE, "value", "7", "requestedGap must be below 1.", BUST, changed(SHORT, requestedGap=1))
case("status", UNREADABLE, "value", "7", "The status is perfect.", BUST, changed(SHORT, status="perfect"))
case("no-such-part", UNREADABLE, "value", "7", "The problem has no part named tail.", BUST,
     poses_changed(SHORT, lambda poses: poses[0]["global"].update(tail=3)))
case("decision-and-leaf", UNREADABLE, "unknown-field", "7", "A node is a decision and has prices.", THREE, with_nodes(lambda nodes: nodes[0].update(shift=0)))
case("margin-of-another", UNREADABLE, "margin-label", "8", "A margin says detection 4, and its pin is about detection 2.", MARGIN_PROBLEM,
     with_margin(1, pins=[{"apart": [7, 2]}]))
case("margin-of-the-lead", UNREADABLE, "margin-label", "8", "A margin is of the lead of a pose, which has none of its own.", MARGIN_PROBLEM,
     with_margin(1, detection=7))
for name, reason, why, i, fields in [
        ("margin-prices-and-certificate", "unknown-field", "A margin has prices, though none, and a certificate.", 1,
         {"prices": [], "certificate": prices([0] * 8, [0] * 8)}),
        ("margin-skips-twice", "margin-label", "A margin skips a detection twice.", 0,
         {"pins": MARGIN_SOLUTION["margins"][0]["pins"] + MARGIN_SOLUTION["margins"][0]["pins"][:1]}),
        ("margin-of-no-detection", "value", "A pin of a margin is about detection -1.", 1, {"pins": [{"apart": [7, -1]}]}),
        ("margin-below-zero", "value", "atLeast is negative.", 1, {"atLeast": -0.000001}),
        ("margin-with-text", "value", "atMost proves nothing, but it must be a number.", 1, {"atMost": "x"}),
        ("margin-fixed-by-number", "value", "fixed proves nothing, but it must be true or false.", 1, {"fixed": 1})]:
    case(name, UNREADABLE, reason, "8", why, MARGIN_PROBLEM, with_margin(i, **fields))
case("cost-infinite", UNREADABLE, "value", "1", "A cost of 1e400 is no finite double.", changed(BUST, poseCost={"raw": "1e400"}), SHORT)
case("cost-too-large", UNREADABLE, "value", "1", "A cost above 1e9.", changed(BUST, poseCost=1000000000.5), SHORT)
case("pair-twice", UNREADABLE, "problem", "7", "A pair is listed in both directions.", changed(BUST, pairs=BUST["pairs"] + [[2, 0, -2.0]]), SHORT)
case("pair-of-strangers", UNREADABLE, "problem", "2", "A head and a hand, which no limb joins, cannot be a pair.",
     changed(THREE, pairs=THREE["pairs"] + [[3, 4, 0.0]]), THREE_BY_CUT)
case("limbs-without-tree", UNREADABLE, "problem", "2", "The limbs do not join all parts.",
     changed(THREE, anatomy=changed(THREE["anatomy"], limbs=[["neck", "head"], ["neck", "hand"], ["hand", "head"]])), THREE_BY_CUT)
case("pin-on-one", UNREADABLE, "problem", "2", "A pin keeps a detection apart from itself.", changed(BUST, pins=[{"apart": [1, 1]}]), SHORT)

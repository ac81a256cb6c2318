#!/usr/bin/env python3
"""Writes the cases of this folder, and checks what is expected of them by enumeration (oracle.py).

    python3 conformance/make.py                writes cases.json and a folder for each case, and adds new cases to frozen/cases.txt
    python3 conformance/make.py --check        writes nothing; exit code 1 if the files are not what it would write

Nothing of Jointly is called. A case that is accepted must be true by the oracle, and a case that is rejected because of its
poses or its bound must fail exactly the checks that it is said to fail. A certificate or a file whose form is wrong is wrong
by construction: a good one, with one change.
"""
import copy, hashlib, json, shutil, sys
from decimal import Decimal
from pathlib import Path

import oracle
from definitions import CASES, compact, text

HERE = Path(__file__).resolve().parent
EXIT_CODES = {"PROVEN OPTIMAL": 0, "BOUNDED": 0, "REJECTED": 1, "UNREADABLE": 2}
#: Which reasons the oracle can confirm; all others are about form.
ABOUT_TRUTH = {"limit", "digest", "pose", "used-twice", "forbidden-pair", "pose-cost", "pin", "too-many-poses", "objective",
               "above-objective", "bound", "not-optimal", "margin"}
ABOUT_PROOF = {"scale", "price", "cut", "tree"}
ABOUT_FILES = {"json", "format", "missing-field", "unknown-field", "repeated-field", "value", "problem", "margin-label"}


def confirm(case, problem, solution):
    """Fails unless the case is what it is said to be, as far as enumeration can tell; objective and bound if accepted."""
    reasons = set(case["reasons"])
    assert reasons <= ABOUT_TRUTH | ABOUT_PROOF | ABOUT_FILES | {"overflow"}, case["name"]
    assert bool(reasons) == (case["exitCode"] > 0), case["name"]
    if case["exitCode"] == 2:
        assert reasons <= ABOUT_FILES, case["name"]
        return {}
    problem, solution = (json.loads(one.lstrip("\ufeff"), parse_float=Decimal) for one in (problem, solution))
    asked, form_is_right = case.get("maxPeople"), not reasons & ABOUT_PROOF
    found, objective, proven, optimum = oracle.failures(problem, solution, asked, form_is_right)
    assert found == reasons & ABOUT_TRUTH, (case["name"], found)
    if case["exitCode"] == 1:
        return {}
    assert proven <= optimum <= objective, (case["name"], proven, optimum, objective)
    assert case["verdict"] == ("PROVEN OPTIMAL" if proven == objective else "BOUNDED"), (case["name"], proven)
    for margin in solution.get("margins", []):
        pinned = copy.deepcopy(problem)
        pinned["pins"] = problem.get("pins", []) + margin["pins"]
        other = oracle.Problem(pinned, asked).optimum()
        assert other is None or other >= objective + oracle.micro(margin["atLeast"]), case["name"]
    return {"objective": objective, "bound": proven}


def files():
    """All that is to be written, by path."""
    written, listed = {}, []
    for name, verdict, reasons, rule, why, problem, solution, asked in CASES:
        folder = f"cases/{name}"
        problem, solution = (text(one) if isinstance(one, dict) else one for one in (problem, solution))
        case = {"name": name, "problem": f"{folder}/problem.json", "solution": f"{folder}/solution.json",
                **({} if asked is None else {"maxPeople": asked}),
                "verdict": verdict, "exitCode": EXIT_CODES[verdict], "reasons": reasons, "rule": rule, "why": why}
        assert case["problem"] not in written, f"two cases are named {name}"
        case.update(confirm(case, problem, solution))
        written[case["problem"]], written[case["solution"]] = problem, solution
        listed.append("    " + compact(case))
    written["cases.json"] = '{\n  "format": "jointly/conformance@1",\n  "cases": [\n' + ",\n".join(listed) + "\n  ]\n}\n"
    return {path: content if isinstance(content, bytes) else content.encode("utf-8") for path, content in written.items()}


def record(expected):
    """The recorded cases and the new ones: name, limit asked for, verdict, SHA-256 of both files. A record is never changed."""
    path = HERE / "frozen" / "cases.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = {line.split("\t")[0] for line in lines}
    for case in json.loads(expected[HERE / "cases.json"])["cases"]:
        if case["name"] not in names:
            digests = [hashlib.sha256(expected[HERE / case[file]]).hexdigest() for file in ("problem", "solution")]
            lines.append("\t".join([case["name"], str(case.get("maxPeople", "")), case["verdict"], *digests]))
    return path, "".join(line + "\n" for line in lines).encode("utf-8")


def main(arguments):
    there = [path for path in HERE.glob("cases/*/*")] + [HERE / "cases.json"]
    expected = {HERE / path: content for path, content in files().items()}
    path, content = record(expected)
    expected[path] = content
    if arguments == ["--check"]:
        wrong = [path for path in set(there) | set(expected)
                 if not path.exists() or path.read_bytes() != expected.get(path)]
        for path in sorted(wrong):
            print(f"not as make.py would write it: {path.relative_to(HERE)}")
        print(f"{len(CASES)} cases, {len(wrong)} files differ")
        return 1 if wrong else 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    shutil.rmtree(HERE / "cases", ignore_errors=True)
    for path, content in expected.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    print(f"{len(CASES)} cases written, {sum(map(len, expected.values()))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

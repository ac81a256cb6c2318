"""Writes optima.ndjson from the solutions of both methods and of the engine alone; ends with an error where they contradict each other.

Arguments: the folder of problems, the folder of bcg.ndjson, pcg.ndjson and mip.csv, of `jointly-bench speed`.
"""

import csv
import json
import sys
from decimal import Decimal
from pathlib import Path


def require(holds, message):
    if not holds:
        sys.exit(message)


def read(text):
    return json.loads(text, parse_float=Decimal)


def solutions(path):
    return {s["problem"]: s for s in map(read, path.read_text(encoding="utf-8").splitlines())}


def entry(problem, bcg, pcg, mip):
    name = problem["id"]
    require(not mip["mip ms"].startswith(">"), f"{name}: the engine ran out of time")
    optimum = Decimal(mip["mip objective"])
    for s in (bcg, pcg):
        require(s["lowerBound"] <= optimum <= s["objective"], f"{name}: {s['method']} excludes {optimum}")
    # without trees the bound is that of the relaxation
    tight = [s["lowerBound"] == optimum and "trees" not in s["certificate"] for s in (bcg, pcg)]
    require(tight[0] == tight[1], f"{name}: bcg and pcg do not agree whether the relaxation is tight")
    require(not tight[0] or bcg["objective"] == pcg["objective"] == optimum, f"{name}: bcg or pcg missed {optimum}")
    # json.dumps would write binary floats; these six digits have to be exact
    known = f'{{"id": {json.dumps(name)}, "detections": {len(problem["detections"])}, "optimum": {optimum}'
    return known + ("}" if tight[0] else ', "lpTight": false}')


def main(folder, work):
    bcg, pcg = (solutions(work / f"{method}.ndjson") for method in ("bcg", "pcg"))
    with open(work / "mip.csv", encoding="utf-8", newline="") as lines:
        mip = {line["problem"]: line for line in csv.DictReader(lines)}
    lines = []
    for path in sorted(folder.glob("*.problem.json")):
        problem = read(path.read_text(encoding="utf-8"))
        name = problem["id"]
        lines.append(entry(problem, bcg[name], pcg[name], mip[name]))
    (folder / "optima.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} problems, on all of which the three agree")


main(Path(sys.argv[1]), Path(sys.argv[2]))

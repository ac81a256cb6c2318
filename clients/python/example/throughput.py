"""
Times the same problems through Python and through the program alone, start of the process included.

    bin/jointly generate --people 4 --crowding crowded --seed 1 --count 500 -o - > problems.ndjson
    PYTHONPATH=clients/python/src python3 clients/python/example/throughput.py problems.ndjson
"""

import json
import statistics
import sys
import time
from typing import Callable, Dict, List

import jointly

RUNS = 3


def program() -> int:
    """What the program takes from file to file."""
    return jointly.run("solve", sys.argv[1], "--quiet").count("\n")


def many() -> int:
    """From dictionaries to dictionaries, problems sent ahead."""
    with jointly.Solver() as solver:
        return sum(1 for _ in solver.solve_many(read()))


def one_by_one() -> int:
    """The same, each solution awaited before the next problem is sent."""
    with jointly.Solver() as solver:
        return sum(1 for problem in read() if solver.solve(problem))


def read() -> List[Dict[str, object]]:
    with open(sys.argv[1], encoding="utf-8") as file:
        return [json.loads(line) for line in file]


ways: Dict[str, Callable[[], int]] = {"jointly solve": program, "solve_many": many, "solve": one_by_one}
taken: Dict[str, List[float]] = {name: [] for name in ways}
for _ in range(RUNS):  # in turn, so that other work on the machine slows all of them
    for name, way in ways.items():
        start = time.perf_counter()
        count = way()
        taken[name].append(time.perf_counter() - start)
for name, seconds in taken.items():
    median = statistics.median(seconds)
    print(f"{name:14} {count} problems in {median:.1f} s (median of {RUNS}), {count / median:.0f} per second")

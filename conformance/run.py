#!/usr/bin/env python3
"""Runs a checker on every case of this folder.

    python3 conformance/run.py COMMAND...          such as: python3 conformance/run.py python3 docs/check.py

COMMAND gets the paths of a problem and of a solution as its last two arguments, and before them --max-people N if the case
asks for at most N people. Its exit code must be the case's: 0 if the
solution is accepted, 1 if it is rejected, 2 if a file is unreadable. If it prints PROVEN OPTIMAL or BOUNDED, that must be
the case's verdict, too. Exit code 0: it agrees with all cases, 1: it does not, 2: wrong use.
"""
import json, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def difference(command, case):
    """What is not as expected, or None."""
    paths = [str(HERE / case[file]) for file in ("problem", "solution")]
    asked = ["--max-people", str(case["maxPeople"])] if "maxPeople" in case else []
    ended = subprocess.run(command + asked + paths, capture_output=True, timeout=120)
    said = (ended.stdout + ended.stderr).decode("utf-8", "replace")
    if ended.returncode != case["exitCode"]:
        return f"exit code {ended.returncode}, expected {case['exitCode']} ({case['verdict']}): {' / '.join(said.split(chr(10))[:4])}"
    wrong = {"PROVEN OPTIMAL": "BOUNDED", "BOUNDED": "PROVEN OPTIMAL"}.get(case["verdict"])
    return f"says {wrong}, expected {case['verdict']}" if wrong and wrong in said else None


def main(command):
    if not command:
        print(__doc__, file=sys.stderr)
        return 2
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))["cases"]
    differences = 0
    for case in cases:
        try:
            found = difference(command, case)
        except subprocess.TimeoutExpired:
            found = "no answer within 120 seconds"
        except OSError as wrong:
            print(f"cannot run {command[0]}: {wrong}", file=sys.stderr)
            return 2
        if found:
            differences += 1
            print(f"{case['name']}: {found}\n    {case['why']}")
    print(f"{len(cases) - differences} of {len(cases)} cases agree")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

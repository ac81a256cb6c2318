#!/bin/sh
# Makes this folder's problems anew, solves each by both methods and by the engine alone, and writes optima.ndjson where the three agree.
# Needs the built program (mvn -q -DskipTests package) and Python 3. Takes about a minute.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
jointly="$here/../bin/jointly"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
limit=600 # seconds; the bare engine has to end well before, by itself

make() { # crowding, people, seed
    "$jointly" generate --crowding "$1" --people "$2" --seed "$3" -o "$here"
}
make easy 1 1
make easy 2 1
make easy 3 2
make easy 4 1
make easy 4 1012
make crowded 1 6
make crowded 2 3
make crowded 3 1
make crowded 4 1
make crowded 4 1002
make dense 1 3
make dense 2 5
make dense 2 1004
make dense 3 2
make dense 4 2
make adversarial 1 2
make adversarial 2 1
make adversarial 2 1007
make adversarial 2 1022
make adversarial 3 4
make adversarial 4 1005

cat "$here"/*.problem.json >"$work/problems.ndjson"
for method in bcg pcg; do
    "$jointly" solve "$work/problems.ndjson" --method "$method" --time-limit "${limit}s" --log \
        -o "$work/$method.ndjson" 2>"$work/$method.log"
    if grep 'engine trouble' "$work/$method.log" >&2; then
        exit 1
    fi
    "$jointly" verify "$work/problems.ndjson" "$work/$method.ndjson" >"$work/$method.verdicts" || {
        cat "$work/$method.verdicts" >&2
        exit 1
    }
    echo "$method: $(tail -n 1 "$work/$method.verdicts")"
done
"$here/../bin/jointly-bench" speed "$here" --methods pcg --runs 1 --warm-up 0s --mip-limit "${limit}s" --csv "$work/mip.csv"
python3 "$here/agree.py" "$here" "$work"

#!/usr/bin/env python3
"""Attacks on a running service, in real time: each prints its figure and its limit. Needs bin/jointly, built.

    python3 -B .ci/probes.py            all of them
    python3 -B .ci/probes.py overdue    one of them
"""
import contextlib
import gzip
import json
import os
import random
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
failed = []


@contextlib.contextmanager
def served(heap, *options):
    """A service on a free port, with a heap of this size: its port."""
    environment = dict(os.environ, JOINTLY_JAVA_OPTS=f"-Xmx{heap}")
    command = [str(ROOT / "bin/jointly"), "serve", "--port", "0", *options]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    ports = []
    for line in process.stderr:
        if '"event":"listening"' in line:
            ports.append(int(re.search(r'"port":(\d+)', line).group(1)))
            if len(ports) == 1 + ("--cvat-port" in options):
                break
    drain = threading.Thread(target=lambda: [None for _ in process.stderr], daemon=True)
    drain.start()
    try:
        yield ports[0] if len(ports) == 1 else ports
    finally:
        process.terminate()
        process.wait(30)


def ask(port, method, path, body=None, headers=None, timeout=120):
    """Status, body and seconds; status 0 if there was no answer."""
    url = f"http://127.0.0.1:{port}{path}"
    request = urllib.request.Request(url, data=body, method=method, headers=headers or {})
    start = time.time()
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, answer.read(), time.time() - start
    except urllib.error.HTTPError as error:
        return error.code, error.read(), time.time() - start
    except OSError as error:
        return 0, repr(error).encode(), time.time() - start


def one_part(detections, costs=lambda: -2, pairs=()):
    return json.dumps({
        "format": "jointly/problem@1", "id": "probe",
        "anatomy": {"name": "one", "parts": ["p"], "majors": ["p"], "limbs": []},
        "poseCost": 1, "detections": [{"part": "p", "cost": costs()} for _ in range(detections)],
        "pairs": list(pairs), "absentPairs": "zero"}).encode()


def expect(name, figure, limit, holds):
    print(f"{'ok    ' if holds else 'BROKEN'}  {name}: {figure} (expected {limit})", flush=True)
    if not holds:
        failed.append(name)


def overdue():
    rng = random.Random(3)
    hard = one_part(60, lambda: rng.uniform(-1, 1), [[a, b, rng.uniform(-1, 1)] for a in range(60) for b in range(a)])
    big = one_part(3500)
    with served("2g", "--workers", "2") as port:
        busy = [threading.Thread(target=ask, args=(port, "POST", "/api/v1/solve?timeLimit=20", hard)) for _ in range(2)]
        late = [threading.Thread(target=ask, args=(port, "POST", "/api/v1/solve?timeLimit=0", big)) for _ in range(6)]
        for thread in busy:
            thread.start()
        time.sleep(2)
        for thread in late:
            thread.start()
        time.sleep(1)
        status, _, seconds = ask(port, "POST", "/api/v1/solve?timeLimit=500ms", one_part(1))
        expect("a limit of 0.5 s behind overdue requests", f"{status} after {seconds:.1f} s", "503 within 3 s",
               status == 503 and seconds < 3)
        for thread in busy + late:
            thread.join()


def begun(port, head):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(f"POST /api/v1/solve HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
    return connection


def slow_bodies():
    with served("512m", "--cvat-port", "0") as (port, cvat):
        slow = [begun(where, "Content-Length: 100") for where in (port, cvat) for _ in range(400)]
        worst = 0
        start = time.time()
        while time.time() - start < 15:
            for connection in slow:
                with contextlib.suppress(OSError):
                    connection.sendall(b" ")
            for where, path in ((port, "/livez"), (port, "/metrics"), (cvat, "/livez")):
                status, _, seconds = ask(where, "GET", path, timeout=25)
                worst = max(worst, seconds if status == 200 else 1e9)
            time.sleep(1)
        expect("health behind 800 slow bodies", f"{worst:.2f} s", "within 2 s", worst < 2)
        status, _, seconds = ask(port, "POST", "/api/v1/solve", one_part(1))
        expect("a solve after 15 s of slow bodies", f"{status} after {seconds:.1f} s", "200 within 10 s",
               status == 200 and seconds < 10)
        for connection in slow:
            connection.close()
        idle = [begun(port, "Transfer-Encoding: chunked") for _ in range(40)]
        time.sleep(1)
        status, _, seconds = ask(port, "POST", "/api/v1/solve", one_part(1))
        expect("a solve beside 40 idle bodies", f"{status} after {seconds:.1f} s", "200", status == 200)
        for connection in idle:
            connection.close()


def session_memory():
    pins = gzip.compress(json.dumps({"pins": [{"apart": [0, 1]}] * 100_000}).encode())
    with served("512m") as port:
        refused, slowest = 0, 0
        for _ in range(200):
            status, body, _ = ask(port, "POST", "/api/v1/sessions", one_part(2))
            session = json.loads(body)["id"] if status == 201 else ""
            status, _, seconds = ask(port, "PUT", f"/api/v1/sessions/{session}/pins", pins, {"Content-Encoding": "gzip"})
            refused += status != 200
            slowest = max(slowest, seconds)
        _, metrics, _ = ask(port, "GET", "/metrics")
        kept = re.search(r"^jointly_sessions (\S+)", metrics.decode(), re.M).group(1)
        expect("200 sessions of 100,000 pins in 512 MB", f"{refused} refused, slowest {slowest:.1f} s, {kept} kept",
               "none refused, slowest within 5 s", refused == 0 and slowest < 5)


def session_deadline():
    rng = random.Random(1)
    pins = json.dumps({"pins": [{"apart": rng.sample(range(400), 2)} for _ in range(100_000)]}).encode()
    with served("1g") as port:
        _, body, begin = ask(port, "POST", "/api/v1/sessions?patience=0", one_part(400))
        path = f"/api/v1/sessions/{json.loads(body)['id']}/pins?patience=0"
        status, _, seconds = ask(port, "PUT", path, pins)
        expect("100,000 pins without patience", f"{status} after {seconds:.1f} s, begun in {begin:.1f} s", "200 within 4 s",
               status == 200 and seconds < 4)


def tracks_limit():
    rng = random.Random(5)
    people = [(rng.uniform(0, 60), rng.uniform(0, 60)) for _ in range(100)]
    frames = [{"name": f"f{f}", "people": [
        {f"p{k}": [x + rng.gauss(0, 30), y + rng.gauss(0, 30)] for k in range(3)} for x, y in people]} for f in range(1, 11)]
    body = json.dumps({"frames": frames, "longestGap": 8}).encode()
    with served("1g") as port:
        status, _, seconds = ask(port, "POST", "/api/v1/tracks?timeLimit=1s", body)
        expect("tracks with a limit of 1 s", f"{status} after {seconds:.1f} s", "an answer within 4 s",
               status in (200, 503) and seconds < 4)


def large_tables():
    with served("700m") as port:
        status, body, seconds = ask(port, "POST", "/api/v1/solve?timeLimit=5", one_part(8000))
        expect("8,000 detections of one part in 700 MB", f"{status} after {seconds:.1f} s", "413 with a sentence",
               status == 413 and b"tables of pair costs" in body)


def method_override():
    with served("512m") as port:
        _, body, _ = ask(port, "POST", "/api/v1/sessions", one_part(2))
        path = f"/api/v1/sessions/{json.loads(body)['id']}"
        ask(port, "GET", path, headers={"X-HTTP-Method-Override": "DELETE"})
        status, _, _ = ask(port, "GET", path)
        expect("a GET that says DELETE in a header", f"then {status}", "the session is still there", status == 200)


PROBES = [overdue, slow_bodies, session_memory, session_deadline, tracks_limit, large_tables, method_override]

if __name__ == "__main__":
    wanted = sys.argv[1:] or [probe.__name__ for probe in PROBES]
    unknown = set(wanted) - {probe.__name__ for probe in PROBES}
    if unknown:
        sys.exit(f"found {', '.join(unknown)} but expected some of {', '.join(probe.__name__ for probe in PROBES)}")
    for probe in PROBES:
        if probe.__name__ in wanted:
            probe()
    sys.exit(1 if failed else 0)

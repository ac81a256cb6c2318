#!/usr/bin/env python3
"""Keeps a server busy for SOAK_MINUTES (30) and fails if it answers wrongly, breaks, or keeps what it should let go.

A few clients solve, repair, track, verify, leave in the middle and send nonsense. After a sixth of the time, and at the end,
nothing is under way and every session and job is deleted: live heap, threads and file descriptors at the end must be within
10 % of those after the warm-up. Every tenth answer is verified by docs/check.py, which shares no code with the solver.
Python's standard library only; needs the built program, and a JDK for jcmd.
"""
import http.client, json, os, random, re, shutil, socket, struct, subprocess, sys, tempfile, threading, time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
CLIENTS = 4
DATA = os.environ.get("JOINTLY_DATA")
MAX_FAULTS = 20
DONE = {"solution", "answer", "error", "cancelled"}


class Server:
    """The program as people start it, with a fixed heap; with the network of JOINTLY_DATA if there is one."""

    def __init__(self, folder):
        network = Path(DATA, "network/openpose-mobilenet-18.onnx") if DATA else None
        self.photos = sorted(Path(DATA, "photos").glob("*.jpg")) if network and network.is_file() else []
        if self.photos:
            store = folder / "jointly/models"
            store.mkdir(parents=True)
            shutil.copy(network, store / "openpose-mobilenet.onnx")
        else:
            print("pose: LEFT OUT, JOINTLY_DATA has no network and photos")
        # without the last option most full collections leave gaps, which count as int[], a megabyte more or less
        options = "-Xmx512m -XX:MarkSweepAlwaysCompactCount=1"
        env = dict(os.environ, XDG_CACHE_HOME=str(folder), JOINTLY_JAVA_OPTS=options)
        self.log = folder / "serve.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([ROOT / "bin/jointly", "serve", "--port", "0", "--time-limit", "5s"], stderr=log, env=env)
        while not (listening := re.search(rb'"event":"listening".*?"port":(\d+)', self.log.read_bytes())):
            if self.process.poll() is not None:
                sys.exit("jointly serve ended at once: " + self.log.read_text())
            time.sleep(0.1)
        self.port = int(listening.group(1))
        self.classes = None

    def counts(self):
        proc = f"/proc/{self.process.pid}"
        return len(os.listdir(proc + "/task")), len(os.listdir(proc + "/fd"))

    def resident(self):
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text()).group(1)) / 1024

    def idle(self):
        """Live heap in MB, threads and descriptors, once they have not changed for ten seconds."""
        last, since, begun = None, time.monotonic(), time.monotonic()
        while time.monotonic() - since < 10 and time.monotonic() - begun < 120:
            if (now := self.counts()) != last:
                last, since = now, time.monotonic()
            time.sleep(0.5)
        java = os.environ.get("JAVA_HOME")
        # what has a finalizer outlives a collection or two; that of the histogram is the third
        for command in ("GC.run", "GC.run_finalization", "GC.run", "GC.class_histogram"):
            jcmd = [java + "/bin/jcmd" if java else "jcmd", str(self.process.pid), command]
            text = subprocess.run(jcmd, check=True, capture_output=True, text=True).stdout
        classes = Counter({name: int(size) for size, name in re.findall(r"^ *\d+: +\d+ +(\d+) +(\S+)", text, re.MULTILINE)})
        if self.classes:
            print("grown most, bytes:", (classes - self.classes).most_common(8))
        self.classes = classes
        heap = classes.total() / 1e6
        return {"live heap, MB": round(heap, 1), "threads": last[0], "file descriptors": last[1], "resident, MB": round(self.resident())}


class Tally:
    """What has happened so far, and what should not have. Thread-safe."""

    def __init__(self):
        self.lock, self.counts, self.faults = threading.Lock(), Counter(), []

    def add(self, *names):
        with self.lock:
            self.counts.update(names)

    def fault(self, text):
        with self.lock:
            self.faults.append(text)
            print("FAULT:", text, flush=True)


class Client:
    def __init__(self, server, tally, problems, kept, seed):
        self.server, self.tally, self.problems, self.kept = server, tally, problems, kept
        self.random = random.Random(seed)
        self.http = None

    def run(self, end):
        pose = [self.pose] if self.server.photos else []
        jobs = [self.solve] * 6 + [self.session] * 6 + [self.job, self.tracks, self.verify, self.nonsense] * 2 + [self.leave] * 3 + pose
        while time.monotonic() < end and len(self.tally.faults) < MAX_FAULTS:
            what = self.random.choice(jobs)
            self.http = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
            try:
                what()
            except (OSError, http.client.HTTPException, ValueError, KeyError) as wrong:
                self.tally.fault(f"{what.__name__}: {wrong!r}")
            finally:
                self.http.close()

    def ask(self, method, path, body=None, expected=(200,)):
        """The status and the answer; one that is not expected is a fault. Full queues and missed deadlines are expected everywhere."""
        self.http.request(method, path, body)
        response = self.http.getresponse()
        data = response.read()
        self.tally.add("requests", response.status)
        late = response.status == 503 and b":too-late" in data
        if response.status not in (*expected, 429) and not late:
            self.tally.fault(f"{method} {path}: {response.status} {data[:300].decode(errors='replace')}")
        return response.status, data

    def checked(self, problem, solution):
        """Every tenth of those that have been solved."""
        self.tally.add("solved")
        if self.tally.counts["solved"] % 10:
            return
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, "problem.json"), Path(folder, "solution.json")]
            for file, document in zip(files, (problem, solution)):
                file.write_text(json.dumps(document))
            check = subprocess.run([sys.executable, "-B", ROOT / "docs/check.py", *files, "20"], capture_output=True, text=True)
        self.tally.add({0: "verified", 3: "undecided"}.get(check.returncode, "rejected"))
        if check.returncode not in (0, 3):
            self.tally.fault(f"docs/check.py on {problem['id']}: {check.stdout}{check.stderr}")

    def solve(self):
        problem = self.random.choice(self.problems)
        limit = self.random.choice(["0", "1ms", "20ms", "200ms", "1s", "3s"])
        status, data = self.ask("POST", f"/api/v1/solve?timeLimit={limit}", json.dumps(problem))
        if status == 200:
            self.checked(problem, json.loads(data))

    def pose(self):
        photo = self.random.choice(self.server.photos)
        # an image that no network has looked at in time is refused
        status, data = self.ask("POST", "/api/v1/pose?timeLimit=10s", photo.read_bytes(), expected=(200, 503))
        if status == 200:
            answer = json.loads(data)
            self.checked(answer["problem"], answer["solution"])

    def session(self):
        status, data = self.ask("POST", "/api/v1/sessions", json.dumps(self.random.choice(self.problems)), expected=(201,))
        if status != 201:
            return
        path = "/api/v1/sessions/" + json.loads(data)["id"]
        try:
            for _ in range(self.random.randrange(1, 9)):
                self.change(path)
        finally:
            if self.random.randrange(10):
                self.ask("DELETE", path, expected=(204,))
            else:
                self.kept.append(path)

    def change(self, path):
        _, data = self.ask("GET", path)
        now = json.loads(data)
        problem, pins, size = now["problem"], now["pins"], len(now["problem"]["detections"])
        joints = [d for pose in now["solution"]["poses"] for d in pose["global"].values()]
        match self.random.randrange(9):
            case 0 | 1 | 2:
                status, data = self.ask("POST", path + "/pins", json.dumps(self.pin(size)), expected=(200, 409))
            case 3:
                pins = [self.pin(size) for _ in range(self.random.randrange(4))]
                status, data = self.ask("PUT", path + "/pins", json.dumps({"pins": pins}), expected=(200, 409))
            case 4 if pins:
                status, data = self.ask("DELETE", f"{path}/pins/{self.random.randrange(len(pins))}", expected=(200, 409))
            case 5 if joints:
                parts = problem["anatomy"]["parts"]
                joint = {"part": self.random.choice(parts), "x": 10, "y": 20, "with": self.random.choice(joints)}
                status, data = self.ask("POST", path + "/detections", json.dumps(joint), expected=(200, 400, 409))
            case 6 if self.random.randrange(3) == 0:
                return self.leave(path + "/pins", json.dumps(self.pin(size)).encode())
            case 6:
                return self.ask("GET", path + self.random.choice(["/margins", "/margins?exact=true&below=3&timeLimit=500ms"]))
            case 7 if joints:
                # a joint that somebody had a moment ago, before the proof was done
                return self.ask("GET", f"{path}/alternative?joint={self.random.choice(joints)}", expected=(200, 400))
            case _:
                return self.events(path + "/events")
        if status == 200:
            answer = json.loads(data)
            problem = dict(answer.get("problem", problem), pins=problem.get("pins", []) + answer["pins"])
            self.checked(problem, answer["solution"])

    def pin(self, size):
        a, b = self.random.sample(range(size), 2)
        return self.random.choice([{"use": a}, {"skip": a}, {"together": [a, b]}, {"apart": [a, b]}])

    def job(self):
        status, data = self.ask("POST", "/api/v1/jobs?timeLimit=2s", json.dumps(self.random.choice(self.problems)), expected=(202,))
        if status != 202:
            return
        path = "/api/v1/jobs/" + json.loads(data)["id"]
        if self.random.randrange(3):
            self.events(path + "/events")
        self.ask("GET", path)
        if self.random.randrange(4):
            self.ask("DELETE", path, expected=(204,))
        else:
            self.kept.append(path)

    def events(self, path):
        """To the end of the stream, or, one in three times, to its first line."""
        self.http.request("GET", path)
        response = self.http.getresponse()
        self.tally.add("requests", response.status)
        if response.status not in (200, 429):
            self.tally.fault(f"GET {path}: {response.status} {response.read()[:300]}")
        leaves = self.random.randrange(3) == 0
        last = None
        for line in response:
            if line.startswith(b"event:"):
                last = line[6:].strip().decode()
            if leaves:
                break
        if not leaves and response.status == 200 and last not in DONE:
            self.tally.fault(f"GET {path}: the last event was {last}")
        self.tally.add("streams")
        self.http.close()

    def tracks(self):
        people = [(self.random.uniform(0, 500), self.random.uniform(0, 500)) for _ in range(self.random.randrange(1, 7))]
        frames = [
            {"name": f"walk/frame{f}", "people": [{"neck": [x + 3 * f, y], "head": [x + 3 * f, y - 20]} for x, y in people if self.random.randrange(9)]}
            for f in range(self.random.randrange(1, 15))
        ]
        # a clip that is still in the queue when its time is over is refused
        status, data = self.ask("POST", "/api/v1/tracks", json.dumps({"frames": frames}), expected=(200, 503))
        if status == 200 and json.loads(data)["lowerBound"] > json.loads(data)["objective"]:
            self.tally.fault(f"POST /api/v1/tracks: {data[:300]}")

    def verify(self):
        problem = self.random.choice(self.problems)
        status, data = self.ask("POST", "/api/v1/solve?timeLimit=500ms", json.dumps(problem))
        if status != 200:
            return
        solution = json.loads(data)
        honest = self.random.randrange(2)
        solution["objective"] -= 0 if honest else 1
        status, data = self.ask("POST", "/api/v1/verify?timeLimit=10s", json.dumps({"problem": problem, "solution": solution}))
        verdicts = {"proven-optimal", "bounded", "undecided"} if honest else {"rejected"}
        if status == 200 and json.loads(data)["verdict"] not in verdicts:
            self.tally.fault(f"POST /api/v1/verify of {problem['id']}: {data[:300]}")

    def nonsense(self):
        problem = json.dumps(self.random.choice(self.problems))
        method, path, body = self.random.choice([
            ("POST", "/api/v1/solve", b""),
            ("POST", "/api/v1/solve", problem[: self.random.randrange(1, len(problem))]),
            ("POST", "/api/v1/solve", "[" * 10_000),
            ("POST", "/api/v1/solve?timeLimit=soon", problem),
            ("POST", "/api/v1/solve", self.random.randbytes(2000)),
            ("POST", "/api/v1/sessions", self.random.randbytes(2000)),
            ("PUT", "/api/v1/sessions/none/pins", '{"pins": []}'),
            ("POST", "/api/v1/tracks", '{"frames": [{"name": "f", "people": 3}]}'),
            ("POST", "/api/v1/verify", problem),
            ("POST", "/api/v1/jobs", '{"format": "jointly/problem@1"}'),
            ("DELETE", "/api/v1/solve", None),
            ("GET", "/api/v1/nothing", None),
        ])
        status, _ = self.ask(method, path, body, expected=range(400, 500))
        self.tally.add("refused" if status != 429 else "busy")

    def leave(self, path="/api/v1/solve", body=None):
        """In the middle of a body, or of the work, or of the answer; politely or not. Leaves nothing that would stay for long."""
        body = body or json.dumps(self.random.choice(self.problems)).encode()
        cut = self.random.choice([len(body), self.random.randrange(len(body))])
        if cut < len(body):
            path = self.random.choice([path, "/api/v1/sessions", "/api/v1/jobs", "/api/v1/verify", "/api/v1/tracks"])
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", self.server.port), 30) as s:
            if self.random.randrange(2):
                s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            s.sendall(head + body[:cut])
            time.sleep(self.random.choice([0, 0.02, 0.2]))
            if cut == len(body) and self.random.randrange(2):
                s.recv(100)
        self.tally.add("left")


def problems():
    """Scenes of all sizes, the instances of this repository, and one that no time suffices for."""
    found = [json.loads(path.read_text()) for path in sorted((ROOT / "instances").glob("*.problem.json"))]
    for people in (1, 2, 5, 10, 20):
        scene = ["generate", "--people", str(people), "--crowding", "crowded", "--seed", str(people), "-o", "-"]
        found.append(json.loads(subprocess.run([ROOT / "bin/jointly", *scene], check=True, capture_output=True).stdout))
    r = random.Random(3)
    found.append({
        "format": "jointly/problem@1", "id": "hard", "poseCost": 1, "absentPairs": "zero",
        "anatomy": {"name": "a", "parts": ["p"], "majors": ["p"], "limbs": []},
        "detections": [{"part": "p", "cost": r.uniform(-1, 1)} for _ in range(40)],
        "pairs": [[a, b, r.uniform(-1, 1)] for a in range(40) for b in range(a)],
    })
    return found


def main():
    if not (ROOT / "cli/target/jointly.jar").exists():
        sys.exit("not built yet; run: mvn -q -DskipTests package -pl cli -am")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            return soak(server)
        finally:
            server.process.terminate()
            server.process.wait()


def soak(server):
    tally, kept, begun = Tally(), [], time.monotonic()
    known = problems()
    minute = 0

    def load(until, seed):
        nonlocal minute
        end = begun + 60 * until
        clients = [threading.Thread(target=Client(server, tally, known, kept, seed + i).run, args=(end,), daemon=True) for i in range(CLIENTS)]
        for client in clients:
            client.start()
        while any(client.is_alive() for client in clients):
            time.sleep(0.5)
            if time.monotonic() - begun >= 60 * (minute + 1):
                minute += 1
                c = tally.counts
                threads, files = server.counts()
                print(f"minute {minute}: {c['requests']} requests, {c['solved']} solved, {c['verified']} verified, {c['undecided']} undecided, {c[409]} conflicts, {c[429]} busy, {c[503]} late, "
                      f"{c['left']} left, {c['refused']} refused; {threads} threads, {files} files, {server.resident():.0f} MB", flush=True)
            if server.process.poll() is not None:
                sys.exit(f"jointly serve ended with {server.process.returncode}: {server.log.read_text()[-2000:]}")
        cleaner = Client(server, tally, known, kept, seed)
        cleaner.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        for path in kept:
            cleaner.ask("DELETE", path, expected=(204, 404))
        kept.clear()
        cleaner.http.close()
        return server.idle()

    early, late = load(MINUTES / 6, 0), load(MINUTES, CLIENTS)
    print(f"{'':18}{'after warm-up':>15}{'at the end':>15}{'allowed':>15}")
    for name, before in early.items():
        judged = name != "resident, MB"
        slack = max(before * 0.1, 0 if name.startswith("live") else 3)
        print(f"{name:18}{before:15}{late[name]:15}{f'+-{slack:.1f}' if judged else '':>15}")
        if judged and abs(late[name] - before) > slack:
            tally.fault(f"{name}: {late[name]} at the end, {before} after the warm-up")
    print(dict(tally.counts))
    if tally.counts["verified"] == 0:
        tally.fault("no answer was verified")
    if tally.faults:
        print(f"{len(tally.faults)} faults, the first: {tally.faults[0]}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())

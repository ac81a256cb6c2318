"""The server, with the program itself and, for what is sent, with another one."""

import json
import os
import subprocess
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from support import HERE, ProgramTest, crowd, jointly, numpy, stand_in
from test_solver import example


class ServerTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = jointly.Server()
        cls.addClassCleanup(cls.server.close)

    def test_solve_and_verify(self):
        problem, objective = crowd("two", -3, -4)
        solution = self.server.solve(problem, time_limit=30, gap=0)
        self.assertEqual(solution.objective, objective)
        verdict = self.server.verify(problem, solution)
        self.assertTrue(verdict.proven)
        self.assertEqual((verdict.objective, verdict.lower_bound, verdict.reasons), (objective, objective, []))

    def test_a_limit_is_asked_for(self):
        problem, _ = crowd("two", -3, -4)
        limited, _ = crowd("two", -3, -4)
        limited.max_people = 1
        solution = self.server.solve(limited)
        self.assertEqual(self.server.verify(problem, solution).verdict, "rejected")
        self.assertTrue(self.server.verify(problem, solution, max_people=1).proven)

    def test_a_false_claim_is_rejected(self):
        problem, objective = crowd("two", -3, -4)
        solution = self.server.solve(problem)
        verdict = self.server.verify(problem, {**solution, "lowerBound": objective - 1, "objective": objective - 1})
        self.assertEqual(verdict.verdict, "rejected")
        self.assertFalse(verdict.proven)
        self.assertTrue(verdict.reasons)

    def test_refusals_have_status_code_and_sentence(self):
        with self.assertRaises(jointly.BadInput) as wrong:
            self.server.solve(example(), gap=2)
        self.assertEqual((wrong.exception.status, wrong.exception.code), (400, "bad-parameter"))
        self.assertIn("expected a number from 0", wrong.exception.detail)
        self.assertTrue(wrong.exception.request_id)
        with self.assertRaises(jointly.BadInput) as wrong:
            self.server.solve({"id": "x"})
        self.assertEqual(wrong.exception.code, "bad-input")
        with self.assertRaises(jointly.RequestRefused) as missing:
            self.server.request("GET", "/nowhere")
        self.assertEqual((missing.exception.status, missing.exception.code), (404, "no-such-route"))
        self.assertNotIsInstance(missing.exception, jointly.BadInput)

    def test_only_the_token_opens_it(self):
        for token in (None, "x" * 40):
            with self.assertRaises(jointly.RequestRefused) as refused:
                jointly.Server.at(self.server.url, token).solve(example())
            self.assertEqual((refused.exception.status, refused.exception.code), (401, "no-token"))
        with jointly.Server.at(self.server.url + "/", self.server._token) as other:
            self.assertEqual(other.solve(example()).objective, -2.5)
        self.assertEqual(self.server.solve(example()).objective, -2.5)  # at() did not end it

    def test_a_session(self):
        with self.server.session(example()) as session:
            self.assertEqual((session.proof, session.pins, session.solution.objective), ("proven", [], -2.5))
            self.assertEqual(session.problem["id"], "example")
            self.assertEqual(session.pin(skip=2).objective, -2.25)
            people = session.people
            with self.assertRaises(jointly.PinsConflict) as refused:
                session.pin(use=2)
            self.assertEqual((refused.exception.status, refused.exception.code), (409, "pins-conflict"))
            self.assertEqual(refused.exception.conflict, [{"skip": 2}, {"use": 2}])
            self.assertEqual((session.pins, session.people), ([{"skip": 2}], people))
            # the head alone is no person
            self.assertEqual(session.pin(apart=(0, 1)).objective, -1)
            self.assertEqual(session.pins, [{"skip": 2}, {"apart": [0, 1]}])
            self.assertEqual(session.unpin().objective, -2.25)
            self.assertEqual(session.unpin(0).objective, -2.5)
            with self.assertRaises(IndexError):
                session.unpin()
            self.assertEqual(session.set_pins([{"skip": 0}]).objective, 0)
            self.assertEqual(session.refresh().objective, 0)
            session.set_pins([])
            self.assertEqual(session.alternative(1)["solution"]["objective"], -1)
        with self.assertRaises(jointly.RequestRefused) as gone:
            session.refresh()
        self.assertEqual(gone.exception.code, "no-such-session")
        session.close()  # a second time

    def test_a_joint_that_was_missed(self):
        with self.server.session(crowd("one", -3)[0]) as session:
            # a neck of 1 - 3, and a head of 1
            self.assertEqual(session.add_joint("head", 12, 41, person_of=0).objective, -1)
            self.assertEqual(session.problem["detections"][1]["part"], "head")
            self.assertEqual(list(session.solution.people[0].joints), ["neck", "head"])

    def test_margins_worked_out_by_hand(self):
        exact = {m.joint: (m.at_least, m.at_most) for m in self.server.margins(example(), exact=True)}
        # without the person nothing is left; without the head, the neck alone costs 1 - 2
        self.assertEqual((exact[None], exact[1]), ((2.5, 2.5), (1.5, 1.5)))
        bounds = {m.joint: m.at_least for m in self.server.margins(example())}
        self.assertLessEqual(bounds[None], 2.5)
        self.assertLessEqual(bounds[1], 1.5)
        near = self.server.margins(example(), exact=True, below=0.0, time_limit=30)
        self.assertEqual({m.at_most for m in near}, {None})

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_an_image_without_people(self):
        image = numpy.full((64, 96, 3), 200, dtype=numpy.uint8)
        try:
            problem, solution = self.server.pose(image, name="grey")
        except jointly.RequestRefused as refused:
            if refused.code not in ("no-model", "no-network"):
                raise
            self.skipTest(f"no network is installed: {refused.detail}")
        self.assertEqual((problem["image"]["width"], problem["image"]["height"]), (96, 64))
        self.assertEqual((problem["id"], solution.people, solution.status), ("grey", [], "optimal"))


class StartTest(ProgramTest):
    def test_wrong_options_are_the_programs_sentence(self):
        with self.assertRaises(jointly.ProgramFailed) as failed:
            jointly.Server(arguments=["--colour", "red"])
        self.assertEqual(failed.exception.exit_code, 2)
        self.assertIn("--colour", str(failed.exception))

    def test_both_processes_end_with_python(self):
        script = """
import jointly
server, solver = jointly.Server(), jointly.Solver()
print(server._child.process.pid, solver._pipe._worker.process.pid, flush=True)
raise RuntimeError("nobody closed them")
"""
        environment = {**os.environ, "PYTHONPATH": str(HERE / "src"), "JOINTLY": jointly.find()}
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
        self.assertIn("nobody closed them", done.stderr)
        processes = done.stdout.split()
        self.assertEqual(len(processes), 2, done.stderr)
        for process in processes:
            with self.assertRaises(ProcessLookupError):
                os.kill(int(process), 0)

    def test_a_server_that_is_never_ready_is_ended(self):
        program = stand_in(self, "sys.stderr.write('still loading\\n'); sys.stderr.flush(); sys.stdin.read(); os.wait()")
        with self.assertRaisesRegex(jointly.ProgramFailed, "not ready after 0.2 s"):
            jointly.Server(program=stand_in(self, "import signal; signal.pause()"), start_timeout=0.2)
        with self.assertRaisesRegex(jointly.ProgramFailed, "exit code 1\n(.*\n)*still loading"):
            jointly.Server(program=program)


class RequestTest(unittest.TestCase):
    """What is sent, byte by byte."""

    def setUp(self):
        test = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                test.seen.append((self.path, self.headers["Authorization"], body))
                status, headers, answer = test.answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.seen = []
        httpd = HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=httpd.serve_forever, args=(0.02,))
        thread.start()
        self.addCleanup(httpd.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(httpd.shutdown)
        self.server = jointly.Server.at(f"http://127.0.0.1:{httpd.server_port}/proxy/", "a secret", timeout=60)

    def test_an_image_and_its_name(self):
        found = {"problem": {"id": "photo é.jpg"}, "solution": {"objective": -1}}
        self.answer = (200, {"Content-Type": "application/json"}, json.dumps(found).encode())
        path = HERE / "pyproject.toml"  # no image, but only the server looks
        pose = self.server.pose(path, model="openpose-mobilenet")
        self.assertEqual(pose.solution.objective, -1)
        self.server.pose(b"bytes", name="photo é.jpg", time_limit=2)
        self.assertEqual(
            self.seen,
            [
                (
                    "/proxy/api/v1/pose?model=openpose-mobilenet&name=pyproject.toml",
                    "Bearer a secret",
                    path.read_bytes(),
                ),
                ("/proxy/api/v1/pose?name=photo+%C3%A9.jpg&timeLimit=2000ms", "Bearer a secret", b"bytes"),
            ],
        )
        with self.assertRaisesRegex(TypeError, "found int"):
            self.server.pose(7)

    def test_a_refusal_that_is_not_the_servers(self):
        self.answer = (502, {"Content-Type": "text/html"}, b"<p>proxy")
        with self.assertRaises(jointly.RequestRefused) as refused:
            self.server.pose(b"x")
        self.assertEqual((refused.exception.status, refused.exception.detail), (502, "Bad Gateway"))

    def test_when_to_try_again(self):
        document = {"type": "urn:jointly:error:queue-full", "detail": "later"}
        headers = {"Content-Type": "application/problem+json", "Retry-After": "3"}
        self.answer = (429, headers, json.dumps(document).encode())
        with self.assertRaises(jointly.RequestRefused) as refused:
            self.server.pose(b"x")
        self.assertEqual((refused.exception.code, refused.exception.retry_after), ("queue-full", 3.0))
        self.assertEqual(str(refused.exception), "429 queue-full: later")

    def test_nobody_there(self):
        with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as free:
            port = free.server_port
        with self.assertRaisesRegex(jointly.JointlyError, f"POST http://127.0.0.1:{port}/api/v1/solve: .*refused"):
            jointly.Server.at(f"http://127.0.0.1:{port}").solve(example())
        with self.assertRaisesRegex(ValueError, "such as http://"):
            jointly.Server.at("127.0.0.1:8080")


if __name__ == "__main__":
    unittest.main()

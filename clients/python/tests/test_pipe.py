"""The solver's side of the pipe, with programs that behave in ways jointly rarely does."""

import os
import signal
import threading
import unittest

from support import crowd, jointly, stand_in

ANSWER = """
for line in sys.stdin:
    problem = json.loads(line)
    print(json.dumps({"problem": problem["id"], "number": problem["number"], "arguments": sys.argv[1:]}), flush=True)
"""


class PipeTest(unittest.TestCase):
    def test_options_become_arguments(self):
        program = stand_in(self, ANSWER)
        with jointly.Solver(threads=2, time_limit=1.5, gap=0.1, max_people=3, arguments=["--log"], program=program) as s:
            arguments = s.solve({"id": "a", "number": 0})["arguments"]
        expected = "solve - --quiet --threads 2 --time-limit 1500ms --gap 0.1 --max-people 3 --log"
        self.assertEqual(arguments, expected.split())
        with self.assertRaisesRegex(ValueError, "found 0 seconds"):
            jointly.Solver(time_limit=0, program=program)

    def test_much_in_both_directions_does_not_block(self):
        # far more than a pipe holds
        text = "x" * 300_000
        program = stand_in(
            self,
            f"""
            for line in sys.stdin:
                print(json.dumps({{"problem": json.loads(line)["id"], "text": "y" * {len(text)}}}), flush=True)
                sys.stderr.write("z" * {len(text)} + "\\n")
            """,
        )
        with jointly.Solver(program=program) as solver:
            problems = ({"id": str(i), "text": text} for i in range(20))
            solutions = list(solver.solve_many(problems, ahead=20))
        self.assertEqual([solution["problem"] for solution in solutions], [str(i) for i in range(20)])

    def test_one_id_many_times(self):
        with jointly.Solver(program=stand_in(self, ANSWER)) as solver:
            numbers = [s["number"] for s in solver.solve_many({"id": "same", "number": n} for n in range(20))]
        self.assertEqual(numbers, list(range(20)))

    def test_problems_are_taken_only_as_far_ahead_as_said(self):
        taken = []

        def problems():
            for i in range(6):
                taken.append(i)
                yield {"id": str(i), "number": i}

        with jointly.Solver(program=stand_in(self, ANSWER)) as solver:
            for solution in solver.solve_many(problems(), ahead=2):
                self.assertLessEqual(len(taken), solution["number"] + 2)
                # another one in between
                self.assertEqual(solver.solve({"id": "between", "number": -1})["number"], -1)
        self.assertEqual(taken, list(range(6)))

    def test_several_threads(self):
        wrong = []

        def work(thread, solver):
            for i in range(50):
                if solver.solve({"id": f"{thread} {i % 3}", "number": [thread, i]})["number"] != [thread, i]:
                    wrong.append((thread, i))

        with jointly.Solver(program=stand_in(self, ANSWER)) as solver:
            threads = [threading.Thread(target=work, args=(t, solver)) for t in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])

    def test_an_end_is_an_exception_with_the_last_lines(self):
        program = stand_in(self, "sys.stdin.readline(); sys.stderr.write('one\\nout of memory\\n'); sys.exit(3)")
        with jointly.Solver(program=program) as solver:
            for _ in range(2):  # it is started again, and fails again
                with self.assertRaises(jointly.ProgramFailed) as failed:
                    solver.solve({"id": "a"})
                self.assertEqual((failed.exception.exit_code, failed.exception.stderr), (3, ["one", "out of memory"]))
                self.assertIn("out of memory", str(failed.exception))

    def test_a_signal_and_half_a_solution(self):
        program = stand_in(self, "sys.stdin.readline(); os.write(1, b'{\"problem\":'); os.kill(os.getpid(), 9)")
        with jointly.Solver(program=program) as solver:
            with self.assertRaises(jointly.ProgramFailed) as failed:
                solver.solve({"id": "a"})
        self.assertEqual(failed.exception.exit_code, -signal.SIGKILL)

    def test_what_is_no_solution_is_no_answer(self):
        for nonsense in ("hello", "[]", '{"problem": "b"}'):
            program = stand_in(self, f"sys.stdin.readline(); print({nonsense!r}, flush=True); sys.stdin.read()")
            with self.subTest(nonsense), jointly.Solver(program=program) as solver:
                with self.assertRaises(jointly.ProgramFailed):
                    solver.solve({"id": "a"})

    def test_closing_ends_what_is_under_way(self):
        program = stand_in(self, "sys.stdin.read()")
        solver = jointly.Solver(program=program)
        waiting = solver._submit({"id": "a"})
        process = solver._pipe._worker.process
        solver.close()
        self.assertIsNotNone(process.poll())
        with self.assertRaisesRegex(jointly.JointlyError, "closed"):
            waiting.result(60)
        with self.assertRaisesRegex(jointly.JointlyError, "closed"):
            solver.solve({"id": "b"})
        solver.close()

    def test_a_solver_that_is_forgotten_ends_its_process(self):
        solver = jointly.Solver(program=stand_in(self, ANSWER))
        process = solver._pipe._worker.process
        del solver
        self.assertIsNotNone(process.poll())

    @unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
    def test_a_fork_has_no_solver(self):
        held, done = threading.Event(), threading.Event()

        def hold():
            with solver._pipe._state:
                held.set()
                done.wait()

        with jointly.Solver(program=stand_in(self, ANSWER)) as solver:
            holder = threading.Thread(target=hold)
            holder.start()
            held.wait()
            fork = os.fork()
            if fork == 0:  # where nobody will ever release the lock
                signal.alarm(60)
                try:
                    solver.solve({"id": "a", "number": 0})
                except jointly.JointlyError as refused:
                    solver.close()
                    os._exit(7 if "fork" in str(refused) else 1)
                finally:
                    os._exit(1)
            done.set()
            holder.join()
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]), 7)
            self.assertEqual(solver.solve({"id": "a", "number": 1})["number"], 1)

    def test_the_program_is_gone(self):
        program = stand_in(self, "sys.stdin.readline(); os.remove(sys.argv[0]); sys.exit(3)")
        with jointly.Solver(program=program) as solver:
            with self.assertRaises(jointly.ProgramFailed):
                solver.solve({"id": "a"})
            with self.assertRaisesRegex(jointly.ProgramFailed, "cannot be started"):
                solver.solve({"id": "a"})

    def test_a_number_that_is_not_finite_is_refused_before_it_is_sent(self):
        with jointly.Solver(program=stand_in(self, ANSWER)) as solver:
            with self.assertRaisesRegex(jointly.BadInput, "not JSON"):
                solver.solve(crowd("infinite", float("inf"))[0])


if __name__ == "__main__":
    unittest.main()

"""The solver with the program itself."""

import unittest

from support import BUST, ProgramTest, crowd, jointly

PINS = ({"use": 0}, {"skip": 0})


def example():
    """The one of docs/formats.md: 1 - 2 - 0.5 - 0.75 for the person, 0.25 - 0.5 for the duplicate of its head."""
    problem = jointly.Problem("example", BUST, pose_cost=1)
    problem.add("neck", -2, x=12.5, y=40, score=0.93)
    problem.add_all("head", [-0.5, 0.25], xy=[(12, 20), (13.5, 21.5)])
    problem.pair(0, 1, -0.75)
    problem.pair(1, 2, -0.5)
    return problem


class SolverTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.solver = jointly.Solver(time_limit=60)
        cls.addClassCleanup(cls.solver.close)

    def test_a_solution_worked_out_by_hand(self):
        solution = self.solver.solve(example())
        self.assertEqual((solution.status, solution.objective, solution.lower_bound), ("optimal", -2.5, -2.5))
        self.assertEqual(solution.gap, 0)
        (person,) = solution.people
        self.assertEqual(person.joints["neck"], jointly.Joint(0, 12.5, 40, 0.93))
        self.assertEqual(person.joints["head"].detection, 1)
        self.assertEqual(person.duplicates, {"head": [2]})
        self.assertEqual(self.solver.solve(example().to_dict()).objective, -2.5)

    def test_a_refused_problem_is_an_exception_and_the_next_is_solved(self):
        wrong = example()
        wrong.id = "wrong"
        wrong.add("nek", -1)
        pins = example()
        pins.pin(use=0)
        pins.pin(skip=0)
        # the first of its process, and a later one
        with jointly.Solver() as solver:
            process = solver._pipe._worker.process
            outcomes = list(solver.solve_many([wrong, example(), wrong, example(), {}, pins], return_exceptions=True))
            self.assertIs(solver._pipe._worker.process, process)
            self.assertIsNone(process.poll())
        self.assertIsInstance(outcomes[4], jointly.BadInput)
        self.assertIsInstance(outcomes[5], jointly.PinsConflict)
        for refused, solution in (outcomes[:2], outcomes[2:4]):
            self.assertIsInstance(refused, jointly.BadInput)
            self.assertRegex(str(refused), r'^/detections/3/part: found "nek" .*maybe you meant "neck"')
            self.assertEqual(solution.objective, -2.5)

    def test_pins_that_cannot_hold(self):
        for detection in range(2):  # under the same id
            problem = example()
            problem.pin(use=detection)
            problem.pin(skip=detection)
            with self.assertRaisesRegex(jointly.PinsConflict, f"use {detection}, skip {detection} exclude"):
                self.solver.solve(problem)
        problem = example()
        problem.pin(skip=2)
        self.assertEqual(self.solver.solve(problem).objective, -2.25)

    def test_every_outcome_is_that_of_its_own_problem(self):
        problems, expected = [], []
        for i in range(12):
            problem, objective = crowd(f"crowd {i}", -3 - i, -0.5, -2)
            if i == 3:
                problem.pins, objective = list(PINS), jointly.PinsConflict
            elif i == 5:
                problem.add("nek", 0)
                objective = jointly.BadInput
            elif i == 7:  # refused while later ones are solved already
                problem.add_all("neck", [-1e9] * 200)
                objective = jointly.BadInput
            elif i > 8:
                problem.id = "the same"
            problems.append(problem)
            expected.append(objective)
        with jointly.Solver(threads=2) as solver:
            found = list(solver.solve_many(problems, ahead=8, return_exceptions=True))
        for problem, outcome, objective in zip(problems, found, expected):
            with self.subTest(problem.id):
                if isinstance(objective, float):
                    self.assertEqual((outcome.problem_id, outcome.objective), (problem.id, objective))
                else:
                    self.assertIsInstance(outcome, objective)
        self.assertEqual(len(found), 12)
        self.assertRegex(str(found[7]), 'problem "crowd 7" is too large')
        self.assertRegex(str(found[3]), 'pins of problem "crowd 3" cannot all hold')

    def test_without_return_exceptions_the_first_is_raised(self):
        good, objective = crowd("good", -4)
        found = self.solver.solve_many([good, {"id": "bad"}, good])
        self.assertEqual(next(found).objective, objective)
        with self.assertRaises(jointly.BadInput):
            next(found)

    def test_a_killed_process_is_started_again(self):
        with jointly.Solver() as solver:
            self.assertEqual(solver.solve(example()).objective, -2.5)
            process = solver._pipe._worker.process
            process.kill()
            process.wait()
            try:  # whether the end was noticed before the problem was sent is a matter of luck
                solver.solve(example())
            except jointly.ProgramFailed as failed:
                self.assertEqual(failed.exit_code, -9)
            self.assertEqual(solver.solve(example()).objective, -2.5)

    def test_wrong_options_are_the_programs_sentence(self):
        with jointly.Solver(method="guess") as solver:
            with self.assertRaisesRegex(jointly.ProgramFailed, "guess"):
                solver.solve(example())


if __name__ == "__main__":
    unittest.main()

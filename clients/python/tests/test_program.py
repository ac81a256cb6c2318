import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from support import jointly, stand_in

from jointly import _program


class FindTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        environment = mock.patch.dict(os.environ, {"PATH": str(self.folder / "empty")})
        environment.start()
        self.addCleanup(environment.stop)
        os.environ.pop("JOINTLY", None)
        # as if the package were in a checkout that has no program yet
        place = self.folder / "clients" / "python" / "src" / "jointly" / "_program.py"
        patch = mock.patch.object(_program, "__file__", str(place))
        patch.start()
        self.addCleanup(patch.stop)

    def test_argument_then_variable_then_path_then_checkout(self):
        with self.assertRaisesRegex(jointly.ProgramNotFound, "set the variable JOINTLY"):
            jointly.find()
        (self.folder / "pom.xml").touch()
        (self.folder / "bin").mkdir()
        checkout = self.folder / "bin" / "jointly"
        checkout.touch(0o755)
        self.assertEqual(jointly.find(), str(checkout))
        on_path = stand_in(self, "")
        os.environ["PATH"] = str(on_path.parent)
        self.assertEqual(jointly.find(), str(on_path))
        named, given = stand_in(self, ""), stand_in(self, "")
        os.environ["JOINTLY"] = str(named)
        self.assertEqual(jointly.find(), str(named))
        self.assertEqual(jointly.find(given), str(given))

    def test_a_name_that_is_wrong_is_not_passed_over(self):
        os.environ["PATH"] = str(stand_in(self, "").parent)
        os.environ["JOINTLY"] = str(self.folder / "nowhere")
        with self.assertRaisesRegex(jointly.ProgramNotFound, "the variable JOINTLY is .*nowhere"):
            jointly.find()
        with self.assertRaisesRegex(jointly.ProgramNotFound, "the argument program is 'elsewhere'"):
            jointly.find("elsewhere")


class RunTest(unittest.TestCase):
    def test_output_and_input(self):
        program = stand_in(self, "print(sys.argv[1:], sys.stdin.read())")
        self.assertEqual(jointly.run("solve", Path("a"), program=program, input="é"), "['solve', 'a'] é\n")
        self.assertEqual(jointly.run("solve", program=program), "['solve'] \n")

    def test_exit_codes(self):
        program = stand_in(self, "sys.stderr.write('first\\njointly: a.json: no\\n'); sys.exit(int(sys.argv[1]))")
        with self.assertRaises(jointly.BadInput) as refused:
            jointly.run("2", program=program)
        self.assertEqual(str(refused.exception), "a.json: no")
        with self.assertRaises(jointly.ProgramFailed) as failed:
            jointly.run("1", program=program)
        self.assertEqual(failed.exception.exit_code, 1)
        self.assertEqual(failed.exception.stderr, ["first", "jointly: a.json: no"])


if __name__ == "__main__":
    unittest.main()

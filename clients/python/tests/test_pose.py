import json
import unittest

from support import jointly, stand_in

SOLUTION = {
    "format": "jointly/solution@1",
    "problem": "photo",
    "poses": [
        {
            "cost": -3.5,
            "global": {"neck": 2, "head": 0},
            "joints": {
                "neck": {"detection": 2, "x": 10.5, "y": 40.0, "score": 0.9},
                "head": {"detection": 0, "x": 11.0, "y": 20.0, "score": 0.8},
            },
            "score": 0.7,
            "weak": False,
        },
        {"cost": -1.0, "global": {"neck": 1}, "joints": {"neck": {"detection": 1}}},
    ],
}


class PoseTest(unittest.TestCase):
    def program(self):
        """Writes down its words and what is in the file that it is given."""
        return stand_in(
            self,
            "words = sys.argv[1:]\n"
            "assert open(words[1], 'rb').read() == b'an image', words\n"
            "assert words[2:5] == ['-o', '-', '--quiet'] and words[0] == 'pose', words\n"
            f"solution = {SOLUTION!r}\n"
            "solution['words'] = words[5:]\n"
            "import json; print(json.dumps(solution))",
        )

    def test_people_and_their_rows(self):
        people = jointly.pose(b"an image", program=self.program())
        self.assertEqual([set(person.joints) for person in people], [{"neck", "head"}, {"neck"}])
        self.assertEqual(
            people.rows(),
            [
                {"person": 1, "part": "neck", "x": 10.5, "y": 40.0, "score": 0.9, "person_score": 0.7, "weak": False},
                {"person": 1, "part": "head", "x": 11.0, "y": 20.0, "score": 0.8, "person_score": 0.7, "weak": False},
                {"person": 2, "part": "neck", "x": None, "y": None, "score": None, "person_score": None, "weak": False},
            ],
        )
        json.dumps(people.rows())

    def test_errors_of_the_program(self):
        program = stand_in(self, "sys.stderr.write('jointly: photo.jpg: is no image\\n'); sys.exit(2)")
        with self.assertRaisesRegex(jointly.BadInput, "photo.jpg: is no image"):
            jointly.pose(b"an image", program=program)
        with self.assertRaisesRegex(TypeError, "expected a path"):
            jointly.pose(17)

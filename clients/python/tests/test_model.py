import json
import struct
import unittest
import zlib

from support import BUST, jointly, numpy

from jointly._image import image_bytes
from jointly._model import document_of, encode


class ProblemTest(unittest.TestCase):
    def test_the_document_is_that_of_the_file_format(self):
        problem = jointly.Problem("example", BUST, pose_cost=1.0, max_people=3, image={"file": "example.jpg"})
        neck = problem.add("neck", -2.0, x=12.5, y=40.0, score=0.93)
        heads = problem.add_all("head", [-0.5, 0.25], xy=[(12, 20), (13.5, 21.5)])
        problem.pair(neck, heads[0], -0.75)
        problem.pair_all(heads, heads, [[9, -0.5], [9, 9]])
        problem.pin(together=(neck, heads[1]))
        self.assertEqual(
            problem.to_dict(),
            {
                "format": "jointly/problem@1",
                "id": "example",
                "image": {"file": "example.jpg"},
                "anatomy": {"name": "bust", "parts": ["neck", "head"], "majors": ["neck"], "limbs": [["neck", "head"]]},
                "poseCost": 1.0,
                "detections": [
                    {"part": "neck", "cost": -2.0, "x": 12.5, "y": 40.0, "score": 0.93},
                    {"part": "head", "cost": -0.5, "x": 12, "y": 20},
                    {"part": "head", "cost": 0.25, "x": 13.5, "y": 21.5},
                ],
                "pairs": [[0, 1, -0.75], [1, 2, -0.5]],
                "absentPairs": "forbidden",
                "maxPoses": 3,
                "pins": [{"together": [0, 2]}],
            },
        )

    def test_pairs_without_a_cost_are_left_out(self):
        problem = jointly.Problem("sparse", BUST)
        problem.pair_all([0, 1], [2, 3], [[None, -1], [float("nan"), 2]])
        self.assertEqual(problem.pairs, [[0, 3, -1], [1, 3, 2]])

    def test_numbers_that_do_not_match_are_errors(self):
        problem = jointly.Problem("uneven", BUST)
        with self.assertRaisesRegex(ValueError, "2 costs, 1 places and 2 scores"):
            problem.add_all("neck", [1, 2], xy=[(3, 4)])
        with self.assertRaisesRegex(ValueError, "1 and 2 detections"):
            problem.pair_all([0], [1, 2], [[1]])
        with self.assertRaisesRegex(ValueError, "found use, skip"):
            problem.pin(use=1, skip=2)
        with self.assertRaisesRegex(ValueError, "found none"):
            problem.pin()
        self.assertEqual((problem.detections, problem.pairs, problem.pins), ([], [], []))

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_arrays_are_as_good_as_lists(self):
        def built(convert):
            problem = jointly.Problem("arrays", BUST, pose_cost=convert(1.5))
            necks = problem.add_all("neck", convert([-2, -3]), convert([[1, 2], [3, 4]]), convert([0.5, 0.25]))
            heads = problem.add_all("head", convert([-1, 0, 1]))
            problem.pair_all(necks, heads, convert([[1, 2, float("nan")], [-1.5, 4, 5]]))
            return json.loads(encode(document_of(problem)))

        self.assertEqual(built(lambda values: numpy.asarray(values, dtype=numpy.float32)), built(lambda values: values))
        pinned = encode({"use": numpy.int64(3), "cost": numpy.float32(0.5)})
        self.assertEqual(json.loads(pinned), {"use": 3, "cost": 0.5})

    def test_what_is_not_json_is_refused(self):
        with self.assertRaises(ValueError):
            encode({"cost": float("inf")})
        with self.assertRaisesRegex(TypeError, "set is not a value of JSON"):
            encode({"parts": {"neck"}})


class SolutionTest(unittest.TestCase):
    def test_the_view_is_that_of_the_document(self):
        document = {
            "problem": "example",
            "status": "bounded",
            "objective": -2.5,
            "lowerBound": -3,
            "gap": 0.5 / 3,
            "poses": [
                {
                    "cost": -2.5,
                    "global": {"neck": 0, "head": 1},
                    "local": {"head": [2]},
                    "joints": {"neck": {"detection": 0, "x": 12.5, "y": 40.0, "score": 0.93}},
                    "strength": 0.4,
                    "score": 0.3,
                    "weak": True,
                }
            ],
        }
        solution = jointly.Solution(document)
        self.assertEqual(json.loads(json.dumps(solution)), document)
        self.assertFalse(solution.optimal)
        self.assertEqual((solution.problem_id, solution.objective, solution.lower_bound), ("example", -2.5, -3.0))
        (person,) = solution.people
        self.assertEqual(person.joints["neck"], jointly.Joint(0, 12.5, 40.0, 0.93))
        self.assertEqual(person.joints["head"], jointly.Joint(1))
        self.assertEqual((person.cost, person.duplicates, person.strength), (-2.5, {"head": [2]}, 0.4))
        self.assertEqual((person.score, person.weak), (0.3, True))


@unittest.skipIf(numpy is None, "numpy is not installed")
class ImageTest(unittest.TestCase):
    def test_an_array_becomes_a_png_with_the_same_pixels(self):
        image = numpy.arange(2 * 5 * 3, dtype=numpy.uint8).reshape(2, 5, 3)
        for array in (image, numpy.asfortranarray(image), image[:, ::-1], image[:, :, 0]):
            data, name = image_bytes(array)
            self.assertIsNone(name)
            width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
            self.assertEqual((width, height, depth, colour), (5, 2, 8, 2 if array.ndim == 3 else 0))
            size = struct.unpack(">I", data[33:37])[0]
            self.assertEqual(data[37:41], b"IDAT")
            self.assertEqual(struct.unpack(">I", data[41 + size : 45 + size])[0], zlib.crc32(data[37 : 41 + size]))
            rows = numpy.frombuffer(zlib.decompress(data[41 : 41 + size]), dtype=numpy.uint8).reshape(2, -1)
            self.assertEqual(rows[:, 1:].tolist(), array.reshape(2, -1).tolist())

    def test_other_arrays_are_refused(self):
        for array in (numpy.zeros((4, 4, 3)), numpy.zeros((4, 4, 2), numpy.uint8), numpy.zeros((0, 4), numpy.uint8)):
            with self.assertRaisesRegex(ValueError, "expected uint8, height x width"):
                image_bytes(array)


if __name__ == "__main__":
    unittest.main()

"""Writes the small pickles beside it, in DeepLabCut's layout, one for each protocol. Needs numpy; run by hand."""
import pathlib
import pickle

import numpy as np

HERE = pathlib.Path(__file__).parent

frame = {
    "coordinates": (
        [
            np.array([[1.5, 2.5], [30.25, 4.0]]),
            np.asfortranarray(np.array([[1.0, 12.0], [31.0, 14.0], [np.nan, np.nan]], dtype=np.float32)),
            np.zeros((0, 2)),
        ],
    ),
    "confidence": [
        np.array([[0.5], [1.0]], dtype=np.float16),
        np.array([[0.75], [0.25], [0.125]], dtype=np.float32),
        np.zeros((0, 1)),
    ],
    "costs": {
        np.int64(0): {
            "m1": np.array([[0.5, 0.25, 9], [np.inf, -0.125, 9]], dtype=">f4"),
            "distance": np.ones((2, 3)),
        },
        1: {"m1": np.zeros((3, 0)), "distance": np.zeros((3, 0))},
    },
}
bare = {"coordinates": frame["coordinates"], "confidence": frame["confidence"], "costs": None}
labels = [
    [np.array(["ann"], dtype=object), np.array([], dtype="U1"), np.array(["ann"], dtype=object)] * 2,
    [np.array([[2.0, 3.0]]), np.zeros((0, 2)), np.array([[5.0, 6.0]])] * 2,
]
labels[0][3:] = [np.array(["bob"], dtype=object), np.array(["bob"], dtype=object), np.array([], dtype="U1")]
labels[1][3:] = [np.array([[7.0, 8.0]]), np.array([[9.0, 10.0]]), np.zeros((0, 2))]
metadata = {
    "nms radius": 5.0,
    "all_joints": [[0], [1], [2]],
    "all_joints_names": ["head", "tail", "corner"],
    "PAFgraph": [[0, 1], [1, 2]],
    "PAFinds": np.array([0, 1]),
    "nframes": 2,
    "c_engine": False,
    "big": 1 << 40,
    "negative": -(1 << 40),
}
for protocol in (2, 3, 4, 5):
    content = {"metadata": metadata, "frame0": frame, "frame1": bare}
    (HERE / f"video-p{protocol}.pickle").write_bytes(pickle.dumps(content, protocol))
content = {("labeled", "img0.png"): {"index": 0, "prediction": frame, "groundtruth": labels}, "metadata": metadata}
(HERE / "labelled.pickle").write_bytes(pickle.dumps(content, 4))
(HERE / "assemblies.pickle").write_bytes(
    pickle.dumps({0: [np.array([[1.0, 2, 0.5, 0], [np.nan] * 4])], 2: [], "single": {}}, 4)
)

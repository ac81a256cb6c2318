"""Writes mice_full.pickle beside it: three mice that cross, in DeepLabCut's layout. Synthetic. Needs numpy; run by hand."""

import pathlib
import pickle

import numpy as np

PARTS = ["snout", "leftear", "rightear", "shoulder", "spine", "tailbase"]
# along the body (pixels from the middle of the animal) and across it
BODY = np.array([[60, 0], [40, -12], [40, 12], [22, 0], [-10, 0], [-50, 0]], dtype=float)
GRAPH = [[0, 1], [0, 2], [1, 3], [2, 3], [3, 4], [4, 5], [0, 3]]
FRAMES = 6

random = np.random.default_rng(23)


def mice(frame: int) -> np.ndarray:
    """Joints of the three animals: mouse, part, x and y."""
    time = frame / (FRAMES - 1)
    found = []
    for x, y, turn in [
        (140 + 220 * time, 150 + 30 * time, 0.15),
        (360 - 200 * time, 200 - 25 * time, 2.9),
        (250 + 20 * time, 320 - 40 * time, -0.9 - time),
    ]:
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        found.append(BODY @ rotation + [x, y])
    return np.array(found)


def detected(frame: int) -> dict:
    """Most joints are found, some twice, with noise; affinities are high within an animal and low across."""
    joints = mice(frame)
    places, scores, owners = [], [], []
    for part in range(len(PARTS)):
        owner = [m for m in range(3) for _ in range(random.choice([0, 1, 2], p=[0.06, 0.84, 0.1]))]
        places.append(np.array([joints[m, part] + random.normal(0, 1.5, 2) for m in owner]).reshape(-1, 2).round(2))
        scores.append(random.uniform(0.5, 0.98, (len(owner), 1)).astype(np.float32).round(3))
        owners.append(owner)
    costs = {}
    for edge, (a, b) in enumerate(GRAPH):
        own = np.equal.outer(owners[a], owners[b]).reshape(len(owners[a]), len(owners[b]))
        affinity = np.where(own, random.uniform(0.55, 0.95, own.shape), random.uniform(0.0, 0.35, own.shape))
        distance = np.linalg.norm(places[a][:, None] - places[b][None], axis=-1)
        costs[edge] = {"m1": affinity.astype(np.float32).round(3), "distance": distance.astype(np.float32).round(2)}
    return {"coordinates": (places,), "confidence": scores, "costs": costs}


metadata = {
    "nms radius": 5.0,
    "all_joints": [[part] for part in range(len(PARTS))],
    "all_joints_names": PARTS,
    "PAFgraph": GRAPH,
    "PAFinds": np.arange(len(GRAPH)),
    "nframes": FRAMES,
}
content = {"metadata": metadata, **{f"frame{frame}": detected(frame) for frame in range(FRAMES)}}
pathlib.Path(__file__).with_name("mice_full.pickle").write_bytes(pickle.dumps(content, 4))

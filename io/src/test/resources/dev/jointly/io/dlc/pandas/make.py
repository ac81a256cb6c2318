"""Writes the tables beside this file with pandas, as DeepLabCut does; the same ones as HDF5 and as csv.

Run with Python 3, pandas and PyTables: python3 make.py
"""
import gzip
import pathlib

import numpy as np
import pandas as pd

HERE = pathlib.Path(__file__).parent


def write(name, frame, csv=True, **options):
    options = {"key": "df_with_missing", "mode": "w", **options}
    plain = HERE / (name + ".h5")
    frame.to_hdf(plain, **options)
    (HERE / (name + ".h5.gz")).write_bytes(gzip.compress(plain.read_bytes(), mtime=0))
    plain.unlink()
    if csv:
        frame.to_csv(HERE / (name + ".csv"))


def columns(animals, parts, coords=("x", "y")):
    labels = [("Anna", a, p, c) for a in animals for p in parts for c in coords]
    labels += [("Anna", "single", "corner", c) for c in coords]
    return pd.MultiIndex.from_tuples(labels, names=["scorer", "individuals", "bodyparts", "coords"])


random = np.random.default_rng(7)
paths = [("labeled-data", video, "img%04d.png" % i) for video in ("m1", "mäuse") for i in (3, 12, 100)]

# several animals, labels missing, one frame without any; the path has three levels
head = columns(["mus2", "mus1"], ["snout", "tail", "ear"])
values = random.uniform(0, 640, (len(paths), len(head)))
values[random.random(values.shape) < 0.3] = np.nan
values[:, 0::2][np.isnan(values[:, 1::2])] = np.nan
values[:, 1::2][np.isnan(values[:, 0::2])] = np.nan
values[4] = np.nan
mice = pd.DataFrame(values, columns=head, index=pd.MultiIndex.from_tuples(paths))
write("mice", mice)

# as newer programs for labels write it: another key, the path as one text; whole numbers are a block of their own
plain = mice.copy()
plain.index = ["/".join(path) for path in paths]
plain.iloc[:, 2:4] = np.arange(12).reshape(6, 2)
plain = plain.astype({plain.columns[2]: "int64", plain.columns[3]: "int64"})
write("keypoints", plain, key="keypoints")

# one animal, numbers of four bytes
one = pd.DataFrame(
    np.array([[21.5, 265.25, np.nan, np.nan], [10.25, 288.5, 87.125, 152.75]], dtype="float32"),
    columns=pd.MultiIndex.from_tuples(
        [("Pranav", p, c) for p in ("snout", "tail") for c in ("x", "y")], names=["scorer", "bodyparts", "coords"]
    ),
    index=["labeled-data/m4s1/img0000.png", "labeled-data/m4s1/img0001.png"],
)
write("one", one)

# what is refused
write("table", plain, csv=False, format="table")
write("compressed", mice, csv=False, complevel=5)
write("flat", pd.DataFrame({"x": [1.0], "y": [2.0]}), csv=False)

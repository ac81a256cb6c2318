"""People by Jointly for cvat-cli, where CVAT itself cannot reach a Jointly server.

    jointly serve --cvat-port 8070
    cvat-cli task auto-annotate TASK --function-file jointly_cvat.py --allow-unmatched-labels

JOINTLY_CVAT_URL says where the server is; http://127.0.0.1:8070 if it is not set. The task needs a skeleton label "person"
with the same joints.
"""

import base64
import io
import json
import os
import urllib.request

import cvat_sdk.auto_annotation as cvataa

URL = os.environ.get("JOINTLY_CVAT_URL", "http://127.0.0.1:8070").rstrip("/")


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as reply:
        return json.load(reply)


(function,) = ask("/api/functions").values()
(label,) = json.loads(function["metadata"]["annotations"]["spec"])
ids = {part["name"]: part["id"] for part in label["sublabels"]}
joints = [cvataa.keypoint_spec(name, number) for name, number in ids.items()]
spec = cvataa.DetectionFunctionSpec(labels=[cvataa.skeleton_label_spec(label["name"], 0, joints)])


def detect(context, image):
    encoded = io.BytesIO()
    image.convert("RGB").save(encoded, "PNG")
    threshold = getattr(context, "conf_threshold", None) or 0
    people = ask("/", {"image": base64.b64encode(encoded.getvalue()).decode(), "threshold": threshold})
    return [cvataa.skeleton(0, [keypoint(element) for element in person["elements"]]) for person in people]


def keypoint(element):
    return cvataa.keypoint(ids[element["label"]], element["points"], outside=bool(element["outside"]))

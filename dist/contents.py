"""Checks the archives of a release: contents.py FOLDER VERSION. Each has the native libraries of its own platform only, and
every file that its README and its launchers name."""
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path

NATIVE = re.compile(r"\.(so|dylib|jnilib|dll|a|pdb)(\.\d+)*$|\.dSYM/")
JAVA = "linux-x86_64-java"
# platform: what a native library's path must contain, and the libraries it cannot do without
PLATFORMS = {
    "linux-x86_64.tar.gz": (r"linux-x86-64/|linux-x64/", ["libhighs.so.1", "libjnidispatch.so", "libonnxruntime.so"]),
    f"{JAVA}.tar.gz": (r"linux-x86-64/|linux-x64/", ["libhighs.so.1", "libjnidispatch.so", "libonnxruntime.so"]),
    "linux-aarch_64.tar.gz": (r"linux-aarch64/", ["libhighs.so.1", "libjnidispatch.so", "libonnxruntime.so"]),
    # ONNX Runtime is not built for this one
    "osx-x86_64.tar.gz": (r"darwin-x86-64/", ["libhighs.1.dylib", "libjnidispatch.jnilib"]),
    "osx-aarch_64.tar.gz": (
        r"darwin-aarch64/|osx-aarch64/",
        ["libhighs.1.dylib", "libjnidispatch.jnilib", "libonnxruntime.dylib"],
    ),
    "windows-x86_64.zip": (r"win32-x86-64/|win-x64/", ["highs.dll", "jnidispatch.dll", "onnxruntime.dll"]),
}
FILES = [
    "LICENSE",
    "README.txt",
    "bin/jointly",
    "bin/jointly.bat",
    "jointly.jar",
    "instances/crowded-4p-s1.problem.json",
    "docs/check.py",
    "completion/jointly.bash",
    "completion/jointly.fish",
    "man/man1/jointly.1",
    "man/man1/jointly-solve.1",
]


def files(archive):
    """Its files by path, each with its mode (or None) and its bytes."""
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive) as entries:
            for entry in entries.infolist():
                if not entry.is_dir():
                    yield entry.filename, None, entries.read(entry)
    else:
        with tarfile.open(archive) as entries:
            for entry in entries:
                if not entry.isdir():
                    yield entry.name, entry.mode & 0o777, entries.extractfile(entry).read()


def complaints(archive, version, allowed, needed):
    names, natives, jars = set(), [], set()
    for path, mode, content in files(archive):
        top, _, name = path.partition("/")
        if top != f"jointly-{version}":
            yield f"{path} is not in jointly-{version}/"
        names.add(name)
        if name in ("bin/jointly", "runtime/bin/java") and mode not in (None, 0o755):
            yield f"{name} has mode {mode:o}"
        if name == "bin/jointly.bat" and content.count(b"\n") != content.count(b"\r\n"):
            yield f"{name} has line ends that are not CRLF"
        if name.endswith(".jar") and not name.startswith("runtime/"):
            jars.add(name)
            with zipfile.ZipFile(io.BytesIO(content)) as jar:
                natives += [f"{name}!/{entry}" for entry in jar.namelist() if NATIVE.search(entry)]
                if name == "jointly.jar":
                    manifest = jar.read("META-INF/MANIFEST.MF").decode().replace("\r\n ", "")
    yield from (f"{name} is missing" for name in FILES if name not in names)
    yield from (f"{path} is of another platform" for path in natives if not re.search(allowed, path))
    yield from (
        f"no {library}" for library in needed if not any(path.endswith(f"/{library}") for path in natives)
    )
    if (JAVA in archive.name) != ("runtime/bin/java" in names):
        yield "a Java runtime is there, or not there, against its name"
    listed = set(re.search(r"Class-Path: (.*)", manifest).group(1).split())
    yield from (f"{jar} is missing" for jar in sorted(listed - jars) if "/ortools-" not in jar)
    yield from (f"{jar} is used by nothing" for jar in sorted(jars - listed - {"jointly.jar"}))


def main(folder, version):
    wrong = 0
    for platform, (allowed, needed) in PLATFORMS.items():
        archive = Path(folder) / f"jointly-{version}-{platform}"
        found = list(complaints(archive, version, allowed, needed))
        print(f"{archive.name}: {archive.stat().st_size / 1e6:.1f} MB")
        for complaint in found:
            print(f"    {complaint}")
        wrong += len(found)
    print(f"{len(PLATFORMS)} platforms" if wrong == 0 else f"{wrong} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import HERE, jointly


class InstallTest(unittest.TestCase):
    def test_the_version_is_said_once(self):
        written = re.search(r'^version = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.MULTILINE)
        self.assertEqual(jointly.__version__, written[1])

    def test_pip_installs_it_from_the_checkout(self):
        for needed in ("pip", "setuptools", "wheel"):
            if importlib.util.find_spec(needed) is None:
                self.skipTest(f"{needed} is not installed")
        with tempfile.TemporaryDirectory() as folder:
            # a build leaves files beside its sources
            source, target = Path(folder, "source"), Path(folder, "target")
            shutil.copytree(HERE, source, ignore=shutil.ignore_patterns("tests", "build", "*.egg-info", "__pycache__"))
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir", "install", "--quiet"]
            offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(source)]
            done = subprocess.run([*pip, *offline], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertTrue((target / "jointly" / "py.typed").is_file())
            script = f"import sys; sys.path.insert(0, {str(target)!r}); import jointly; print(jointly.__file__)"
            found = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
            self.assertEqual(Path(found.stdout.strip()), target / "jointly" / "__init__.py")


if __name__ == "__main__":
    unittest.main()

"""The program is found in every layout that an installation can have."""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).parent.parent / "src" / "stickler_contest" / "_program.py"
# The Python below an environment: the environment of these tests may hold the program itself.
PYTHON = getattr(sys, "_base_executable", None) or sys.executable
VERSION = f"python{sys.version_info[0]}.{sys.version_info[1]}"


class Layouts(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.root = pathlib.Path(held.name).resolve()

    def file(self, path, text="", mode=0o644):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def found(self, site, python=PYTHON, **env):
        """What a fresh Python finds, with the package in this folder."""
        self.file(f"{site}/stickler_contest/_program.py", SOURCE.read_text())
        self.file(f"{site}/stickler_contest/__init__.py")
        code = "from stickler_contest._program import program; print(*program())"
        env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.root / site), "HOME": str(self.root / "home"), **env}
        ran = subprocess.run([str(python), "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return ran.stdout.strip() or ran.stderr

    def assert_finds(self, program, site, **more):
        path = self.file(program, mode=0o755)
        self.assertEqual(self.found(site, **more), str(path))

    def test_target(self):
        self.assert_finds("t/bin/stickler", "t")

    def test_prefix(self):
        self.assert_finds("p/bin/stickler", f"p/lib/{VERSION}/site-packages")

    def test_prefix_with_lib64(self):
        self.assert_finds("p/bin/stickler", f"p/lib64/{VERSION}/site-packages")

    def test_prefix_on_debian(self):
        self.assert_finds("p/local/bin/stickler", f"p/local/lib/{VERSION}/dist-packages")

    def test_a_package_of_debian(self):
        self.assert_finds("p/bin/stickler", "p/lib/python3/dist-packages")

    def test_user(self):
        base = self.root / "home" / ".local"
        self.assert_finds("home/.local/bin/stickler", "elsewhere", PYTHONUSERBASE=str(base))

    def environment(self, name):
        # With symbolic links, so that it is quick; it has no pip.
        subprocess.run([PYTHON, "-m", "venv", "--without-pip", self.root / name], check=True)
        return self.root / name / "bin" / "python"

    def test_virtual_environment(self):
        python = self.environment("v")
        self.assert_finds("v/bin/stickler", f"v/lib/{VERSION}/site-packages", python=python)

    def test_a_package_elsewhere_on_the_path_of_an_environment(self):
        python = self.environment("v")
        self.assert_finds("v/bin/stickler", "elsewhere", python=python)

    def test_an_overlay_goes_before_the_environment_below_it(self):
        python = self.environment("v")
        self.file("v/bin/stickler", mode=0o755)
        self.assert_finds("o/bin/stickler", f"o/lib/{VERSION}/site-packages", python=python)

    def test_a_file_that_cannot_be_run_is_passed_over(self):
        self.file("t/bin/stickler", mode=0o644)
        self.assertIn("Install it again", self.found("t"))

    def test_the_search_path_comes_last(self):
        elsewhere = self.file("elsewhere/stickler", mode=0o755)
        path = f"{elsewhere.parent}:/usr/bin:/bin"
        self.assertEqual(self.found("t", PATH=path), str(elsewhere))
        beside = self.file("t/bin/stickler", mode=0o755)
        self.assertEqual(self.found("t", PATH=path), str(beside))

    def test_a_missing_program_names_where_it_looked_and_what_removes_it(self):
        said = self.found("t")
        for part in (str(self.root / "t" / "bin"), "virus scanner", "pip install --force-reinstall stickler-contest", "STICKLER"):
            self.assertIn(part, said)

    def test_another_package_of_a_similar_name_is_told(self):
        self.assertNotIn("somebody else's", self.found("t"))
        self.file("t/stickler-1.0.5.dist-info/METADATA", "Metadata-Version: 2.1\nName: stickler\nVersion: 1.0.5\n")
        said = self.found("t").splitlines()[-1]
        self.assertIn("The package stickler 1.0.5, which is installed here, is somebody else's", said)
        self.assertIn("this one is stickler-contest, and its module stickler_contest", said)

    def test_the_variable_names_words(self):
        self.assertEqual(self.found("t", STICKLER="wine '/a b/stickler.exe'"), "wine /a b/stickler.exe")

    def test_a_module_without_its_program_ends_with_2(self):
        self.found("t")
        main = SOURCE.with_name("__main__.py").read_text()
        self.file("t/stickler_contest/__main__.py", main)
        env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.root / "t")}
        ran = subprocess.run([PYTHON, "-m", "stickler_contest", "games"], env=env, stderr=subprocess.PIPE, text=True)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertTrue(ran.stderr.startswith("stickler: the program stickler is in none of these folders"), ran.stderr)


class Types(unittest.TestCase):
    def test_the_types_are_those_of_the_schemas(self):
        schemas = SOURCE.parent.parent.parent / "schemas.py"
        spec = importlib.util.spec_from_file_location("schemas", schemas)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name in module.PAGES:
            text = SOURCE.with_name(f"{name}.py").read_text(encoding="utf-8")
            self.assertEqual(text, module.module(name), "run `python3 schemas.py` and read the difference")


if __name__ == "__main__":
    unittest.main()

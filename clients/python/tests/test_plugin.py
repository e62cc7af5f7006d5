"""The plugin of pytest, where pytest is installed."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BOTS = pathlib.Path(__file__).parent.parent.parent.parent / "examples" / "bots"


@unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed")
class Plugin(unittest.TestCase):
    def pytest(self, *words, **more):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "test_own.py").write_text("def test_own():\n    assert True\n")
            return self.pytest_in(folder, "-p", "no:cacheprovider", *words, **more)

    def pytest_in(self, folder, *words, **more):
        # An installed package brings its plugin; a folder of sources does not.
        env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200", **more}
        start = [sys.executable, "-B", "-m", "pytest", "-v", "-p", "stickler_contest.pytest_plugin"]
        ran = subprocess.run([*start, *words], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return ran.returncode, ran.stdout

    def test_a_good_bot_passes_a_test_for_each_scenario_beside_its_own_tests(self):
        code, said = self.pytest("--stickler", "tetris", "--stickler-bot", f"{sys.executable} {BOTS / 'tetris.py'}")
        self.assertEqual(code, 0, said)
        self.assertIn("stickler::tetris::", said)
        self.assertIn("test_own.py::test_own PASSED", said)
        scenarios = said.count("stickler::tetris::")
        self.assertIn(f"and {scenarios} scenarios of tetris", said)

    def test_a_failure_shows_the_diagnosis(self):
        bot = f"{sys.executable} {BOTS / 'gomoku_broken.py'}"
        code, said = self.pytest("--stickler", "gomoku", "--stickler-bot", bot, "-k", "reference or test_own")
        self.assertEqual(code, 1, said)
        self.assertIn("error[gomoku.move.inside]", said)
        self.assertIn("1 failed, 1 passed", said)
        summary = [line for line in said.splitlines() if line.startswith("FAILED ")]
        self.assertEqual(len(summary), 1, said)
        self.assertIn("::reference - gomoku.move.inside: row 0 is off the board", summary[0])
        self.assertNotIn("Traceback", said)

    def test_one_mistake_is_made_small_once(self):
        bot = f"{sys.executable} {BOTS / 'gomoku_broken.py'}"
        words = ["--stickler", "gomoku", "--stickler-bot", bot, "-k", "reference or eager", "--stickler-option", "seed=3"]
        code, said = self.pytest(*words)
        self.assertEqual(code, 1, said)
        self.assertEqual(said.count("smallest failing game found"), 1, said)
        self.assertIn("the smallest game that breaks it is shown by stickler::gomoku::reference", said)
        self.assertIn("seed 3", said)
        code, said = self.pytest(*words, "--stickler-option", "shrink=0", "--stickler-option", "set=board=9x9")
        self.assertNotIn("smallest failing game found", said)
        self.assertIn("rows go from 1 to 9", said)
        code, said = self.pytest(*words, "--stickler-option", "only=any")
        self.assertEqual(code, 4, said)
        self.assertIn("the plugin sets only itself", said)

    def test_the_summary_says_what_was_not_met(self):
        code, said = self.pytest("--stickler", "gomoku", "--stickler-bot", f"{sys.executable} {BOTS / 'gomoku.py'}", "-k", "reference")
        self.assertEqual(code, 0, said)
        self.assertIn("of 18 kinds of position", said)
        self.assertIn("not met: stones on the board: 224 of 224", said)

    def test_another_package_of_a_similar_name_is_told_where_a_bot_is_checked(self):
        with tempfile.TemporaryDirectory() as site:
            about = pathlib.Path(site, "stickler-1.0.5.dist-info")
            about.mkdir()
            (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stickler\nVersion: 1.0.5\n")
            path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), site]))
            bot = f"{sys.executable} {BOTS / 'gomoku.py'}"
            code, said = self.pytest("--stickler", "gomoku", "--stickler-bot", bot, "-k", "reference", PYTHONPATH=path)
            self.assertEqual(code, 0, said)
            told = [line for line in said.splitlines() if "somebody else's" in line]
            self.assertEqual(len(told), 1, said)
            self.assertIn("this one is stickler-contest", told[0])
            self.assertNotIn("somebody else's", self.pytest(PYTHONPATH=path)[1])

    def test_the_failures_of_the_last_run_and_named_scenarios_are_played_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = f"{sys.executable} {BOTS / 'gomoku_broken.py'}"
            words = ["--stickler", "gomoku", "--stickler-bot", bot, "--stickler-option", "shrink=0"]
            code, said = self.pytest_in(folder, *words, "-k", "eager")
            self.assertIn("FAILED ::stickler::gomoku::eager", said)
            for more in (["--lf"], ["::stickler::gomoku::eager"]):
                code, said = self.pytest_in(folder, *words, *more)
                self.assertEqual(code, 1, said)
                self.assertIn("1 failed", said)
                self.assertNotIn("gomoku::reference", said)
            code, said = self.pytest_in(folder, *words, "::stickler::gomoku::eagre")
            self.assertEqual(code, 4, said)
            self.assertIn("no scenario is called ::stickler::gomoku::eagre: ::stickler::gomoku::reference", said)

    def test_a_search_that_is_left_out_is_skipped(self):
        bot = f"{sys.executable} {BOTS / 'gomoku.py'}"
        words = ["--stickler", "gomoku", "--stickler-bot", bot, "-k", "search", "-rs"]
        code, said = self.pytest(*words, "--stickler-option", "search=0")
        self.assertEqual(code, 0, said)
        self.assertIn("--stickler-option search=0 leaves it out", said)

    def test_options_of_others_may_be_called_bot(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "conftest.py").write_text("def pytest_addoption(parser):\n    parser.addoption('--bot', default='mine')\n")
            own = "def test_own(request):\n    assert request.config.getoption('--bot') == 'mine'\n"
            pathlib.Path(folder, "test_own.py").write_text(own)
            code, said = self.pytest_in(folder)
            self.assertEqual(code, 0, said)

    @unittest.skipUnless(importlib.util.find_spec("xdist"), "pytest-xdist is not installed")
    def test_workers_of_xdist_tell_what_was_met(self):
        bot = f"{sys.executable} {BOTS / 'gomoku.py'}"
        words = ["--stickler", "gomoku", "--stickler-bot", bot, "-p", "xdist", "-n", "2"]
        code, said = self.pytest(*words, "::stickler::gomoku::reference")
        self.assertEqual(code, 0, said)
        self.assertIn("1 passed", said)
        self.assertIn("of 18 kinds of position", said)

    def test_half_of_the_options_is_named(self):
        code, said = self.pytest("--stickler", "gomoku")
        self.assertEqual(code, 4, said)
        self.assertIn('give both: --stickler GAME --stickler-bot "COMMAND"', said)
        code, said = self.pytest("--stickler", "chess", "--stickler-bot", "x")
        self.assertEqual(code, 4, said)
        self.assertIn("no game is called `chess`", said)

    def test_without_options_nothing_is_added(self):
        code, said = self.pytest()
        self.assertEqual(code, 0, said)
        self.assertNotIn("stickler::", said)


if __name__ == "__main__":
    unittest.main()

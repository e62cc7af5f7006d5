"""`check`, `judge` and `validate` with the program that the variable `STICKLER` names or that is installed."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import stickler_contest

ROOT = pathlib.Path(__file__).parent.parent.parent.parent
BOTS = ROOT / "examples" / "bots"


class Runs(unittest.TestCase):
    def test_a_good_bot_conforms(self):
        checked = stickler_contest.check([sys.executable, BOTS / "gomoku.py"], "gomoku", only="any", cases=1)
        self.assertTrue(checked.conforms, checked.report)
        self.assertEqual((checked.code, checked.broken), (0, []))
        self.assertEqual(checked.plan["game"], "gomoku")
        self.assertEqual(len(checked.games), checked.summary["games"])

    def test_a_broken_bot_has_its_clause_and_its_report(self):
        with tempfile.TemporaryDirectory() as out:
            bot = [sys.executable, BOTS / "gomoku_broken.py"]
            checked = stickler_contest.check(bot, "gomoku", cases=1, shrink=1, out=out)
            self.assertEqual((checked.code, checked.conforms), (1, False))
            self.assertEqual(checked.broken, ["gomoku.move.inside"])
            self.assertIn("error[gomoku.move.inside]", checked.report)
            self.assertTrue(os.listdir(out))

    def test_what_cannot_start_is_no_verdict(self):
        with self.assertRaises(stickler_contest.CouldNotTell) as raised:
            stickler_contest.check(["/no/such/bot"], "gomoku")
        self.assertIn("/no/such/bot", str(raised.exception))
        with self.assertRaises(stickler_contest.CouldNotTell):
            stickler_contest.check(["x"], "no such game")

    def test_a_judge_is_tested(self):
        judge = [sys.executable, ROOT / "examples" / "judges" / "gomoku.py", "{0}", "{1}"]
        judged = stickler_contest.judge(judge, "gomoku", only="crash", jobs=2)
        self.assertEqual((judged.code, judged.conforms, judged.wrong), (0, True, []))
        self.assertEqual([line["match"] for line in judged.matches], ["crash-end-0", "crash-0", "crash-1"])
        self.assertTrue(all(line["caught"] for line in judged.matches))
        blind = [sys.executable, "-c", "print('winner 0')", "{0}", "{1}"]
        self.assertEqual(stickler_contest.judge(blind, "gomoku", only="crash").code, 2)
        with self.assertRaises(stickler_contest.CouldNotTell):
            stickler_contest.judge(["/no/such/judge", "{0}", "{1}"], "gomoku", only="crash")

    def test_a_log_is_validated(self):
        validated = stickler_contest.validate(ROOT / "fixtures" / "records" / "alphano" / "five.json")
        self.assertTrue(validated.conforms)
        (record,) = validated.records
        self.assertEqual((record["verdict"], record["judge"], record["game"]), ("conforms", "right", "gomoku"))
        self.assertEqual(validated.summary["records"], 1)

    def test_a_file_that_is_not_there_is_no_verdict(self):
        validated = stickler_contest.validate("/no/such/log")
        self.assertEqual((validated.code, validated.records[0]["verdict"]), (2, "unknown"))
        with self.assertRaises(ValueError):
            stickler_contest.validate()

    def test_scenarios_have_names(self):
        self.assertIn("reference", stickler_contest.scenarios("gomoku"))

    def test_the_module_is_the_program(self):
        ran = subprocess.run([sys.executable, "-m", "stickler_contest", "games"], stdout=subprocess.PIPE, text=True)
        self.assertEqual(ran.returncode, 0)
        self.assertIn("gomoku", ran.stdout)


if __name__ == "__main__":
    unittest.main()

"""The client against a real oracle, which the environment variable STICKLER names."""

import gc
import unittest
import xml.etree.ElementTree as xml

from stickler_contest import IllegalAction, Oracle, OracleError, Over, Refusal, Turn


class Client(unittest.TestCase):
    def test_a_game_is_played_and_taken_back(self):
        with Oracle("gomoku", board="9x9") as oracle:
            self.assertEqual((oracle.game, oracle.seats, oracle.settings["board"]), ("gomoku", 2, "9x9"))
            position = oracle.new(["MOVE 5 5"])
            self.assertEqual(position.turn(), Turn((1,)))
            self.assertEqual(len(position.actions()), 80)
            self.assertEqual(position.apply("MOVE 5 6"), Turn((0,)))
            copy = position.copy()
            self.assertEqual(position.undo(), Turn((1,)))
            self.assertEqual(copy.observe()["plies"], "2")
            self.assertEqual(position.observe()["plies"], "1")
            self.assertIsNone(position.outcome())
            self.assertIsNone(position.score())
            self.assertIsNone(position.value())

    def test_illegal_actions_name_their_clause(self):
        with Oracle("gomoku") as oracle:
            position = oracle.new(["MOVE 5 5"])
            self.assertEqual(position.check("MOVE 5 5").clause, "gomoku.move.empty")
            self.assertIsNone(position.check("MOVE 5 6"))
            with self.assertRaises(IllegalAction) as raised:
                position.apply("MOVE 0 1")
            self.assertEqual(raised.exception.refusal.clause, "gomoku.move.inside")
            self.assertEqual(position.observe()["plies"], "1")

    def test_the_end_has_points(self):
        with Oracle("gomoku", row=1) as oracle:
            position = oracle.new()
            self.assertEqual(position.apply("MOVE 1 1"), Over((1.0, 0.0)))
            self.assertEqual(position.outcome(), [1.0, 0.0])
            self.assertEqual(position.actions(), [])

    def test_draws_are_nature_and_names_have_hyphens(self):
        with Oracle("betris", max_bet=2) as oracle:
            self.assertEqual(oracle.settings["max-bet"], "2")
            position = oracle.new()
            self.assertTrue(position.turn().is_nature)
            self.assertEqual(str(position.turn()), "nature to choose: apply one of actions()")
            self.assertEqual(position.apply("DRAW F5 I2"), Turn((0, 1)))
            self.assertEqual(str(position.turn()), "seat 0 and seat 1 to act")
            self.assertEqual(len(position.actions()), 12)
            self.assertEqual(position.score(), [12.0, 12.0])

    def test_values_and_witnesses(self):
        with Oracle("blackout", board="1x3") as oracle:
            self.assertEqual(oracle.new().value(), [1.0])
        with Oracle("tetris") as oracle:
            self.assertEqual(oracle.witness("Z"), ["RECEIVE Z", "PLACE"])
            refused = oracle.witness("LOL")
            self.assertIsInstance(refused, Refusal)
            self.assertEqual(refused.clause, "tetris.answer.no")

    def test_a_transcript_gives_a_position(self):
        text = "0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8 @50ms\n"
        with Oracle("gomoku") as oracle:
            self.assertEqual(oracle.new(transcript=text).observe()["last"], "8 8")
            self.assertEqual(oracle.new(transcript=text, line=6).observe()["plies"], "0")

    def test_bad_questions_are_errors_and_end_nothing(self):
        with Oracle("gomoku") as oracle:
            with self.assertRaises(OracleError) as raised:
                oracle.new(["MOVE 1 1", "MOVE 1 1"])
            self.assertEqual(raised.exception.field, "ask.new.actions[1]")
            with self.assertRaises(OracleError):
                oracle.ask({"fly": {}})
            self.assertEqual(oracle.new().turn(), Turn((0,)))
        with self.assertRaises(OracleError):
            oracle.new()
        with self.assertRaises(OracleError):
            Oracle("no such game")

    def test_unused_positions_are_dropped(self):
        with Oracle("gomoku") as oracle:
            kept = oracle.new()
            for _ in range(20):
                kept.copy()
            gc.collect()
            self.assertEqual(len(oracle.new().actions()), 225)
            self.assertEqual(oracle.ask({"drop": {"position": kept.name}}), 0)

    def test_boards_are_drawn(self):
        with Oracle("gomoku", board="3x3") as oracle:
            position = oracle.new(["MOVE 2 2"])
            self.assertIn("[B]", str(position))
            picture = xml.fromstring(position._repr_svg_())
            self.assertEqual(picture.get("role"), "img")
            self.assertEqual(picture[0].tag, "{http://www.w3.org/2000/svg}title")


if __name__ == "__main__":
    unittest.main()

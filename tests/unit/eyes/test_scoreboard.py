"""Clock, allowance and stoppage clock among the words of a picture (D10, D16)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyes.scoreboard import NOTHING, Scoreboard, Word, find

TALL = 20


def words(*rows: str) -> list[Word]:
    """Rows of texts, top down; texts of a row stand apart by |."""
    words_placed = []
    for row, texts in enumerate(rows):
        left_edge = 10.0
        for text in texts.split("|"):
            right = left_edge + 10 * len(text)
            words_placed.append(Word(text, 0.99, left_edge, row * 30, right, row * 30 + TALL))
            left_edge = right + 15
    return words_placed


def texts(board: Scoreboard) -> tuple[str, str, str]:
    return board.clock, board.added, board.stoppage


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["67:23|ARS|2 - 1|CHE"], ("67:23", NOTHING, NOTHING)),
        (["ARS 2-1 CHE 67:23"], ("67:23", NOTHING, NOTHING)),
        (["ARS|2 : 1|CHE", "67:23"], ("67:23", NOTHING, NOTHING)),
        (["105:09"], ("105:09", NOTHING, NOTHING)),
        (["O5:1O|ARS"], ("O5:1O", NOTHING, NOTHING)),
        (["67.23|ARS"], ("67.23", NOTHING, NOTHING)),
        (["xG 1.05|ARS"], (NOTHING, NOTHING, NOTHING)),
        (["2:1|ARS"], (NOTHING, NOTHING, NOTHING)),
        (["01:07:23"], (NOTHING, NOTHING, NOTHING)),
        # its period, in the same line or next to it
        (["2H|05:10|ARS"], ("2H 05:10", NOTHING, NOTHING)),
        (["2H05:10 ARS 2-1 CHE"], ("2H05:10", NOTHING, NOTHING)),
        (["ARS 2-1 CHE 2H 05:10"], ("2H 05:10", NOTHING, NOTHING)),
        (["2nd 67:23|ARS"], ("2nd 67:23", NOTHING, NOTHING)),
        (["35:10|1ST|ARS"], ("1ST 35:10", NOTHING, NOTHING)),
        (["67:23|ARS", "2H"], ("67:23", NOTHING, NOTHING)),
        # stoppage time
        (["90:00|ARS|2 - 1|CHE", "02:36|+4"], ("90:00", "+4", "02:36")),
        (["90:00 +4|ARS"], ("90:00", "+4", NOTHING)),
        (["02:36|90:00"], ("90:00", NOTHING, "02:36")),
        (["92:17|+4|ARS"], ("92:17", "+4", NOTHING)),
        (["+4'|45:00"], ("45:00", "+4'", NOTHING)),
        (["45+2'|ARS"], ("45+2'", NOTHING, NOTHING)),
        (["90:00+3:15|ARS"], ("90:00+3:15", NOTHING, NOTHING)),
        (["90+3:15|ARS"], ("90+3:15", NOTHING, NOTHING)),
        (["ARS|1 - 0|CHE", "(+2)|92:17"], ("92:17", "+2", NOTHING)),
        (["90:00|ARS", "9 mins"], ("90:00", "9 mins", NOTHING)),
        (["9 MINUTES"], (NOTHING, "9 MINUTES", NOTHING)),
        (["(1-5)|67:23|ARS"], ("67:23", NOTHING, NOTHING)),
        (["ET 12:10|ARS"], ("ET 12:10", NOTHING, NOTHING)),
        (["ET 1O:10|ARS"], ("ET 1O:10", NOTHING, NOTHING)),
        (["2ET 18:00|ARS"], ("2ET 18:00", NOTHING, NOTHING)),
        (["1ST ET|04:00|ARS"], ("1ST ET 04:00", NOTHING, NOTHING)),
        (["ET2|18:00|ARS"], ("ET2 18:00", NOTHING, NOTHING)),
        # periods in other languages
        (["2T|05:10|ARS"], ("2T 05:10", NOTHING, NOTHING)),
        (["ST 05:10|MIL|1|INT"], ("ST 05:10", NOTHING, NOTHING)),
        (["2MT|05:10|PSG"], ("2MT 05:10", NOTHING, NOTHING)),
        (["2. HZ|05:10|FCB"], ("2. HZ 05:10", NOTHING, NOTHING)),
        (["SECOND HALF|05:10"], ("SECOND HALF 05:10", NOTHING, NOTHING)),
        (["67'23|ARS"], ("67'23", NOTHING, NOTHING)),
        # the timers of players and recorders
        (["00:03", "27:14|ARS|1 - 0|CHE"], ("27:14", NOTHING, NOTHING)),
        (["00:03|REC", "ARS 1-0 CHE 27:14"], ("27:14", NOTHING, NOTHING)),
        (["0:03 / 0:12", "27:14|ARS"], ("27:14", NOTHING, NOTHING)),
        (["0:03/0:12|-0:09"], (NOTHING, NOTHING, NOTHING)),
        (["00:03"], ("00:03", NOTHING, NOTHING)),
        (["00:03", "", "", "", "", "", "90:00|ARS"], ("90:00", NOTHING, NOTHING)),
        # a list of scorers
        (["FT|INT|2 - 1|NAP", "Lautaro 45'+1'"], ("FT", NOTHING, NOTHING)),
        (["INT 2-1 NAP", "Lautaro|45'+1'"], (NOTHING, NOTHING, NOTHING)),
        (["INT 2-1 NAP", "Lautaro|45+1'"], (NOTHING, NOTHING, NOTHING)),
        (["INT 2-1 NAP", "LAUTARO 36'"], (NOTHING, NOTHING, NOTHING)),
        (["ARG 3-3 FRA", "23', 108'|80', 81', 118'"], (NOTHING, NOTHING, NOTHING)),
        (["ARG|3-3|FRA", "23'|80'"], (NOTHING, NOTHING, NOTHING)),
        # no seconds, or no minute
        (["67'|ARS"], ("67'", NOTHING, NOTHING)),
        (["HT|ARS|0 - 0|CHE"], ("HT", NOTHING, NOTHING)),
        (["Full time|ARS"], ("Full time", NOTHING, NOTHING)),
        (["ARS|2 - 1|CHE"], (NOTHING, NOTHING, NOTHING)),
        ([], (NOTHING, NOTHING, NOTHING)),
    ],
)
def test_finds_the_three_texts(rows: list[str], expected: tuple[str, str, str]) -> None:
    assert texts(find(words(*rows))) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["67:23|ARS|2 - 1|CHE"], True),
        (["ARS|2 : 1|CHE", "67:23"], True),
        (["ARS 2-1 CHE 67:23"], True),
        (["67:23|日本0-0タジキスタン"], True),
        (["00:03"], False),
        (["REC|00:03"], False),
        (["00:03", "", "", "", "", "", "BREAKING 1-0"], False),
    ],
)
def test_a_clock_of_a_match_has_company(rows: list[str], expected: bool) -> None:  # noqa: FBT001
    assert find(words(*rows)).in_company is expected


@pytest.mark.parametrize(
    ("clock", "result", "expected"),
    [
        ("67:23", "ARS 2-1 CHE", True),
        ("67:23", "日本 0-0 タジキスタン", True),
        ("67:23", "ARS 2-1", False),
        ("67:23", "2-1", False),
        ("67:23", NOTHING, False),
        (NOTHING, "ARS 2-1 CHE", False),
        ("07:23", "LAL 88-92 BOS", False),
        ("21:10", "THW 14-9 SGF", False),
    ],
)
def test_whole_scoreboard_has_a_clock_and_few_goals(
    clock: str,
    result: str,
    expected: bool,  # noqa: FBT001
) -> None:
    assert Scoreboard(clock, result=result, in_company=True).is_whole is expected
    assert not Scoreboard(clock, result=result).is_whole


LIKE_A_CLOCK = st.text(alphabet="0123456789:;.+'OoIiLl| 2HSTNDAE：", max_size=20)


@given(st.lists(st.one_of(st.text(max_size=20), LIKE_A_CLOCK), max_size=4))
def test_no_text_is_too_much(rows: list[str]) -> None:
    board = find([Word(text, 0.9, 0, n * 30, 100, n * 30 + TALL) for n, text in enumerate(rows)])
    assert board.has_clock == (board.score > 0)

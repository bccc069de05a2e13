"""Which of the words in a picture are its clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyes.scoreboard import NOTHING, Scoreboard, Word, find

TALL = 20


def words(*rows: str) -> list[Word]:
    """Rows of texts, top down; texts of a row stand apart by |."""
    placed = []
    for row, texts in enumerate(rows):
        left = 10.0
        for text in texts.split("|"):
            right = left + 10 * len(text)
            placed.append(Word(text, 0.99, left, row * 30, right, row * 30 + TALL))
            left = right + 15
    return placed


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
        # its period, in the same line or beside it
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


def test_is_as_sure_of_the_clock_as_the_reader_was() -> None:
    assert find(words("67:23")).score == 0.99
    assert find(words("ARS")).score == 0


LIKE_A_CLOCK = st.text(alphabet="0123456789:;.+'OoIiLl| 2HSTNDAE：", max_size=20)


@given(st.lists(st.one_of(st.text(max_size=20), LIKE_A_CLOCK), max_size=4))
def test_no_text_is_too_much(rows: list[str]) -> None:
    board = find([Word(text, 0.9, 0, n * 30, 100, n * 30 + TALL) for n, text in enumerate(rows)])
    assert board.has_clock == (board.score > 0)

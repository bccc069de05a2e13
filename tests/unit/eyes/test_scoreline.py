"""Score among the words of a picture (D10)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eyes.scoreboard import NOTHING, Word
from eyes.scoreline import scoreline
from tests.unit.eyes.test_scoreboard import TALL, words


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        # as the reader gives them of real boards
        (["INT|0-0|NAP"], "INT 0-0 NAP"),
        (["RMA|0|0|SEV"], "RMA 0-0 SEV"),
        (["INT|00|NAP"], "INT 0-0 NAP"),
        (["USA 0-1 ARG"], "USA 0-1 ARG"),
        (["日本0-0タジキスタン"], "日本 0-0 タジキスタン"),
        (["KRA|1|OLY"], NOTHING),
        (["RMA|2-1|SEV|(1-5)"], "RMA 2-1 SEV"),
        (["RMA|2-1|SEV", "(1-5)"], "RMA 2-1 SEV"),
        (["RMA 2-1 SEV (1-5)"], "RMA 2-1 SEV"),
        (["KRA|(1-5)|OLY"], NOTHING),
        (["KRA|1-5)|OLY"], NOTHING),
        # names that contain what else stands on a board
        (["BET|0|0|SEV"], "BET 0-0 SEV"),
        (["GET|00|RMA"], "GET 0-0 RMA"),
        (["GET|0-1|RMA"], "GET 0-1 RMA"),
        (["METZ|1|0|OL"], "METZ 1-0 OL"),
        (["FTC|1|0|DVSC"], "FTC 1-0 DVSC"),
        (["ATHLETIC|1|0|SEV"], "ATHLETIC 1-0 SEV"),
        (["LIVERPOOL|2|1|EVERTON"], "LIVERPOOL 2-1 EVERTON"),
        (["LIVERPOOL 2-1 EVERTON"], "LIVERPOOL 2-1 EVERTON"),
        (["VARZIM|1-0|HALFSTADT"], "VARZIM 1-0 HALFSTADT"),
        (["LIVE|2-1|HT"], "2-1"),
        (["HALF TIME 2-1"], "2-1"),
        (["FULL-TIME|2-1|var check"], "2-1"),
        # beside clocks and other texts
        (["67:23|ARS|2 - 1|CHE"], "ARS 2-1 CHE"),
        (["ARS 2-1 CHE 67:23"], "ARS 2-1 CHE"),
        (["67:23 ARS 2-1 CHE"], "ARS 2-1 CHE"),
        (["ARS|2 : 1|CHE", "67:23"], "ARS 2-1 CHE"),
        (["2:1|ARS"], "2-1 ARS"),
        (["1H|12:40|ARS|10|CHE"], "ARS 1-0 CHE"),
        (["12:40|2-1"], "2-1"),
        (["ARS|2-1|CHE", "season 2025-26"], "ARS 2-1 CHE"),
        (["4-3-3"], NOTHING),
        (["2025-26"], NOTHING),
        (["2-1", "3-0"], NOTHING),
        (["67:23"], NOTHING),
        (["45+2|90+3"], NOTHING),
        (["HT|00|FT"], NOTHING),
        (["12|14"], NOTHING),
        ([], NOTHING),
    ],
)
def test_finds_the_score_and_its_sides(rows: list[str], score: str) -> None:
    assert scoreline(words(*rows)) == score


def test_what_stands_far_away_is_no_side() -> None:
    far = [Word("ARS", 0.9, 0, 0, 30, TALL), Word("2-1", 0.9, 300, 0, 330, TALL)]
    assert scoreline(far) == "2-1"


LIKE_A_SCORE = st.text(alphabet="0123456789-–: ()ABCO|'+", max_size=16)


@given(st.lists(st.one_of(st.text(max_size=16), LIKE_A_SCORE), max_size=4))
def test_no_text_is_too_much(rows: list[str]) -> None:
    words_placed = [Word(text, 0.9, 40 * n, 0, 40 * n + 30, TALL) for n, text in enumerate(rows)]
    assert scoreline(words_placed) == NOTHING or any(map(str.isdigit, scoreline(words_placed)))


EDGE = st.floats(-2000, 2000, allow_nan=False)
SIZE = st.floats(0, 2000, allow_nan=False)
BOX = st.tuples(EDGE, EDGE, SIZE, SIZE)


@example([(0, 0, 2, 20), (1, 0, 2, 20)])  # vertical text in a photograph: narrow and overlapping
@given(st.lists(BOX, max_size=8))
def test_boxes_of_any_shape_end(boxes: list[tuple[float, float, float, float]]) -> None:
    row = [Word("ARS", 0.9, x, top, x + width, top + height) for x, top, width, height in boxes]
    assert scoreline(row) == NOTHING

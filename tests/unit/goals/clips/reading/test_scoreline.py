"""Scores read from scoreboards, and their sides (D20, D27)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.clips.reading.scoreline import Scoreline, home_is_first, read_score


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("2-1", Scoreline(2, 1)),
        ("2 - 1", Scoreline(2, 1)),
        ("2:1", Scoreline(2, 1)),
        ("ARG 2-1 FRA", Scoreline(2, 1, "ARG", "FRA")),
        ("Real Madrid 2-1 Sevilla FC", Scoreline(2, 1, "Madrid", "Sevilla")),
        ("日本 0-0 タジキスタン", Scoreline(0, 0, "日本", "タジキスタン")),
        ("2-1 (1-5)", Scoreline(2, 1)),
        ("RMA 2-1 SEV (agg. 3-6)", Scoreline(2, 1, "RMA", "SEV")),
        ("ARG 2-1 FRA 67:23", Scoreline(2, 1, "ARG", "FRA")),
        ("12:20 ARG 2-1 FRA", Scoreline(2, 1, "ARG", "FRA")),
        # without a sign between the numbers
        ("ARG 2 1 FRA", Scoreline(2, 1, "ARG", "FRA")),
        ("ARG 2 | 1 FRA", Scoreline(2, 1, "ARG", "FRA")),
        ("Real Madrid 2 1 Sevilla FC", Scoreline(2, 1, "Madrid", "Sevilla")),
        ("ARG 2 FRA 1", Scoreline(2, 1, "ARG", "FRA")),
        ("ARG 2\nFRA 1", Scoreline(2, 1, "ARG", "FRA")),
        ("67:23 ARG 2 1 FRA", None),
        ("2 1", None),
        ("ARG 2 67 FRA", None),
        ("Messi 10 23", None),
        ("ARG 2 FRA", None),
        ("(1-5)", None),
        ("KRA 1 OLY", None),
        ("00", None),
        ("", None),
        ("67:23", None),
        ("45-31", None),
        ("1-0 and 2-0", None),
        ("4-3-3", None),
    ],
)
def test_reads_the_score_as_it_is_written(text: str, score: Scoreline | None) -> None:
    assert read_score(text) == score


@pytest.mark.parametrize(
    ("text", "home", "away", "first"),
    [
        ("ARG 0-1 FRA", "Argentina", "France", True),
        ("FRA 0-1 ARG", "Argentina", "France", False),
        ("RMA 0-0 SEV", "Sevilla", "Real Madrid", False),
        ("USA 0-1 ARG", "Argentina", "USA", False),
        ("MCI 1-0 MUN", "Manchester City", "Manchester United", True),
        ("MUN 1-0 ARS", "Arsenal", "Manchester United", False),
        ("ESP 1-0 GER", "Germany", "Spain", False),
        ("日本 0-0 タジキスタン", "Japan", "Tajikistan", None),
        ("0-0", "Japan", "Tajikistan", None),
    ],
)
def test_the_letters_tell_which_side_stands_first(text: str, home: str, away: str, first: bool | None) -> None:  # noqa: FBT001
    score = read_score(text)
    assert score is not None
    assert home_is_first(score, home, away) is first


@given(st.text(max_size=30), st.text(max_size=20), st.text(max_size=20))
def test_no_text_is_too_much(text: str, home: str, away: str) -> None:
    score = read_score(text)
    if score is not None:
        assert 0 <= score.first <= 30
        home_is_first(score, home, away)


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["-", " - ", "–", ":"]))
def test_every_score_is_read(first: int, second: int, between: str) -> None:
    score = read_score(f"ARS {first}{between}{second} CHE")
    assert score == Scoreline(first, second, "ARS", "CHE")

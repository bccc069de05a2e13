"""Ranking, limits and fallback of aliases (A4, A5, A7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.search.aliases import TeamName, plain, team_aliases
from tests.support.teams import SOURCES, names


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("Brighton & Hove Albion", "Brighton Hove Albion|Brighton|Hove"),
        ("FC Schalke 04", "FC Schalke 04|Schalke"),
        ("Lens", "Lens"),
        ("Manchester City", "Manchester City|City|Manchester"),
        ("Leicester City", "Leicester City|Leicester"),
        ("Newcastle United", "Newcastle United|Newcastle"),
        ("Atletico Madrid", "Atletico Madrid|Atletico|Madrid"),
        ("Atletico Goianiense", "Atletico Goianiense|Goianiense"),
        ("Marseille", "Marseille|OM"),
        ("Brazil", "Brazil|Brasil"),
        ("Racing Club", "Racing Club|Racing"),
    ],
)
def test_the_fallback_is_the_words_of_the_name(own: str, expected: str) -> None:
    assert team_aliases(own, ()) == tuple(expected.split("|"))


def test_names_of_several_sources_come_first() -> None:
    toffees = names(alias="Toffees|Blues|Toffeemen|Toffees FC|The Toffees|Toffees 1878", nickname="Peoples")
    assert team_aliases("Everton", toffees) == ("Everton", "Toffees", "Peoples", "Blues", "Toffeemen")


def test_the_order_of_the_names_does_not_matter() -> None:
    toffees = names(alias="Toffees|Blues|EFC", nickname="Peoples|Toffeemen", label="Everton F.C.")
    assert team_aliases("Everton", toffees) == team_aliases("Everton", reversed(toffees))


def test_names_of_more_than_forty_letters_are_ignored() -> None:
    long = "Turn und Sportgemeinschaft Hoffenheim Kraichgau Sinsheim"
    assert team_aliases("Hoffenheim", names(alias=long)) == ("Hoffenheim",)


@pytest.mark.parametrize("useless", ["FCBarcelona", "RealMadrid", "1904", "FC", "of", "The City", "United Club"])
def test_useless_words_are_left_out(useless: str) -> None:
    assert team_aliases("Espanyol", names(alias=useless)) == ("Espanyol",)


def test_a_scottish_name_is_no_compound() -> None:
    assert "McDiarmid" in team_aliases("St Johnstone", names(alias="McDiarmid"))


@given(st.text(max_size=30), st.lists(st.builds(TeamName, st.text(max_size=50), st.sampled_from(SOURCES))))
def test_aliases_are_plain_distinct_and_limited(own: str, wikidata_names: list[TeamName]) -> None:
    aliases = team_aliases(own, wikidata_names)
    assert aliases[0] == plain(own)
    assert 1 <= len(aliases) <= 10
    assert all(letter.isascii() and (letter.isalnum() or letter == " ") for alias in aliases for letter in alias)
    assert len({alias.lower() for alias in aliases}) == len(aliases)


def test_equal_weights_are_ordered_by_source_then_alphabet() -> None:
    juventus = [TeamName("Zebras", "nickname"), TeamName("Bianconeri", "nickname"), TeamName("Juve", "short")]
    assert team_aliases("Juventus", juventus) == ("Juventus", "Juve", "Bianconeri", "Zebras")

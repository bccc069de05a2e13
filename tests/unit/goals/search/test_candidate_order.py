"""What is looked for first, and whom no description may hide."""

import pytest

from footy.goals.search.aliases import TeamName, team_aliases
from footy.goals.search.candidates import Hit, TeamCandidate, find_team, search_phrases
from tests.support.teams import club, nation


def test_a_clubs_own_name_is_looked_for_first_and_its_country_last() -> None:
    wanted = ["Arsenal", "Arsenal FC", "FC Arsenal", "Arsenal England"]
    assert list(search_phrases(club("Arsenal", "England"))) == wanted


def test_a_nations_commonest_name_is_looked_for_first() -> None:
    first = [
        "Brazil national football team",
        "Brazil men's national football team",
        "Brazil men's national soccer team",
    ]
    assert list(search_phrases(nation("Brazil")))[:3] == first


def test_names_that_weigh_the_same_come_in_the_order_of_their_sources_and_then_of_the_alphabet() -> None:
    known = [TeamName("Zebras", "nickname"), TeamName("Bianconeri", "nickname"), TeamName("Juve", "short")]
    assert team_aliases("Juventus", known) == ("Juventus", "Juve", "Bianconeri", "Zebras")
    assert team_aliases("Juventus", reversed(known)) == ("Juventus", "Juve", "Bianconeri", "Zebras")


@pytest.mark.parametrize(
    ("label", "description"),
    [
        ("Brazil Olympic football team", "football team of Brazil"),
        ("Brazil national football team", "Olympic football team of Brazil"),
    ],
)
def test_an_olympic_side_is_known_by_its_label_or_by_its_description_alone(label: str, description: str) -> None:
    side = TeamCandidate("Q1", label=label, description=description, countries=frozenset(["Brazil"]), links=50)
    assert find_team(nation("Brazil"), [Hit("Q1", "Brazil national football team", label, description)], [side]) is None


def test_a_club_may_be_called_olympic() -> None:
    side = TeamCandidate("Q2", label="Olympic Charleroi", description="Olympic club", countries=frozenset(["Belgium"]))
    hit = Hit("Q2", side.label, side.label, side.description)
    assert find_team(club("Olympic Charleroi", "Belgium"), [hit], [side]) == side

"""Choice of a team's Wikidata item (A1, A2)."""

import pytest

from footy.goals.model.teams import Team
from footy.goals.search.candidates import Hit, TeamCandidate, find_team, is_worth_checking, search_phrases
from footy.goals.search.countries import country_names
from tests.support.teams import club, nation


def item(entity: str, label: str, country: str | None = None, links: int = 10, **facts: str) -> TeamCandidate:
    return TeamCandidate(
        entity,
        label=label,
        description=facts.get("description", "association football club"),
        kinds=frozenset([facts.get("kind", "association football club")]),
        countries=frozenset([country] if country else []),
        links=links,
    )


def choice(team: Team, *items: TeamCandidate, **matched: str) -> str | None:
    """Return the chosen item; `matched` gives the name that the search matched, if not the label."""
    hits = [Hit(one.entity, matched.get(one.entity, one.label), one.label, one.description) for one in items]
    chosen = find_team(team, hits, items)
    return chosen.entity if chosen else None


NAMESAKES = {
    "Arsenal": {"England": "Arsenal F.C.", "Argentina": "Arsenal de Sarandí", "Ukraine": "FC Arsenal Kyiv"},
    "Barcelona": {"Spain": "FC Barcelona", "Ecuador": "Barcelona S.C."},
}


@pytest.mark.parametrize(
    ("name", "country", "label"),
    [(name, country, label) for name, clubs in NAMESAKES.items() for country, label in clubs.items()],
)
def test_the_country_decides_between_namesakes(name: str, country: str, label: str) -> None:
    homes = {"England": "United Kingdom"}
    items = [
        item(club_label, club_label, homes.get(home, home), links=1 if home == country else 200)
        for home, club_label in NAMESAKES[name].items()
    ]
    assert choice(club(name, country), *items) == label


@pytest.mark.parametrize("country", [None, "World", "Europe"])
def test_without_a_country_the_most_famous_is_chosen(country: str | None) -> None:
    spain, ecuador = item("Q7156", "FC Barcelona", "Spain", 150), item("Q207868", "Barcelona S.C.", "Ecuador", 45)
    assert choice(club("Barcelona", country), ecuador, spain) == "Q7156"


@pytest.mark.parametrize(
    ("league", "country"),
    [("France", "Monaco"), ("England", "United Kingdom"), ("USA", "Canada"), ("Turkey", "Türkiye")],
)
def test_clubs_play_in_their_neighbours_leagues(league: str, country: str) -> None:
    assert choice(club("Somewhere", league), item("Q1", "Somewhere FC", country)) == "Q1"


def test_the_closest_name_wins_over_the_most_famous() -> None:
    barcelona, espanyol = (
        item("Q7156", "FC Barcelona", "Spain", 5),
        item("Q8780", "RCD Espanyol de Barcelona", "Spain", 90),
    )
    assert choice(club("Barcelona", "Spain"), espanyol, barcelona) == "Q7156"


def test_united_is_not_city() -> None:
    city = item("Q50602", "Manchester City F.C.", "United Kingdom", 150)
    assert choice(club("Manchester United", "England"), city) is None


def test_the_matched_alias_counts_as_a_name() -> None:
    inter = item("Q631", "Inter Milan", "Italy")
    wolves = item("Q19500", "Wolverhampton Wanderers F.C.", "United Kingdom")
    assert choice(club("Inter", "Italy"), inter, Q631="Inter") == "Q631"
    assert choice(club("Wolves", "England"), wolves) is None
    assert choice(club("Wolves", "England"), wolves, Q19500="Wolves") == "Q19500"


OTHERS = {
    "women by label": item("Q1", "Arsenal W.F.C.", description="women's association football club"),
    "women in French": item("Q1", "Arsenal Féminine"),
    "reserves": item("Q1", "Arsenal Reserves"),
    "youth": item("Q1", "Arsenal", description="youth team of Arsenal"),
    "under-21": item("Q1", "Arsenal U21"),
    "academy": item("Q1", "Arsenal F.C. Academy"),
    "B team": item("Q1", "Arsenal B"),
    "futsal": item("Q1", "Arsenal", description="futsal club"),
    "beach": item("Q1", "Arsenal", kind="beach soccer club"),
    "basketball": item("Q1", "Arsenal", kind="basketball team"),
    "season": item("Q1", "Arsenal", description="season of football team"),
    "stadium": item("Q1", "Arsenal Stadium"),
    "disambiguation": item("Q1", "Arsenal", description="Wikimedia disambiguation page"),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_only_the_mens_first_team_is_the_team(other: TeamCandidate) -> None:
    assert choice(club("Arsenal"), other, Q1="Arsenal") is None


@pytest.mark.parametrize("label", ["Barcelona Atlètic", "Real Madrid Castilla", "Jong Ajax", "FC Bayern Munich II"])
def test_second_teams_are_rejected_by_name(label: str) -> None:
    assert not is_worth_checking(Hit("Q1", label, label, "association football club"))


def test_hits_of_other_teams_are_not_checked() -> None:
    assert not is_worth_checking(Hit("Q1", "Arsenal", "Arsenal W.F.C.", "women's football club in London"))
    assert is_worth_checking(Hit("Q9617", "Arsenal", "Arsenal F.C.", "association football club in London, England"))


def national(label: str, country: str, description: str = "men's national association football team") -> TeamCandidate:
    return item("Q1", label, country, description=description, kind="national association football team")


@pytest.mark.parametrize(
    ("team", "label", "country"),
    [
        ("Argentina", "Argentina national football team", "Argentina"),
        ("Argentina", "Argentina men's national association football team", "Argentina"),
        ("England", "England national association football team", "United Kingdom"),
        ("USA", "United States men's national soccer team", "United States"),
        ("South Korea", "South Korea national football team", "South Korea"),
        ("Türkiye", "Turkey national football team", "Turkey"),
        ("Netherlands", "Netherlands national football team", "Kingdom of the Netherlands"),
    ],
)
def test_a_national_team_is_found_by_its_country(team: str, label: str, country: str) -> None:
    assert choice(nation(team), national(label, country)) == "Q1"


@pytest.mark.parametrize(
    ("team", "label", "country"),
    [
        ("Guinea", "Equatorial Guinea national football team", "Equatorial Guinea"),
        ("Niger", "Nigeria national football team", "Nigeria"),
        ("England", "Wales national football team", "United Kingdom"),
        ("Argentina", "Argentina women's national football team", "Argentina"),
        ("Argentina", "Argentina national under-20 football team", "Argentina"),
        ("Argentina", "Argentina Olympic football team", "Argentina"),
        ("Georgia", "Georgia national football team", "United States"),
    ],
)
def test_another_national_team_is_rejected(team: str, label: str, country: str) -> None:
    assert choice(nation(team), national(label, country)) is None


def test_a_club_may_be_called_olympic() -> None:
    assert choice(club("Olympic Charleroi", "Belgium"), item("Q1", "Olympic Charleroi", "Belgium")) == "Q1"


def test_search_phrases() -> None:
    assert list(search_phrases(club("Arsenal", "England"))) == [
        "Arsenal",
        "Arsenal FC",
        "FC Arsenal",
        "Arsenal England",
    ]
    assert list(search_phrases(club("Barcelona", "World"))) == ["Barcelona", "Barcelona FC", "FC Barcelona"]
    assert next(iter(search_phrases(nation("Argentina")))) == "Argentina national football team"
    assert "United States men's national soccer team" in search_phrases(nation("USA"))
    assert list(search_phrases(nation("Brazil")))[:3] == [
        "Brazil national football team",
        "Brazil men's national football team",
        "Brazil men's national soccer team",
    ]


@pytest.mark.parametrize(
    ("country", "names"),
    [
        ("World", []),
        (None, []),
        ("South-Korea", ["south korea", "korea republic"]),
        ("Czech-Republic", ["czech republic", "czechia"]),
        ("Scotland", ["scotland", "united kingdom"]),
        ("Germany", ["germany"]),
    ],
)
def test_a_country_has_several_names(country: str | None, names: list[str]) -> None:
    assert country_names(country) == frozenset(names)


@pytest.mark.parametrize(
    ("label", "description"),
    [
        ("Brazil Olympic football team", "football team of Brazil"),
        ("Brazil national football team", "Olympic football team of Brazil"),
    ],
)
def test_an_olympic_team_is_rejected_by_label_or_description(label: str, description: str) -> None:
    assert choice(nation("Brazil"), national(label, "Brazil", description)) is None

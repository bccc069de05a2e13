"""Which item is the team: precision before recall."""

import pytest

from footy.goals.model.teams import Team
from footy.goals.search.candidates import Hit, TeamCandidate, find_team, is_worth_checking, search_phrases
from footy.goals.search.countries import country_names, league_countries
from tests.support.teams import club, nation

UK = frozenset(["United Kingdom"])


def item(entity: str, label: str, country: str | None = None, links: int = 10, **said: str) -> TeamCandidate:
    return TeamCandidate(
        entity,
        label=label,
        description=said.get("description", "association football club"),
        kinds=frozenset([said.get("kind", "association football club")]),
        countries=frozenset([country] if country else []),
        links=links,
    )


def found(team: Team, *items: TeamCandidate, **matched: str) -> str | None:
    """The item taken for the team; `matched` tells by which name the search found an item, if not its label."""
    hits = [Hit(one.entity, matched.get(one.entity, one.label), one.label, one.description) for one in items]
    taken = find_team(team, hits, items)
    return taken.entity if taken else None


def test_the_club_of_the_right_country() -> None:
    england = item("Q18711", "Everton F.C.", "United Kingdom", 90)
    chile = item("Q746395", "Everton de Viña del Mar", "Chile", 99)
    assert found(club("Everton", "England"), chile, england) == "Q18711"
    assert found(club("Everton", "Chile"), chile, england) == "Q746395"


NAMESAKES = {
    "Arsenal": {"England": "Arsenal F.C.", "Argentina": "Arsenal de Sarandí", "Ukraine": "FC Arsenal Kyiv"},
    "Everton": {"England": "Everton F.C.", "Chile": "Everton de Viña del Mar"},
    "Racing": {"Spain": "Racing de Santander", "Uruguay": "Racing Club de Montevideo", "Argentina": "Racing Club"},
    "Nacional": {"Portugal": "C.D. Nacional", "Uruguay": "Club Nacional de Football", "Colombia": "Atlético Nacional"},
    "Barcelona": {"Spain": "FC Barcelona", "Ecuador": "Barcelona S.C."},
    "Liverpool": {"England": "Liverpool F.C.", "Uruguay": "Liverpool F.C. (Montevideo)"},
}


@pytest.mark.parametrize(
    ("name", "country", "label"),
    [(name, country, label) for name, clubs in NAMESAKES.items() for country, label in clubs.items()],
)
def test_of_namesakes_the_one_of_the_country_however_famous_the_others(name: str, country: str, label: str) -> None:
    homes = {"England": "United Kingdom"}
    items = [
        item(club_label, club_label, homes.get(home, home), links=1 if home == country else 200)
        for home, club_label in NAMESAKES[name].items()
    ]
    assert found(club(name, country), *items) == label


@pytest.mark.parametrize("name", NAMESAKES)
def test_where_nobody_has_that_name_none_is_taken(name: str) -> None:
    items = [item(label, label, home) for home, label in NAMESAKES[name].items()]
    assert found(club(name, "Japan"), *items) is None


def test_a_club_of_another_country_is_not_taken_for_want_of_a_better() -> None:
    assert found(club("Liverpool", "England"), item("Q942122", "Liverpool F.C. (Montevideo)", "Uruguay")) is None


@pytest.mark.parametrize("country", [None, "World", "Europe"])
def test_without_a_country_the_most_famous_of_the_name(country: str | None) -> None:
    spain, ecuador = item("Q7156", "FC Barcelona", "Spain", 150), item("Q207868", "Barcelona S.C.", "Ecuador", 45)
    assert found(club("Barcelona", country), ecuador, spain) == "Q7156"


@pytest.mark.parametrize(
    ("league", "country"),
    [("France", "Monaco"), ("England", "United Kingdom"), ("USA", "Canada"), ("Turkey", "Türkiye")],
)
def test_clubs_play_in_their_neighbours_leagues(league: str, country: str) -> None:
    assert found(club("Somewhere", league), item("Q1", "Somewhere FC", country)) == "Q1"


def test_an_item_without_a_country_is_not_held_against_it() -> None:
    assert found(club("Arsenal", "England"), item("Q9617", "Arsenal F.C.")) == "Q9617"


def test_the_same_words_come_before_more_words_however_famous() -> None:
    barcelona, espanyol = (
        item("Q7156", "FC Barcelona", "Spain", 5),
        item("Q8780", "RCD Espanyol de Barcelona", "Spain", 90),
    )
    assert found(club("Barcelona", "Spain"), espanyol, barcelona) == "Q7156"


def test_united_is_not_city() -> None:
    city = item("Q50602", "Manchester City F.C.", "United Kingdom", 150)
    assert found(club("Manchester United", "England"), city) is None


def test_an_alias_by_which_the_item_was_found_counts_as_its_name() -> None:
    inter = item("Q631", "Inter Milan", "Italy")
    wolves = item("Q19500", "Wolverhampton Wanderers F.C.", "United Kingdom")
    assert found(club("Inter", "Italy"), inter, Q631="Inter") == "Q631"
    assert found(club("Wolves", "England"), wolves) is None
    assert found(club("Wolves", "England"), wolves, Q19500="Wolves") == "Q19500"


OTHERS = {
    "women by label": item("Q1", "Arsenal W.F.C.", description="women's association football club"),
    "women by kind": item("Q1", "Arsenal", kind="women's association football team"),
    "women in French": item("Q1", "Arsenal Féminine"),
    "reserves": item("Q1", "Arsenal Reserves"),
    "reserve team by kind": item("Q1", "Arsenal", kind="reserve team"),
    "youth": item("Q1", "Arsenal", description="youth team of Arsenal"),
    "under-21": item("Q1", "Arsenal U21"),
    "under 23": item("Q1", "Arsenal Under-23"),
    "academy": item("Q1", "Arsenal F.C. Academy"),
    "B team": item("Q1", "Arsenal B"),
    "II team": item("Q1", "Arsenal II"),
    "futsal": item("Q1", "Arsenal", description="futsal club"),
    "beach": item("Q1", "Arsenal", kind="beach soccer club"),
    "basketball": item("Q1", "Arsenal", kind="basketball team"),
    "season": item("Q1", "Arsenal", description="season of football team"),
    "stadium": item("Q1", "Arsenal Stadium"),
    "disambiguation": item("Q1", "Arsenal", description="Wikimedia disambiguation page"),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_only_the_mens_first_team_is_the_team(other: TeamCandidate) -> None:
    assert found(club("Arsenal"), other, Q1="Arsenal") is None


@pytest.mark.parametrize("label", ["Barcelona Atlètic", "Real Madrid Castilla", "Jong Ajax", "FC Bayern Munich II"])
def test_second_teams_have_names_of_their_own(label: str) -> None:
    assert not is_worth_checking(Hit("Q1", label, label, "association football club"))


def test_nothing_is_asked_about_what_says_that_it_is_something_else() -> None:
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
    assert found(nation(team), national(label, country)) == "Q1"


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
def test_another_national_team_is_not(team: str, label: str, country: str) -> None:
    assert found(nation(team), national(label, country)) is None


def test_a_club_may_be_called_olympic() -> None:
    assert found(club("Olympic Charleroi", "Belgium"), item("Q1", "Olympic Charleroi", "Belgium")) == "Q1"


def test_what_is_looked_for() -> None:
    assert list(search_phrases(club("Arsenal", "England"))) == [
        "Arsenal",
        "Arsenal FC",
        "FC Arsenal",
        "Arsenal England",
    ]
    assert list(search_phrases(club("Barcelona", "World"))) == ["Barcelona", "Barcelona FC", "FC Barcelona"]
    assert next(iter(search_phrases(nation("Argentina")))) == "Argentina national football team"
    assert "United States men's national soccer team" in search_phrases(nation("USA"))


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


def test_unknown_countries_have_no_neighbours() -> None:
    assert league_countries("World") == frozenset()

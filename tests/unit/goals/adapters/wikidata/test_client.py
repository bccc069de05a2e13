"""Wikidata client against a small local Wikidata (A1 to A9)."""

from collections.abc import Iterator

import pytest

from footy.core.errors import (
    FootyError,
    MalformedAnswer,
    RateLimited,
    RequestRefused,
    UpstreamUnavailable,
)
from footy.core.http.client import HttpClient
from footy.goals.adapters.wikidata.client import Wikidata
from footy.goals.search.aliases import TeamName
from footy.goals.search.candidates import KnownTeam
from tests.support.teams import club, nation
from tests.support.wikidata import Knowledge, Reply, serving

LIVERPOOL = club("Liverpool", "England")
ENGLAND = nation("England")
AGENT = "found-footy/0.1 (https://example.org/contact)"


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def knowledge() -> Iterator[Knowledge]:
    with serving() as service:
        yield service


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def wikidata(knowledge: Knowledge, time: Time) -> Wikidata:
    return Wikidata(
        HttpClient("Wikidata", seconds=60),
        search_url=f"{knowledge.url}/w/api.php",
        sparql_url=f"{knowledge.url}/sparql",
        agent=AGENT,
        now=lambda: time.now,
        sleep=time.sleep,
    )


def names(**texts_by_source: str) -> set[TeamName]:
    return {TeamName(text, source) for source, texts in texts_by_source.items() for text in texts.split("|")}  # type: ignore[arg-type]


def entity_and_names(team: KnownTeam | None) -> tuple[str, set[TeamName]]:
    assert team is not None
    return team.entity, set(team.names)


def test_a_club_is_found_with_its_english_names(wikidata: Wikidata) -> None:
    assert entity_and_names(wikidata.names_of(LIVERPOOL, seconds=90)) == (
        "Q1130849",
        names(label="Liverpool F.C.", alias="LFC|Liverpool FC|Reds", short="Liverpool", nickname="The Reds"),
    )


def test_a_club_that_is_only_a_mens_team_by_its_class_is_a_club(wikidata: Wikidata) -> None:
    entity, texts = entity_and_names(wikidata.names_of(club("Barcelona", "Spain"), seconds=90))
    assert entity == "Q7156"
    assert texts == names(label="FC Barcelona", nickname="Blaugrana")


def test_a_national_team_has_country_and_demonym(wikidata: Wikidata) -> None:
    assert entity_and_names(wikidata.names_of(ENGLAND, seconds=90)) == (
        "Q47762",
        names(
            label="England national association football team",
            nickname="The Three Lions",
            country="England",
            demonym="English",
        ),
    )


def test_requests_carry_the_user_agent(wikidata: Wikidata, knowledge: Knowledge) -> None:
    wikidata.names_of(LIVERPOOL, seconds=90)
    assert set(knowledge.agents) == {AGENT}


def test_items_of_other_kinds_are_not_queried(wikidata: Wikidata, knowledge: Knowledge) -> None:
    wikidata.names_of(LIVERPOOL, seconds=90)
    assert "Q501" not in knowledge.queried[0]


def test_an_id_that_is_none_does_not_get_into_a_query(wikidata: Wikidata, knowledge: Knowledge) -> None:
    knowledge.searches = [Reply(body=b'{"search": [{"id": "Q1 } DROP", "label": "Liverpool"}]}')]
    wikidata.names_of(LIVERPOOL, seconds=90)
    assert not any("DROP" in query for query in knowledge.queried)


def wait(seconds: str, status: int = 429) -> Reply:
    return Reply(status, b"slow down", {"Retry-After": seconds})


@pytest.mark.parametrize("status", [429, 503])
def test_a_rate_limit_is_waited_for_once(wikidata: Wikidata, knowledge: Knowledge, time: Time, status: int) -> None:
    knowledge.searches, knowledge.queries = [wait("7", status)], [wait("20", status)]
    assert entity_and_names(wikidata.names_of(LIVERPOOL, seconds=90))[0] == "Q1130849"
    assert time.slept == [7, 20]


def test_a_second_rate_limit_is_raised(wikidata: Wikidata, knowledge: Knowledge) -> None:
    knowledge.queries = [wait("7"), wait("8")]
    with pytest.raises(RateLimited) as caught:
        wikidata.names_of(LIVERPOOL, seconds=90)
    assert caught.value.retry_after == 8


def test_a_wait_that_is_too_long_is_left_to_others_but_kept(
    wikidata: Wikidata, knowledge: Knowledge, time: Time
) -> None:
    knowledge.searches = [wait("100")]
    with pytest.raises(RateLimited):
        wikidata.names_of(LIVERPOOL, seconds=90)
    assert time.slept == []
    time.now += 30
    assert wikidata.names_of(LIVERPOOL, seconds=90) is not None
    assert time.slept == [70]
    assert knowledge.searched == ["Liverpool", "Liverpool"]


def test_a_team_that_takes_too_long_is_given_up(wikidata: Wikidata, knowledge: Knowledge, time: Time) -> None:
    knowledge.searches, knowledge.queries = [wait("60")], [wait("30")]
    with pytest.raises(FootyError) as caught:
        wikidata.names_of(LIVERPOOL, seconds=90)
    assert type(caught.value) is UpstreamUnavailable
    assert time.slept == [60, 30]


SEARCH_FAILURES: dict[str, tuple[Reply, type[FootyError]]] = {
    "a failure with status 200": (
        Reply(body=b'{"error": {"code": "internal_api_error_DBQueryError"}}'),
        UpstreamUnavailable,
    ),
    "a wrong parameter": (Reply(body=b'{"error": {"code": "badvalue"}}'), RequestRefused),
    "no list": (Reply(body=b'{"success": 1}'), MalformedAnswer),
}


@pytest.mark.parametrize(("reply", "error"), SEARCH_FAILURES.values(), ids=SEARCH_FAILURES)
def test_a_failed_search_is_not_a_search_that_found_nothing(
    wikidata: Wikidata, knowledge: Knowledge, reply: Reply, error: type[FootyError]
) -> None:
    knowledge.searches = [reply]
    with pytest.raises(FootyError) as caught:
        wikidata.names_of(LIVERPOOL, seconds=90)
    assert type(caught.value) is error


QUERY_FAILURES: dict[str, tuple[Reply, type[FootyError]]] = {
    "a wrong query": (Reply(400, b"MalformedQueryException"), RequestRefused),
    "an answer cut by the time limit": (Reply(body=b'{"results": {"bindings": [{"team"'), UpstreamUnavailable),
    "no bindings": (Reply(body=b'{"boolean": true}'), MalformedAnswer),
}


@pytest.mark.parametrize(("reply", "error"), QUERY_FAILURES.values(), ids=QUERY_FAILURES)
def test_a_failed_query_is_not_a_query_without_rows(
    wikidata: Wikidata, knowledge: Knowledge, reply: Reply, error: type[FootyError]
) -> None:
    knowledge.queries = [reply]
    with pytest.raises(FootyError) as caught:
        wikidata.names_of(LIVERPOOL, seconds=90)
    assert type(caught.value) is error


@pytest.mark.parametrize("code", ["ratelimited", "maxlag"])
def test_the_search_may_ask_for_patience_with_status_200(
    wikidata: Wikidata, knowledge: Knowledge, time: Time, code: str
) -> None:
    knowledge.searches = [Reply(body=f'{{"error": {{"code": "{code}"}}}}'.encode(), headers={"Retry-After": "5"})]
    assert wikidata.names_of(LIVERPOOL, seconds=90) is not None
    assert time.slept == [5]

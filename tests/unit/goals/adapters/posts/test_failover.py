"""One provider for the other, within the same attempt."""

from dataclasses import replace
from datetime import timedelta

import pytest

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    QuotaExhausted,
    RateLimited,
    RequestRefused,
    SessionExpired,
    UpstreamUnavailable,
)
from footy.goals.adapters.posts.failover import Failover, Provider
from footy.goals.search.posts import FoundVideo, SearchAnswer, SearchQuery
from tests.support.searches import NOON, tweet_id

X_FILTER, WEB_FILTER = "has:videos -is:retweet", "filter:videos"
ANSWER = SearchAnswer((FoundVideo(url="u", tweet_id=tweet_id(1)),), {"no_video": 2})


class Scripted:
    """Provider with scripted answers."""

    def __init__(self, video_filter: str, *answers: SearchAnswer | FootyError) -> None:
        self.video_filter = video_filter
        self.pays = video_filter == X_FILTER
        self.asked: list[str] = []
        self._answers = list(answers)

    def search(self, query: SearchQuery) -> SearchAnswer:
        self.asked.append(query.text)
        answer = self._answers.pop(0)
        if isinstance(answer, FootyError):
            raise answer
        return answer


def both(x: SearchAnswer | FootyError, web: SearchAnswer | FootyError) -> tuple[Failover, Scripted, Scripted]:
    api, session = Scripted(X_FILTER, x), Scripted(WEB_FILTER, web)
    return Failover(Provider("x", api), Provider("browser", session), lambda: None), api, session


def query(provider: Failover) -> SearchQuery:
    return SearchQuery(text=f"Messi {provider.video_filter}", asked_at=NOON, max_age=timedelta(minutes=3))


def test_the_first_is_asked_while_it_answers() -> None:
    provider, api, session = both(ANSWER, ANSWER)
    answer = provider.search(query(provider))
    assert (answer.videos, answer.skipped, answer.sent_text) == (ANSWER.videos, ANSWER.skipped, f"Messi {X_FILTER}")
    assert (len(api.asked), session.asked) == (1, [])


@pytest.mark.parametrize(
    "failure",
    [
        QuotaExhausted("the budget"),
        RateLimited("429", retry_after=900),
        AccessDenied("403"),
        SessionExpired("401"),
        UpstreamUnavailable("503"),
        MalformedAnswer("odd"),
        RequestRefused("400"),
    ],
)
def test_the_second_answers_for_it_in_its_own_words(failure: FootyError) -> None:
    provider, _, session = both(failure, ANSWER)
    assert provider.search(query(provider)).sent_text == f"Messi {WEB_FILTER}"
    assert session.asked == [f"Messi {WEB_FILTER}"]


def test_an_empty_answer_is_an_answer() -> None:
    provider, _, session = both(SearchAnswer(()), ANSWER)
    assert provider.search(query(provider)).videos == ()
    assert session.asked == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (QuotaExhausted(""), UpstreamUnavailable(""), UpstreamUnavailable),
        (RateLimited("", retry_after=9), UpstreamUnavailable(""), UpstreamUnavailable),
        (QuotaExhausted(""), RateLimited("", retry_after=9), RateLimited),
        (QuotaExhausted(""), SessionExpired(""), QuotaExhausted),
        (RequestRefused(""), SessionExpired(""), SessionExpired),
        (RequestRefused(""), RequestRefused(""), RequestRefused),
    ],
)
def test_the_failure_that_passes_soonest_is_raised(
    first: FootyError, second: FootyError, expected: type[FootyError]
) -> None:
    provider, _, _ = both(first, second)
    with pytest.raises(FootyError) as caught:
        provider.search(query(provider))
    assert type(caught.value) is expected


def test_the_failure_carries_the_last_query() -> None:
    provider, _, session = both(UpstreamUnavailable(""), SessionExpired(""))
    with pytest.raises(UpstreamUnavailable) as caught:
        provider.search(query(provider))
    assert [caught.value.sent_query] == session.asked == [f"Messi {WEB_FILTER}"]


def test_without_budget_only_the_free_provider_is_asked() -> None:
    provider, api, session = both(ANSWER, ANSWER)
    assert not provider.pays
    assert provider.search(replace(query(provider), most=0)).sent_text == f"Messi {WEB_FILTER}"
    assert (api.asked, len(session.asked)) == ([], 1)

"""X's hosts, and its log-in and challenge pages."""

import json
from urllib.parse import urlencode

import pytest

from footy.core.errors import AccessDenied, SessionExpired
from searcher.x_pages import XPages

X = XPages()


ANSWER = "https://x.com/i/api/graphql/AwDeXt15G08TTkW198-eUA/SearchTimeline"


def variables(query: str) -> dict[str, str | int]:
    return {"rawQuery": query, "count": 20, "querySource": "typed_query", "product": "Latest"}


def sent(query: str) -> bytes:
    return json.dumps({"variables": variables(query), "features": {}, "queryId": "AwDeXt15G08TTkW198-eUA"}).encode()


def test_only_answers_to_this_search_are_read() -> None:
    assert X.is_answer(ANSWER, sent("Messi filter:videos"), "Messi filter:videos")
    assert not X.is_answer(ANSWER, sent("Mbappe filter:videos"), "Messi filter:videos")
    assert not X.is_answer("https://x.com/i/api/graphql/a/HomeTimeline", sent("Messi"), "Messi")


def test_a_question_in_the_address_is_known_too() -> None:
    parameters = urlencode({"variables": json.dumps(variables("Messi filter:videos"))})
    assert X.is_answer(f"{ANSWER}?{parameters}", b"", "Messi filter:videos")
    assert not X.is_answer(f"{ANSWER}?{parameters}", b"", "Mbappe filter:videos")


@pytest.mark.parametrize("body", [b"", b"\x1f\x8b\x00", b"[]", b"{}", b'{"variables": "other"}', b'{"variables": {}}'])
def test_a_question_that_cannot_be_read_is_taken_for_this_one(body: bytes) -> None:
    assert X.is_answer(f"{ANSWER}?variables=other", body, "Messi")


@pytest.mark.parametrize(
    ("url", "kind", "verdict"),
    [
        ("https://x.com/search", "document", "let"),
        ("https://abs.twimg.com/main.js", "script", "let"),
        ("https://video.twimg.com/c.mp4", "media", "unwanted"),
        ("https://pbs.twimg.com/p.jpg", "image", "unwanted"),
        ("http://x.com/search", "document", "foreign"),
        ("https://x.com.evil.test/", "document", "foreign"),
        ("https://evilx.com/", "document", "foreign"),
        ("http://169.254.169.254/latest/meta-data/", "fetch", "foreign"),
        ("https://169.254.170.2/v2/credentials", "fetch", "foreign"),
        ("file:///etc/passwd", "document", "foreign"),
    ],
)
def test_nothing_but_what_x_needs_is_reached(url: str, kind: str, verdict: str) -> None:
    assert X.verdict(url, kind) == verdict


def test_no_other_name_has_an_address() -> None:
    assert X.resolver_rules.startswith("MAP * ~NOTFOUND, EXCLUDE x.com, EXCLUDE *.x.com")


@pytest.mark.parametrize(
    ("path", "wall"),
    [
        ("/i/jf/onboarding/web?redirect_after_login=%2Fsearch&mode=login", SessionExpired),
        ("/i/flow/login?redirect_after_login=%2Fsearch", SessionExpired),
        ("/account/access", AccessDenied),
        ("/i/palm-liveness", AccessDenied),
        ("/search?q=a", type(None)),
    ],
)
def test_a_wall_is_told_by_where_it_stands(path: str, wall: type) -> None:
    assert type(X.wall(f"https://x.com{path}")) is wall

"""Which pages are X's, and what is shown in place of a search."""

import json
from urllib.parse import urlencode

import pytest

from footy.errors import AccessDenied, SessionExpired
from searcher.web import Web

X = Web()


def answer(query: str) -> str:
    variables = json.dumps({"rawQuery": query, "count": 20, "product": "Latest"})
    return f"https://x.com/i/api/graphql/nK1dw4oV3k4w5TdtcAdSww/SearchTimeline?{urlencode({'variables': variables})}"


def test_only_answers_to_this_search_are_read() -> None:
    assert X.is_answer(answer("Messi filter:videos"), "Messi filter:videos")
    assert not X.is_answer(answer("Mbappe filter:videos"), "Messi filter:videos")
    assert not X.is_answer("https://x.com/i/api/graphql/a/HomeTimeline", "Messi")
    assert X.is_answer("https://x.com/i/api/graphql/a/SearchTimeline?variables=other", "Messi")


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
        ("/i/flow/login?redirect_after_login=%2Fsearch", SessionExpired),
        ("/account/access", AccessDenied),
        ("/search?q=a", type(None)),
    ],
)
def test_a_wall_is_told_by_where_it_stands(path: str, wall: type) -> None:
    assert type(X.wall(f"https://x.com{path}")) is wall

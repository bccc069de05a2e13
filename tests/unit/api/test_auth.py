"""Sessions of viewers and keys of operators."""

import json
from datetime import timedelta
from typing import Any, cast

import pytest

from footy.api.container import ApiContainer
from footy.api.credentials import Operators, Viewers, hash_key, hash_password
from footy.api.settings import ApiSettings
from footy.api.steps.answer_operator import answer_operator
from footy.core.aws.secrets import Secrets
from tests.support.api_requests import ask, request
from tests.support.clocks import Stopped
from tests.support.page_match import STAMP

WORD = "a long winter"
HASH = hash_password(WORD, b"salt of the test")
MONTH = timedelta(days=30)


class NoMatches:
    def select(self, _filter: object) -> list[object]:
        return []


def closed(words: dict[str, str]) -> ApiContainer:
    container = ApiContainer(ApiSettings(page="closed"))
    container.clock = container.machine_clock = Stopped(STAMP)
    container.viewers = Viewers(words, MONTH)
    vars(container)["matches"] = NoMatches()
    return container


def signed_in(container: ApiContainer) -> str:
    sign_in = ask(
        container, "/api/v1/session", method="POST", body=f'{{"password": "{WORD}"}}', content_type="application/json"
    )
    assert sign_in.status == 204
    [cookie] = sign_in.cookies
    assert "HttpOnly" in cookie
    assert "Secure" in cookie
    return cookie.partition(";")[0]


def test_the_page_asks_for_the_password_once() -> None:
    container = closed({"viewers": HASH})
    assert ask(container, "/api/v1/fixtures").status == 401
    assert ask(container, "/api/v1/fixtures", cookie=signed_in(container)).status == 200


def test_sessions_of_one_week_are_equal() -> None:
    container = closed({"viewers": HASH})
    first = signed_in(container)
    container.machine_clock = Stopped(STAMP + timedelta(hours=5))
    assert signed_in(container) == first


@pytest.mark.parametrize("after", [MONTH, timedelta(days=60)])
def test_a_session_ends(after: timedelta) -> None:
    container = closed({"viewers": HASH})
    cookie = signed_in(container)
    container.machine_clock = Stopped(STAMP + after)
    assert ask(container, "/api/v1/fixtures", cookie=cookie).status == 401


def test_another_password_ends_all_sessions() -> None:
    cookie = signed_in(closed({"viewers": HASH}))
    other = closed({"viewers": hash_password("another winter", b"salt")})
    assert ask(other, "/api/v1/fixtures", cookie=cookie).status == 401


@pytest.mark.parametrize("stored", ["put-yours-here", "", "scrypt$?$?", "plain"])
@pytest.mark.parametrize("cookie", ["", "footy_viewer=1.2", "footy_viewer=1777723200.", "footy_viewer=٣.x"])
def test_without_a_password_every_request_is_refused(stored: str, cookie: str) -> None:
    container = closed({"viewers": stored} if stored else {})
    assert ask(container, "/api/v1/fixtures", cookie=cookie).status == 401
    refused = ask(container, "/api/v1/session", method="POST", body='{"password": "put-yours-here"}')
    assert refused.status == 401


class NoLinks:
    def resolve(self, _link: str) -> None:
        return None


@pytest.mark.parametrize("path", ["/v/nonsense", "/api/v1/clips/nonsense", "/api/v1/clips/nonsense/poster"])
def test_share_links_need_no_password(path: str) -> None:
    container = closed({"viewers": HASH})
    vars(container)["shares"] = NoLinks()
    assert ask(container, path).status == 404


def test_an_operator_is_known_by_the_key_alone() -> None:
    stored = hash_key("long-key")
    operators = Operators({"anna": stored, "ben": "put-yours-here", "eva": "ü"})
    assert operators.name_of("long-key") == "anna"
    assert [operators.name_of(key) for key in ("", "put-yours-here", stored, "Long-key", "ü")] == [None] * 5


class EmptySecret:
    """Secrets Manager before anybody has typed the keys."""

    class exceptions:  # noqa: N801 - as boto3 has it
        ResourceNotFoundException = type("ResourceNotFoundException", (Exception,), {})

    def __init__(self) -> None:
        self.content: str | None = None

    def get_secret_value(self, SecretId: str) -> dict[str, str]:  # noqa: N803, ARG002 - as boto3 has it
        if self.content is None:
            raise self.exceptions.ResourceNotFoundException
        return {"SecretString": self.content}


def test_without_a_secret_every_request_says_make_keys() -> None:
    settings = ApiSettings(page="closed", page_secret="page", operators_secret="operators")
    stored, container = EmptySecret(), ApiContainer(settings)
    container.machine_clock = Stopped(STAMP)
    container.secrets = Secrets(cast("Any", stored))
    vars(container)["matches"] = NoMatches()
    sign_in = f'{{"password": "{WORD}"}}'
    for refused in (
        ask(container, "/api/v1/fixtures"),
        ask(container, "/api/v1/session", method="POST", body=sign_in),
        ask(container, "/api/v1/fixtures", cookie="footy_viewer=1777723200.x"),
    ):
        assert refused.status == 401
        assert "`make keys`" in refused.json["detail"]
    desk = answer_operator(request("GET", "/api/v1/ops/status", authorization="Bearer any"), container)
    assert (desk["statusCode"], "`make keys`" in desk["body"]) == (401, True)
    stored.content = json.dumps({"viewers": HASH})
    assert ask(container, "/api/v1/fixtures", cookie=signed_in(container)).status == 200

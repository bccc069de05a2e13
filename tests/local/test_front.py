"""The front of a stack, which does on a laptop what CloudFront does on AWS: the paths of the API, and of the page."""

import http.client
from collections.abc import Iterator
from contextlib import closing

import pytest

from cdk.constructs.network.distribution import CACHED_PATHS
from local.front.edge import API_PATHS
from tests.local.fronting import Fronted, fronted


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fronted]:
    with fronted(tmp_path_factory.mktemp("front")) as ready:
        yield ready


@pytest.fixture
def early(standing: Fronted) -> Fronted:
    """A front whose stack is not deployed yet."""
    standing.begin()
    return standing


@pytest.fixture
def front(early: Fronted) -> Fronted:
    """A front whose stack is deployed."""
    early.lead()
    return early


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/events",
        "/api/v1/fixtures?date=2022-12-18&team=26",
        "/v/ef05b-aaaaaaaaaaaa",
        "/feeds/teams/26",
        "/api/v1/search?q=mba%2Bpp%C3%A9&x=",
        "/api/v1/images/what%3F%20100%25%23%2Fis.png?cursor=a%26b",
    ],
)
def test_api_paths_are_passed_on_unchanged(front: Fronted, path: str) -> None:
    assert front.ask.get(path).text == "answer 1"
    assert front.behind.paths == [f"GET {front.stage}{path}"]


@pytest.mark.parametrize("path", ["/apiary", "/api", "/vault", "/feeds"])
def test_similar_paths_are_missing_files(front: Fronted, path: str) -> None:
    assert front.ask.get(path).status_code == 404
    assert front.behind.asked == []


def test_api_has_the_same_paths_as_on_aws() -> None:
    assert {path.removesuffix("{rest:path}") for path in API_PATHS} == {path.removesuffix("*") for path in CACHED_PATHS}


@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT"])
def test_writes_are_passed_on_with_key_and_body(front: Fronted, method: str) -> None:
    for _ in range(2):
        answer = front.ask.request(method, "/api/v1/ops/pause", headers={"Authorization": "Bearer k"}, content=b"{}")
    assert answer.text == "answer 2"
    assert front.behind.bodies == [b"{}"] * 2
    assert {one.headers["authorization"] for one in front.behind.asked} == {"Bearer k"}


def test_redirects_and_cookies_are_passed_back(front: Fronted) -> None:
    front.behind.status = 302
    front.behind.headers |= {"Location": "/media/1/2/3.mp4", "Set-Cookie": "footy_viewer=1.x", "X-Inner": "ours"}
    answer = front.ask.post("/api/v1/session")
    assert (answer.status_code, answer.headers["location"]) == (302, "/media/1/2/3.mp4")
    assert answer.headers["set-cookie"].startswith("footy_viewer=1.x")
    assert "x-inner" not in answer.headers


def test_origins_are_read_for_each_request(early: Fronted) -> None:
    for path in ("/api/v1/health", "/media/clip.mp4"):
        answer = early.ask.get(path)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert early.ask.get("/").status_code == 200, "the page itself is there at once"
    early.lead()
    assert early.ask.get("/api/v1/health").text == "answer 1"
    early.lead(api=f"{early.there}/another")
    assert early.ask.get("/api/v1/health").text == "answer 2", "what the old one said is not this one's answer"
    assert early.behind.paths == [f"GET {early.stage}/api/v1/health", "GET /another/api/v1/health"]


def test_silent_origin_is_a_bad_gateway(front: Fronted) -> None:
    closed = "http://127.0.0.1:9"
    front.lead(api=closed, media=closed)
    for path in ("/api/v1/health", "/media/7/clip.mp4"):
        assert front.ask.get(path).status_code == 502
    front.lead()
    assert front.ask.get("/api/v1/health").status_code == 200


@pytest.mark.parametrize("path", ["/", "/index", "/ops", "/ops/", "/images", "/icon.svg", "/js/main.js"])
def test_pages_have_names_and_a_security_policy(front: Fronted, path: str) -> None:
    answer = front.ask.get(path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert front.there in answer.headers["content-security-policy"], "images go straight to their bucket"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/js",
        "/../pyproject.toml",
        "/%2e%2e/pyproject.toml",
        "/..%2fpyproject.toml",
        "//etc/passwd",
        "/%00",
        pytest.param("/" + "x" * 5000, id="a long name"),
        pytest.param("/" + "x" * 5000 + ".js", id="a long file"),
    ],
)
def test_other_files_are_not_served(front: Fronted, path: str) -> None:
    status, headers = raw_answer(front, path)
    assert (status, headers["X-Content-Type-Options"]) == (404, "nosniff")


def raw_answer(front: Fronted, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage]:
    """Ask without a client that would normalise the path."""
    with closing(http.client.HTTPConnection(front.ask.base_url.host, front.ask.base_url.port or 0)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers


@pytest.mark.parametrize("start", ["/media", "/api"])
@pytest.mark.parametrize(
    "rest", ["/../other", "/%2e%2E/other", "/..%2fother", "%2f..%2fother", "/a/./b", "/%252e%252e/o", "/..%5cother"]
)
def test_dot_segments_reach_no_origin(front: Fronted, start: str, rest: str) -> None:
    assert raw_answer(front, start + rest)[0] == 404
    assert front.behind.paths == []


@pytest.mark.parametrize("path", ["/api/v1/images/a..b.png", "/media/7/...", "/api/v1/x?a=/../b"])
def test_other_dots_are_passed_on(front: Fronted, path: str) -> None:
    raw_answer(front, path)
    assert len(front.behind.paths) == 1


@pytest.mark.parametrize("host", ["localhost:{}", "LOCALHOST:{}", "127.0.0.1:{}", "[::1]:{}"])
def test_names_of_this_machine_are_served(front: Fronted, host: str) -> None:
    assert raw_answer(front, "/", Host=host.format(front.ask.base_url.port))[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example:{}", "localhost", "localhost:1", "localhost.evil.example:{}", "a.localhost:{}", ""]
)
@pytest.mark.parametrize("path", ["/", "/api/v1/events", "/media/clip.mp4"])
def test_other_hosts_are_refused(front: Fronted, path: str, host: str) -> None:
    """DNS rebinding: the name of a foreign page points to this machine."""
    assert raw_answer(front, path, Host=host.format(front.ask.base_url.port))[0] == 421
    assert front.behind.paths == []

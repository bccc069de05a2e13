import urllib.error
import urllib.request

import pytest

from tests.local.cloud import Cloud
from tests.support.waiting import FAILED_SECONDS

pytestmark = pytest.mark.xdist_group("embedded-aws")


def ask(cloud: Cloud, **headers: str) -> int:
    """The status of a request with these headers."""
    request = urllib.request.Request(f"{cloud.emulator.url}/_ministack/health", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=FAILED_SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code


@pytest.mark.parametrize("origin", ["http://localhost:4566", "http://127.0.0.1:1", "http://page.localhost"])
def test_pages_of_this_machine_are_served(cloud: Cloud, origin: str) -> None:
    assert ask(cloud, Origin=origin) == 200


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://localhost.evil.example", "https://a.amazonaws.com", "https://a.on.aws"],
)
def test_pages_of_other_sites_are_refused(cloud: Cloud, origin: str) -> None:
    assert ask(cloud, Origin=origin) == 403


@pytest.mark.parametrize("host", ["evil.example", "bucket.s3.eu-west-1.amazonaws.com", "a.lambda-url.on.aws"])
def test_other_hosts_are_refused(cloud: Cloud, host: str) -> None:
    assert ask(cloud, Host=host) == 403


@pytest.mark.parametrize("host", ["localhost", "0a1b2c3d.execute-api.localhost"])
def test_names_of_the_emulator_are_served(cloud: Cloud, host: str) -> None:
    assert ask(cloud, Host=host) != 403

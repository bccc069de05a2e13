"""Lenient parsing of foreign data, and its size limits."""

import json
from dataclasses import asdict
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from footy.core.http.lenient import Address, LenientModel, Moment, NonNegative, PostId, ReadableItems
from footy.goals.adapters.posts.browser import BrowserSession
from tests.support.http_clients import client_answering
from tests.unit.goals.adapters.posts.test_browser import QUERY

MOST_OF_A_STATE = 64 * 1024


class Shirt(LenientModel):
    number: NonNegative
    name: str = "unknown"
    at: Moment | None = None
    links: ReadableItems[Address] = ()


class Squad(LenientModel):
    shirts: ReadableItems[Shirt]


def test_unreadable_fields_fall_back_to_defaults() -> None:
    assert Shirt.model_validate({"number": 10, "name": 7, "at": "now", "links": "http://a"}) == Shirt(number=10)


def test_unreadable_items_are_skipped() -> None:
    squad = Squad.model_validate({"shirts": [{"number": 10}, {"number": "11"}, "12", None, {}, {"number": 9}]})
    assert [shirt.number for shirt in squad.shirts] == [10, 9]


@pytest.mark.parametrize("shirts", [None, {}, "ten", 10])
def test_a_missing_list_is_refused(shirts: Any) -> None:
    with pytest.raises(ValidationError):
        Squad.model_validate({"shirts": shirts})


@pytest.mark.parametrize(
    ("form", "good", "bad"),
    [
        (PostId, ["1", "1" * 40], ["", "²", "٣", "1" * 41, "-1", "1\n", " 1", 1, None, "\ud800"]),
        (
            Address,
            ["https://x.com/a?b=%20", "a" * 2000],
            ["", "a" * 2001, "http://é", "a b", "a\n", 1, "\ud800"],
        ),
        (NonNegative, [0, 2**31 - 1], [-1, 2**31, 10**400, True, 1.0, "1", None]),
        (Moment, [], ["2022-12-18T12:00:00", "now", "1671364800", 1671364800, None, "9" * 5000, "²"]),
    ],
)
def test_each_type_accepts_only_its_values(form: Any, good: list[Any], bad: list[Any]) -> None:
    reader = TypeAdapter(form)
    for value in good:
        assert _reads(reader, value)
    for value in bad:
        assert not _reads(reader, value), value


def _reads(reader: TypeAdapter[Any], value: Any) -> bool:
    try:
        reader.validate_python(value, strict=True)
    except ValidationError:
        return False
    return True


LONG = "https://video.twimg.com/" + "a" * 100_000


@given(st.sampled_from([1, 2**31, 10**30, -1, True]), st.integers(1, 10_000))
def test_five_clips_stay_below_the_state_size_limit(number: int, length: int) -> None:
    file = {"url": LONG[:length], "bitrate": number, "width": number, "height": number}
    entries = [{"tweet_id": "1" * 40, "url": LONG[:length], "duration": number, "variants": [file]}] * 5
    body = json.dumps({"videos": entries}).encode()
    provider = BrowserSession(
        client_answering(lambda _: httpx.Response(200, content=body)), url="http://b", id_digits=18
    )
    assert len(json.dumps([asdict(video) for video in provider.search(QUERY).videos], default=str)) < MOST_OF_A_STATE

"""Answers of providers with random defects."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import httpx

Path = tuple[str | int, ...]

WRONG: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 1e308, 2**63, 10**400, -(10**30), [], {}, [[]], [None], {"": None}),
    *("", " ", "0", "-0", "²", "٣", "9" * 400, "NaN", "null", "x" * 70_000, "\r\nX-Injected: 1", "\x00", "\ud800"),
    *("2022-02-30T25:61:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "https://xn--a/", "$where"),
    *([{"a": [{"b": [{}]}]}], {"$gt": ""}, {"a.b": 1}, ["x"] * 2_000),
)
BODIES = (b"", b"null", b"[]", b"{}", b'"', b"\xff\xfe", b"<html>502</html>", b"[" * 100_000, b"NaN", b"{} {}", b"\x00")
STATUSES = (200, 201, 204, 301, 304, 400, 401, 402, 403, 404, 408, 418, 429, 451, 500, 502, 503, 504, 529, 599)
HEADERS = (b"retry-after", b"x-rate-limit-reset", b"x-ratelimit-requests-remaining", b"x-ratelimit-requests-limit")
NUMBERS = ("0", "-1", "soon", "²", "9" * 400, "1e9", "", "NaN", "Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 99 Foo 2015")


def spoiled(chance: Random, answer: Any) -> httpx.Response:
    """Return a defective variant of an answer."""
    status = 200 if chance.random() < 0.8 else chance.choice(STATUSES)
    headers = {name: chance.choice(NUMBERS).encode() for name in HEADERS if chance.random() < 0.3}
    return httpx.Response(status, headers=headers, content=_body(chance, answer))


def _body(chance: Random, answer: Any) -> bytes:
    if chance.random() < 0.1:
        return chance.choice(BODIES)
    spoilt = deepcopy(answer)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 5))):
        _spoil(chance, spoilt)
    body = json.dumps(spoilt).encode()
    return body[: chance.randrange(len(body))] if chance.random() < 0.05 else body


def _spoil(chance: Random, answer: Any) -> None:
    """Replace, delete or repeat one value."""
    places = list(_places(answer))
    if not places:
        return
    *way, last = chance.choice(places)
    parent = answer
    for step in way:
        parent = parent[step]
    match chance.randrange(4):
        case 0:
            del parent[last]
        case 1 if isinstance(parent, list):
            parent.append(deepcopy(parent[int(last)]))
        case _:
            parent[last] = deepcopy(chance.choice(WRONG))


def _places(inside: Any, way: Path = ()) -> Iterator[Path]:
    steps = inside.items() if isinstance(inside, dict) else enumerate(inside) if isinstance(inside, list) else ()
    for step, value in steps:
        yield (*way, step)
        yield from _places(value, (*way, step))

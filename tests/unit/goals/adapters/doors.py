"""Doors that lead to a function of the test instead of outside."""

from collections.abc import Callable

import httpx

from footy.core.http.client import HttpClient

Answering = Callable[[httpx.Request], httpx.Response]


def door_to(answer: Answering, service: str = "the service") -> HttpClient:
    """A door behind which this function answers."""
    return HttpClient(service, seconds=30, transport=httpx.MockTransport(answer))

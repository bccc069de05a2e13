"""HTTP clients whose server is a function of the test."""

from collections.abc import Callable

import httpx

from footy.core.http.client import HttpClient

Responder = Callable[[httpx.Request], httpx.Response]


def client_answering(answer: Responder, service: str = "the service") -> HttpClient:
    """Return a client whose requests this function answers."""
    return HttpClient(service, seconds=30, transport=httpx.MockTransport(answer))

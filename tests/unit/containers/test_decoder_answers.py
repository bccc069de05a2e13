"""Answers of a decoder worker are checked like any foreign data."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fetcher.decoder_client import Decoder
from footy.goals.settings import Rules
from tests.support.decoder_answers import HONEST, reason


@pytest.fixture(scope="module")
def answering() -> Iterator[Decoder]:
    """One that a test speaks for."""
    with Decoder(Rules()) as decoder:
        yield decoder


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "no json",
        "[]",
        "{}",
        json.dumps({**HONEST, "duration": -1}),
        json.dumps({**HONEST, "duration": float("nan")}),
        json.dumps({**HONEST, "width": "wide"}),
        json.dumps({**HONEST, "perceptual_hash": "x"}),
        json.dumps({**HONEST, "hash_views": {"crop": "x"}}),
        json.dumps({**HONEST, "hash_views": {"bars": "x"}}),
        json.dumps({**HONEST, "hash_views": "none"}),
        json.dumps({**HONEST, "frames": {}}),
        json.dumps({**HONEST, "duration": 10**400}),
        json.dumps({**HONEST, "duration": "²"}),
        json.dumps({**HONEST, "duration": 3600}),
        json.dumps({**HONEST, "width": float("inf")}),
        json.dumps({**HONEST, "height": 10**400}),
        json.dumps({**HONEST, "bitrate": 2**63}),
        json.dumps({**HONEST, "bitrate": -1}),
        json.dumps({**HONEST, "perceptual_hash": "dense:0.25:" + ",".join(["0.25=0000000000000000"] * 5000)}),
        json.dumps({**HONEST, "hash_views": {"mirror": "0" * 16 * 5000}}),
        json.dumps({"reason": "published"}),
        json.dumps({"reason": "a" * 10_000}),
        json.dumps({"reason": {"$where": 1}}),
        json.dumps({"reason": "\ud800"}),
        "[" * 100_000,
        json.dumps({**HONEST, "frames": {"25": "eA==", "50": "eA==", "75": "eA=="}}),
    ],
    ids=lambda answer: answer[:60],
)
def test_the_word_of_a_worker_is_not_taken_for_granted(
    monkeypatch: pytest.MonkeyPatch, good: Path, answering: Decoder, answer: str
) -> None:
    end = {"answer": answer, "signal": 0, "stopped": "", "cpu_seconds": 0.0, "peak_megabytes": 1.0}
    monkeypatch.setattr(answering, "run_job", lambda *_: {**end, "answer": json.dumps(HONEST)})
    assert answering.decode(good).bitrate == 1
    monkeypatch.setattr(answering, "run_job", lambda *_: end)
    assert reason(answering, good) == "decoder_died"

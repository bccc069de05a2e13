"""Which messages are upload signals."""

import json

import pytest

from footy.clips.manifest import read_signal
from footy.errors import MalformedMessage
from tests.unit.clips.making import fetched, verdict

SIGNAL = {"event_id": "7_40_9_Goal_1", "download_id": "download1-7_40_9_Goal_1", "verdicts": [verdict(fetched("a"))]}


@pytest.mark.parametrize("signal", [SIGNAL, {**SIGNAL, "verdicts": []}])
def test_reads_a_signal(signal: dict[str, object]) -> None:
    assert read_signal(json.dumps(signal)) == signal


@pytest.mark.parametrize(
    "body",
    [
        "",
        "not json",
        "[]",
        "null",
        json.dumps({**SIGNAL, "event_id": 7}),
        json.dumps({**SIGNAL, "download_id": None}),
        json.dumps({**SIGNAL, "verdicts": {}}),
        json.dumps({**SIGNAL, "verdicts": ["accepted"]}),
        json.dumps({**SIGNAL, "verdicts": [{"clip": "a"}]}),
        json.dumps({key: SIGNAL[key] for key in ("event_id", "download_id")}),
    ],
)
def test_refuses_everything_else(body: str) -> None:
    with pytest.raises(MalformedMessage):
        read_signal(body)

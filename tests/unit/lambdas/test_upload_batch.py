"""The function on the upload queue: which messages come back."""

import json
from typing import Any

import pytest

from footy import wiring
from footy.clips.manifest import UploadSignal
from footy.errors import WriteConflict
from lambdas.upload_batch.handler import handle


class Context:
    """As much of Lambda's context as the batch looks at."""

    function_name = "upload_batch"

    def get_remaining_time_in_millis(self) -> int:
        return 60_000


def message(name: str, group: str, body: str | None = None) -> dict[str, Any]:
    signal = {"event_id": group, "download_id": name, "verdicts": []}
    return {
        "messageId": name,
        "body": body or json.dumps(signal),
        "attributes": {"MessageGroupId": group},
        "eventSource": "aws:sqs",
    }


@pytest.fixture
def uploaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The downloads that were uploaded; those called `stuck` are not."""
    done: list[str] = []

    def upload(signal: UploadSignal, **_: object) -> None:
        if signal["download_id"] == "stuck":
            raise WriteConflict("another batch came between")
        done.append(signal["download_id"])

    monkeypatch.setattr("lambdas.upload_batch.handler.upload_batch", upload)
    for port in ("events", "downloads", "work", "media", "clock", "rules"):
        monkeypatch.setattr(wiring, port, lambda: None)
    return done


def again(*messages: dict[str, Any]) -> list[object]:
    answer = handle({"Records": list(messages)}, Context())
    return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]


def test_uploaded_messages_do_not_come_back(uploaded: list[str]) -> None:
    assert again(message("a", "one"), message("b", "two")) == []
    assert uploaded == ["a", "b"]


def test_a_failed_message_holds_back_the_later_ones_of_its_goal_only(uploaded: list[str]) -> None:
    messages = [message("a", "one"), message("stuck", "one"), message("b", "two"), message("c", "one")]
    assert again(*messages) == ["stuck", "c"]
    assert uploaded == ["a", "b"]


def test_a_message_that_is_not_ours_comes_back_until_the_queue_sets_it_aside(uploaded: list[str]) -> None:
    assert again(message("odd", "one", "not json"), message("a", "two")) == ["odd"]
    assert uploaded == ["a"]

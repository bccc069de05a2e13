"""Transitions of a version and the stored result (I4, I12)."""

from datetime import timedelta

from footy.images.rules.transitions import classified, failed, given_up, silent_since, started_again
from footy.images.settings import ImageRules
from tests.unit.images.rules.test_arrival import LATER, NOON, image

VERSION = {"name": "tiny", "digest": "0" * 64}


def test_the_best_label_stands_for_the_image() -> None:
    top = [{"label": "goal", "score": 0.9}, {"label": "cat", "score": 0.1}]
    finish = classified(top, VERSION, None, LATER)  # type: ignore[arg-type]
    assert (finish["status"], finish["classificationLabel"], finish["classificationScore"]) == (
        "classified",
        "goal",
        0.9,
    )
    assert (finish["classificationTop"], finish["model"], finish["completedAt"]) == (top, VERSION, LATER)


def test_a_failure_is_told_in_one_line() -> None:
    finish = failed("broken\n  somewhere " + "x" * 1000, None, LATER)
    assert finish["error"] is not None
    assert finish["error"].startswith("broken somewhere xxx")
    assert len(finish["error"]) == 500
    assert failed("  ", None, LATER)["error"] == "no reason given"


def test_each_start_has_a_name_of_its_own() -> None:
    first = started_again(image(), "automatic", LATER)
    again = started_again({**image(), **first}, "automatic", LATER)
    assert first["execution"] == f"{image()['workflowId']}-r1"
    assert again["execution"] == f"{image()['workflowId']}-r2"
    assert again["tries"] == 2


def test_who_asks_by_hand_gets_all_tries_again() -> None:
    tired = {**image(status="failed"), "tries": 3}
    assert given_up(tired, ImageRules())  # type: ignore[arg-type]
    assert started_again(tired, "manual", LATER)["tries"] == 0  # type: ignore[arg-type]


def test_silence_is_measured_in_minutes() -> None:
    assert silent_since(NOON, ImageRules(image_silent_minutes=7)) == NOON - timedelta(minutes=7)

"""classify.asl.json, state by state: every path ends with a recorded row (I12)."""

from typing import Any

import pytest

from tests.machines.stage import Stage, answers, raises
from tests.support.retry_kinds import ENDED_BY_A_FILE

EVENT = {"key": "club/hero.png", "event_id": "e1", "version_id": "v1"}
LOOK = {"width": 1, "height": 1, "format": "PNG", "thumbnail": "club/x.jpg"}
TOP = [{"label": "goal", "score": 0.9}, {"label": "cat", "score": 0.1}]
SEAL = {"name": "tiny", "digest": "0"}
BEGUN = answers({"action": "load"})
LOADED = answers({"action": "classify", "look": LOOK, "reason": ""})
NAMED = answers({"top": TOP, "model": SEAL})
RECORDED = answers("classified")


def script(**parts: Any) -> dict[str, Any]:
    return {
        "begin_image": [BEGUN],
        "load_image": [LOADED],
        "classify_image": [NAMED],
        "record_image": [RECORDED],
        **parts,
    }


def test_an_image_is_loaded_classified_and_recorded(stage: Stage) -> None:
    done = stage.perform("classify", EVENT, script(), name="imgcls_e1")
    assert (done.status, done.states) == (
        "SUCCEEDED",
        ["Begin image", "Still the newest?", "Load image", "Anything to classify?", "Classify image", "Record image"],
    )
    assert done.called("begin_image") == [{"key": "club/hero.png", "event_id": "e1", "execution": "imgcls_e1"}]
    loaded = {"key": "club/hero.png", "version_id": "v1", "execution": "imgcls_e1"}
    assert done.called("load_image") == [{**loaded, "round": 0}]
    assert done.called("classify_image") == [{"key": "club/hero.png", "execution": "imgcls_e1"}]
    assert done.called("record_image") == [
        {
            "key": "club/hero.png",
            "event_id": "e1",
            "execution": "imgcls_e1",
            "look": LOOK,
            "top": TOP,
            "model": SEAL,
            "reason": "",
            "error": "",
            "cause": "",
        }
    ]


def test_what_is_refused_is_recorded_with_its_reason(stage: Stage) -> None:
    refused = answers({"action": "refuse", "look": None, "reason": "the file is empty"})
    done = stage.perform("classify", EVENT, script(load_image=[refused]))
    assert done.called("classify_image") == []
    (told,) = done.called("record_image")
    assert (told["reason"], told["look"], told["top"], told["model"]) == ("the file is empty", None, [], None)


def test_a_version_that_was_replaced_is_left_alone(stage: Stage) -> None:
    done = stage.perform("classify", EVENT, script(begin_image=[answers({"action": "leave"})]))
    assert (done.status, done.states[-1]) == ("SUCCEEDED", "Replaced")
    assert (done.called("load_image"), done.called("record_image")) == ([], [])


@pytest.mark.parametrize("part", ["begin_image", "load_image", "classify_image"])
def test_a_failure_that_lasts_is_recorded_with_its_error(stage: Stage, part: str) -> None:
    done = stage.perform("classify", EVENT, script(**{part: [raises("ModelUnusable", "not brought")]}))
    (told,) = done.called("record_image")
    assert (told["error"], told["top"], told["model"]) == ("ModelUnusable", [], None)
    assert "not brought" in told["cause"]
    assert told["look"] == (LOOK if part == "classify_image" else None)
    assert len(done.called(part)) == 1, "what will not pass is not tried again"


@pytest.mark.parametrize("error", ["DecoderStopped", *sorted(ENDED_BY_A_FILE - {"States.Timeout"})])
def test_a_file_that_ends_its_function_is_not_loaded_again(stage: Stage, error: str) -> None:
    done = stage.perform("classify", EVENT, script(load_image=[raises(error, "out of time")]))
    (told,) = done.called("record_image")
    assert (done.status, len(done.called("load_image")), told["error"]) == ("SUCCEEDED", 1, error)


@pytest.mark.parametrize("part", ["load_image", "classify_image"])
def test_executions_wait_for_a_capped_function(stage: Stage, part: str) -> None:
    busy = [raises("Lambda.TooManyRequestsException")] * 20
    done = stage.perform("classify", EVENT, script(**{part: [*busy, *script()[part]]}))
    assert (done.status, len(done.called(part)), done.called("record_image")[0]["error"]) == ("SUCCEEDED", 21, "")


@pytest.mark.parametrize("part", ["begin_image", "load_image", "classify_image", "record_image"])
def test_a_failure_that_passes_is_tried_again(stage: Stage, part: str) -> None:
    right = script()[part]
    done = stage.perform("classify", EVENT, script(**{part: [raises("UpstreamUnavailable"), *right]}))
    assert (done.status, len(done.called(part))) == ("SUCCEEDED", 2)


def test_a_failed_record_fails_the_execution(stage: Stage) -> None:
    done = stage.perform("classify", EVENT, script(record_image=[raises("UpstreamUnavailable")]))
    assert (done.status, len(done.called("record_image"))) == ("FAILED", 6)


def test_image_with_an_unusable_model_input_is_loaded_again(stage: Stage) -> None:
    reloaded = answers({"action": "classify", "look": {**LOOK, "width": 2}, "reason": ""})
    parts = script(load_image=[LOADED, reloaded], classify_image=[raises("ModelInputUnusable", "it is gone"), NAMED])
    done = stage.perform("classify", EVENT, parts, name="imgcls_e1")
    assert (done.status, done.states[2:5]) == ("SUCCEEDED", ["Load image", "Anything to classify?", "Classify image"])
    assert done.states[5:8] == ["Load once more?", "Begin image", "Still the newest?"]
    asked = {"key": "club/hero.png", "version_id": "v1", "execution": "imgcls_e1"}
    assert done.called("load_image") == [{**asked, "round": 0}, {**asked, "round": 1}]
    (told,) = done.called("record_image")
    assert (told["look"], told["top"], told["error"]) == ({**LOOK, "width": 2}, TOP, "")


def test_a_version_replaced_during_a_reload_is_skipped(stage: Stage) -> None:
    parts = script(begin_image=[BEGUN, answers({"action": "leave"})], classify_image=[raises("ModelInputUnusable")])
    done = stage.perform("classify", EVENT, parts)
    assert (done.status, done.states[-1], done.called("record_image")) == ("SUCCEEDED", "Replaced", [])


def test_an_image_is_loaded_three_times_and_no_more(stage: Stage) -> None:
    done = stage.perform("classify", EVENT, script(classify_image=[raises("ModelInputUnusable", "it is gone")]))
    assert [one["round"] for one in done.called("load_image")] == [0, 1, 2]
    (told,) = done.called("record_image")
    assert (done.status, told["error"], told["look"], told["top"]) == ("SUCCEEDED", "ModelInputUnusable", LOOK, [])

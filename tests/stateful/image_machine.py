"""Random history of images: uploads, deletions, deliveries, completions and crashes; the newest version wins (I9)."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from footy.core.errors import ModelInputUnusable, WriteConflict
from footy.images.rules.transitions import FINISHED, OPEN
from footy.images.steps.accept_image import accept_image
from footy.images.steps.begin_image import begin_image
from footy.images.steps.load_image import load_image
from footy.images.steps.mend_images import mend_images
from footy.images.steps.record_image import record_image
from footy.images.steps.remove_image import remove_image
from footy.images.steps.retry_image import retry_image
from tests.support.image_cloud import Execution
from tests.support.image_pipeline import RULES, ImagePipeline

NAMES = ("hero.png", "team photo.png")
# tries of the machine to load an image whose model input is unusable
ROUNDS = 3
ORDER = {"queued": 0, "running": 1, "classified": 2, "failed": 2}
PICKS = st.integers(0, 30)
MOMENTS = st.one_of(st.none(), st.none(), st.integers(0, 9))


class Lives(RuleBasedStateMachine):
    """Histories of two images of one organisation."""

    opened: Callable[[], ImagePipeline]

    def __init__(self) -> None:
        super().__init__()
        self.room = type(self).opened()
        self.acknowledged = set[int]()
        self.completions: list[dict[str, Any]] = []
        self.model_broken = False
        self.before: dict[str, Any] = {}

        # their result is written; another completion has no effect
        self.finished = set[str]()

    # actions of people

    @rule(pick=PICKS, what=st.sampled_from(["A", "A", "B", "B", "no picture"]), at_once=st.booleans())
    def upload(self, pick: int, what: str, *, at_once: bool) -> None:
        self.room.bucket.put(f"club/{NAMES[pick % 2]}", what)
        if at_once:
            self._deliver(len(self.room.bucket.events) - 1, None)

    @rule(pick=PICKS, at_once=st.booleans())
    def delete(self, pick: int, *, at_once: bool) -> None:
        if self._shown(name := NAMES[pick % 2]):
            remove_image({"token": "club", "name": name}, self.room.container)
            if at_once:
                self._deliver(len(self.room.bucket.events) - 1, None)

    @rule(pick=PICKS, moments=MOMENTS)
    def retry(self, pick: int, moments: int | None) -> None:
        if self._shown(name := NAMES[pick % 2]):
            with self.room.fate.after(moments):
                retry_image({"token": "club", "name": name}, self.room.container)

    # actions of the cloud

    @precondition(lambda self: self.room.bucket.events)
    @rule(pick=PICKS, moments=MOMENTS)
    def deliver(self, pick: int, moments: int | None) -> None:
        self._deliver(-1 - pick % len(self.room.bucket.events), moments)

    @precondition(lambda self: self.room.bucket.events)
    @rule(pick=PICKS)
    def deliver_twice(self, pick: int) -> None:
        for _ in range(2):
            self._deliver(-1 - pick % len(self.room.bucket.events), None)

    @precondition(lambda self: self.room.machine.running())
    @rule(pick=PICKS, moments=MOMENTS, to_the_end=st.booleans())
    def work(self, pick: int, moments: int | None, *, to_the_end: bool) -> None:
        running = self.room.machine.running()
        execution = running[pick % len(running)]
        with self.room.fate.after(moments):
            self._advance(execution)
        while to_the_end and execution.status == "RUNNING":
            self._advance(execution)

    @precondition(lambda self: self.room.machine.running())
    @rule(pick=PICKS, status=st.sampled_from(["ABORTED", "FAILED", "TIMED_OUT"]))
    def somebody_stops_it(self, pick: int, status: str) -> None:
        running = self.room.machine.running()
        running[pick % len(running)].status = status

    @precondition(lambda self: self.completions)
    @rule(pick=PICKS, moments=MOMENTS)
    def an_old_completion_comes_again(self, pick: int, moments: int | None) -> None:
        with self.room.fate.after(moments):
            record_image(cast("Any", self.completions[pick % len(self.completions)]), self.room.container)

    @precondition(lambda self: self.room.bucket.model_inputs)
    @rule(pick=PICKS)
    def a_model_input_is_lost(self, pick: int) -> None:
        model_inputs = sorted(self.room.bucket.model_inputs)
        del self.room.bucket.model_inputs[model_inputs[pick % len(model_inputs)]]

    @rule(broken=st.booleans())
    def the_model_breaks_or_is_mended(self, *, broken: bool) -> None:
        self.model_broken = broken

    @rule(moments=MOMENTS)
    def time_goes_by(self, moments: int | None) -> None:
        self.room.time.moment += timedelta(minutes=RULES.image_silent_minutes + 1)
        with self.room.fate.after(moments):
            mend_images({}, self.room.container)

    # invariants

    @invariant()
    def one_execution_per_version(self) -> None:
        self.finished |= {row["execution"] for row in self.room.rows().values() if row.get("status") in FINISHED}
        working = [one for one in self.room.machine.running() if not (one.done or one.name in self.finished)]
        versions = [(one.order["event_id"], one.order["version_id"]) for one in working]
        assert len(set(versions)) == len(versions), "one version is classified twice at the same time"

    @invariant()
    def what_is_open_has_not_been_left(self) -> None:
        """Allow an open row only after a stopped execution."""
        for row in filter(_is_open, self.room.rows().values()):
            execution = self.room.machine.executions.get(row["execution"])
            assert execution is None or not execution.done, "a row names an execution that has said its last word"

    @invariant()
    def rows_only_go_on(self) -> None:
        rows = self.room.rows()
        for key, before in self.before.items():
            assert key in rows, "a row, or the trace of one, was lost"
            _went_on(before, rows[key])
        for row in rows.values():
            if row.get("status") == "classified":
                assert row["classificationLabel"] == row["eTag"], "the label of another version"
                assert row["look"]["thumbnail"].startswith("club/imgcls_")
        self.before = rows

    def teardown(self) -> None:
        """Deliver the rest, let the model work and time pass: the newest version wins."""
        self.model_broken = False
        for number in set(range(len(self.room.bucket.events))) - self.acknowledged:
            self._deliver(number, None)
        for _ in range(2 * RULES.image_restarts + 4):
            if not self.room.machine.running() and not any(map(_is_open, self.room.rows().values())):
                break
            while running := self.room.machine.running():
                self._advance(running[0])
            self.room.time.moment += timedelta(minutes=RULES.image_silent_minutes + 1)
            mend_images({}, self.room.container)
        for name in NAMES:
            self._check_end(name)
        makers = [self.room.machine.executions[Path(square).stem] for square in self.room.bucket.model_inputs]
        assert not any(one.done and one.completion for one in makers), "a model input outlived its execution"
        assert not any(row.get("discards") for row in self.room.rows().values()), "a thumbnail was left to delete"

    def _check_end(self, name: str) -> None:
        newest, row = self.room.bucket.newest(f"club/{name}"), self._shown(name)
        if newest is None:
            assert row is None, "a deleted image is still shown"
            return
        assert row is not None, "an image is not shown"
        assert row["eTag"] == newest, "an older version is shown"
        if row["status"] == "failed" and newest != "no picture":
            retry_image({"token": "club", "name": name}, self.room.container)
            while running := self.room.machine.running():
                self._advance(running[0])
            row = self._shown(name)
        assert row is not None
        assert row["status"] == ("failed" if newest == "no picture" else "classified"), row
        if row["look"]:
            assert row["look"]["thumbnail"] in self.room.bucket.thumbnails, "its thumbnail is gone"

    def _shown(self, name: str) -> Any:
        row = self.room.rows().get(f"club/{name}")
        return row if row and "status" in row else None

    def _deliver(self, number: int, moments: int | None) -> None:
        with self.room.fate.after(moments):
            try:
                accept_image({"body": self.room.bucket.events[number]}, self.room.container)
            except WriteConflict:  # unexpected: there is no other writer
                raise AssertionError("accepting an event in peace ended in a conflict") from None
        if not self.room.fate.struck:
            self.acknowledged.add(number % len(self.room.bucket.events))

    def _advance(self, execution: Execution) -> None:
        """Run one state; repeat a crashed call, as Retry does."""
        if execution.done:
            execution.status = "SUCCEEDED"
            return
        base = {"key": execution.order["key"], "event_id": execution.order["event_id"], "execution": execution.name}
        if execution.loaded is None:
            if begin_image(cast("Any", base), self.room.container)["action"] == "leave":
                execution.done = True
                return
            request: Any = {**base, "version_id": execution.order["version_id"], "round": execution.round}
            execution.loaded = cast("dict[str, Any]", load_image(request, self.room.container))
            return
        if execution.completion is None:
            execution.round += 1
            completion = self._completion(base, execution)
            if completion["error"] == "ModelInputUnusable" and execution.round < ROUNDS:
                execution.loaded = None
                return
            execution.completion = completion
            self.completions.append(completion)
        if record_image(cast("Any", execution.completion), self.room.container) == "open":
            execution.status = "SUCCEEDED"
        else:
            execution.done = True

    def _completion(self, base: dict[str, Any], execution: Execution) -> dict[str, Any]:
        completion = {**base, "look": None, "top": [], "model": None, "reason": "", "error": "", "cause": ""}
        loaded = execution.loaded or {}
        completion["look"] = loaded["look"]
        if loaded["action"] == "refuse":
            return {**completion, "reason": loaded["reason"]}
        if self.model_broken:
            return {**completion, "error": "ModelUnusable", "cause": '{"errorMessage": "it is not there"}'}
        try:
            return {**completion, **self.room.named(base["key"], execution.name)}
        except ModelInputUnusable as unusable:
            return {**completion, "error": "ModelInputUnusable", "cause": str(unusable)}


def _is_open(row: dict[str, Any]) -> bool:
    return row.get("status") in OPEN


def _went_on(before: dict[str, Any], now: dict[str, Any]) -> None:
    assert now["sequencer"] >= before["sequencer"], "an older event came over a newer one"
    if "status" not in before or "status" not in now or now["eventId"] != before["eventId"]:
        return
    if now["sequencer"] > before["sequencer"] and before["status"] == "failed":
        return
    if now["execution"] == before["execution"]:
        assert ORDER[now["status"]] >= ORDER[before["status"]], "a row went back"
        if ORDER[before["status"]] == ORDER["classified"]:
            assert now["status"] == before["status"], "a result was turned round"
    else:
        assert before["status"] != "classified", "what was classified was started again"
        assert now["restarts"] > before["restarts"], "a name was used twice"

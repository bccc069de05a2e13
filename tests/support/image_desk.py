"""Image pipeline in process: real steps and statements, with events and executions controlled by the test."""

import json
from typing import Any, cast

from footy.images.model import Guess, ImageDocument
from footy.images.steps.accept_image import Output, accept_image
from footy.images.steps.begin_image import begin_image
from footy.images.steps.load_image import load_image
from footy.images.steps.record_image import record_image
from tests.support.image_cloud import Execution
from tests.support.image_pipeline import ImagePipeline

KEY = "club/hero.png"
TOP: list[Guess] = [{"label": "goal", "score": 0.75}, {"label": "cat", "score": 0.25}]
VERSION = {"name": "tiny", "digest": "0" * 64}


class Desk(ImagePipeline):
    """Actions of a test on one image."""

    def upload(self, what: str = "A", key: str = KEY) -> str:
        """Put an object into the bucket and return its message."""
        self.bucket.put(key, what)
        return self.bucket.events[-1]

    def accept(self, message: str) -> Output:
        return accept_image({"body": message}, self.container)

    def accepted(self, what: str = "A") -> ImageDocument:
        self.accept(self.upload(what))
        return cast("ImageDocument", self.row())

    def row(self, key: str = KEY) -> Any:
        return self.rows()[key]

    def execution(self, name: str | None = None) -> Execution:
        return self.machine.executions[name or self.row()["execution"]]

    def begin(self, execution: Execution) -> str:
        order = execution.order
        request: Any = {"key": order["key"], "event_id": order["event_id"], "execution": execution.name}
        return begin_image(request, self.container)["action"]

    def load(self, execution: Execution) -> dict[str, Any]:
        """Begin the version and load it, even if it is replaced in between."""
        self.begin(execution)
        arguments = {**execution.order, "execution": execution.name, "round": execution.round}
        execution.loaded = cast("dict[str, Any]", load_image(cast("Any", arguments), self.container))
        return execution.loaded

    def record(self, execution: Execution, **response: Any) -> str:
        base = {"key": execution.order["key"], "event_id": execution.order["event_id"], "execution": execution.name}
        nothing: dict[str, Any] = {"look": None, "top": [], "model": None, "reason": "", "error": "", "cause": ""}
        return record_image(cast("Any", {**base, **nothing, **response}), self.container)

    def classify(self, execution: Execution | None = None) -> str:
        """All states of an execution."""
        execution = execution or self.execution()
        loaded = self.load(execution)
        answer = self.record(execution, look=loaded["look"], top=TOP, model=VERSION)
        execution.status = "SUCCEEDED"
        return answer

    def failed(self, error: str = "UpstreamUnavailable", cause: str = "") -> ImageDocument:
        """Create an image whose classification failed."""
        self.accepted()
        self.load(self.execution())
        self.record(self.execution(), error=error, cause=cause or json.dumps({"errorMessage": "away"}))
        self.execution().status = "SUCCEEDED"
        return cast("ImageDocument", self.row())

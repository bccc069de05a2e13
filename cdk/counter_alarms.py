"""Alarms on the counters of our code, as one table; docs/operator/runbook.md has a section for each.

An alarm has the name of its counter; where several functions count it, the function's name comes first.
"""

from collections.abc import Mapping
from dataclasses import dataclass

# a transient error is raised and retried; this many within five minutes are not transient
ERRORS = 5


@dataclass(frozen=True, slots=True)
class CounterAlarm:
    """Alarm that fires when the sum over five minutes reaches the threshold."""

    counter: str
    service: str
    threshold: int = ERRORS
    name: str = ""


# by the stack that contains the alarm
COUNTER_ALARMS: Mapping[str, tuple[CounterAlarm, ...]] = {
    "goals": (
        CounterAlarm("PoolsNotResized", "set_capacity"),
        CounterAlarm("PoolsBehind", "set_capacity"),
        CounterAlarm("ValidationConcurrencyStale", "set_capacity"),
        CounterAlarm("TicksSkippedForQuota", "plan_tick", 1),
        CounterAlarm("TicksRefused", "plan_tick"),
        CounterAlarm("PollsFailed", "poll_batch"),
        *(
            CounterAlarm("FixturesFailed", service, name=f"{service}-FixturesFailed")
            for service in ("plan_tick", "poll_batch", "finish_tick")
        ),
        CounterAlarm("FixturesOverdue", "finish_tick", 1),
        CounterAlarm("GoalsNeverOpened", "finish_tick", 1),
        CounterAlarm("GoalsOverdue", "finish_tick"),
        CounterAlarm("SearchesRestarted", "poll_batch", 10),
        CounterAlarm("SearchesFailed", "search_clips"),
        CounterAlarm("PoolUnknown", "finish_tick"),
        CounterAlarm("SpotCapacityMissing", "finish_tick"),
        # each batch removes its own objects; this many leftovers of one night are unusual
        CounterAlarm("OrphansRemoved", "sweep_objects", 20),
        CounterAlarm("SweepsRefused", "sweep_objects", 1),
        CounterAlarm("ObjectsWithoutFixture", "sweep_objects", 1),
        CounterAlarm("RetentionsRefused", "retire_fixtures", 1),
    ),
    "downloads": (
        CounterAlarm("ClipsUnusable", "upload_batch"),
        CounterAlarm("DecodersOutOfResources", "upload_batch"),
        CounterAlarm("UploadsWithoutGoal", "upload_batch", 1),
        CounterAlarm("ClipsNotFetched", "upload_batch"),
        CounterAlarm("ClipsNotValidated", "upload_batch"),
        CounterAlarm("ValidationsPostponed", "validate_clip", 50),
    ),
    "images": (
        CounterAlarm("ImagesOutsideOrganization", "accept_image"),
        *(
            CounterAlarm("ImagesAbandoned", service, 1, name=f"{service}-ImagesAbandoned")
            for service in ("accept_image", "mend_images")
        ),
        CounterAlarm("ImagesRestarted", "mend_images"),
        CounterAlarm("ImagesNotRestarted", "mend_images"),
        CounterAlarm("ModelUnusable", "record_image", 1),
    ),
    "page": (CounterAlarm("RequestsFailed", "answer_request"),),
    "webhooks": (
        CounterAlarm("WebhooksFailed", "send_webhooks"),
        CounterAlarm("WebhooksEnded", "send_webhooks", 1),
        CounterAlarm("WebhooksRefused", "send_webhooks", 1),
    ),
    "sessions": (
        CounterAlarm("SessionsLost", "browser", 1),
        CounterAlarm("SessionsEnding", "browser", 1),
        CounterAlarm("SessionsUnchecked", "browser", 1),
    ),
}

"""Lines of the dashboards and queries of the logs, as tables without CDK constructs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Statistic = Literal["Sum", "Maximum", "p50", "p95"]


@dataclass(frozen=True, slots=True)
class MetricLine:
    """Line of a graph: its label, the counter, the function that counts it, and the statistic."""

    label: str
    counter: str
    service: str
    statistic: Statistic = "Sum"


GRAPHS: Mapping[str, tuple[MetricLine, ...]] = {
    "Open goals": (
        MetricLine("being confirmed", "GoalsConfirming", "finish_tick", "Maximum"),
        MetricLine("searching, no clip yet", "GoalsSearching", "finish_tick", "Maximum"),
        MetricLine("searching, with clips", "GoalsWatchable", "finish_tick", "Maximum"),
    ),
    "Seconds from first sight": tuple(
        MetricLine(f"{label}, {statistic}", counter, "finish_tick", statistic)
        for label, counter in (
            ("stable", "SecondsToStable"),
            ("first clip", "SecondsToFirstClip"),
            ("complete", "SecondsToComplete"),
        )
        for statistic in ("p50", "p95")
    ),
    "Stuck": (
        MetricLine("goals past their deadline", "GoalsOverdue", "finish_tick"),
        MetricLine("goals never searched for", "GoalsNeverOpened", "finish_tick"),
        MetricLine("fixtures past their time limit", "FixturesOverdue", "finish_tick"),
        MetricLine("searches restarted", "SearchesRestarted", "poll_batch"),
        MetricLine("searches failed", "SearchesFailed", "search_clips"),
        MetricLine("polls failed", "PollsFailed", "poll_batch"),
    ),
    "Searches": (
        MetricLine("attempts of archived goals", "SearchesMade", "finish_tick"),
        MetricLine("clips found", "ClipsFound", "search_clips"),
        MetricLine("nothing posted", "NothingPosted", "search_clips"),
        MetricLine("posts skipped", "PostsSkipped", "search_clips"),
        MetricLine("post budget exhausted", "PostBudgetsExhausted", "search_clips"),
    ),
    "Clips of archived goals": (
        MetricLine("published", "ClipsPublished", "finish_tick"),
        MetricLine("rejected", "ClipsRejected", "finish_tick"),
        MetricLine("failed by us", "ClipsFailed", "finish_tick"),
    ),
    "Uploaded clips": (
        MetricLine("new", "ClipsAssignedNew", "upload_batch"),
        MetricLine("better than a stored one", "ClipsAssignedBetter", "upload_batch"),
        MetricLine("duplicates", "ClipsAssignedDuplicate", "upload_batch"),
        MetricLine("passed to another goal", "ClipsAssignedOtherGoal", "upload_batch"),
        MetricLine("waiting for their goal", "ClipsAssignedWaiting", "upload_batch"),
        MetricLine("fits no goal", "ClipsAssignedFitsNoGoal", "upload_batch"),
    ),
    "Clips not processed": (
        MetricLine("not fetched", "ClipsNotFetched", "upload_batch"),
        MetricLine("not validated", "ClipsNotValidated", "upload_batch"),
    ),
    "Ticks": (
        MetricLine("finished", "TicksFinished", "finish_tick"),
        MetricLine("skipped for low quota", "TicksSkippedForQuota", "plan_tick"),
    ),
    "Post budget": (MetricLine("used of the post budget, %", "BudgetUsed", "search_clips", "Maximum"),),
    "Requests to API-Football": (MetricLine("used of the day's requests, %", "RequestsUsed", "poll_batch", "Maximum"),),
    "Posts": (MetricLine("posts read", "PostsRead", "search_clips"),),
}
# estimates that docs/operator/costs.md explains
GOAL_USD = 0.0189
VISION_USD_PER_HOUR: Mapping[str, float] = {"ec2": 0.805, "sagemaker": 1.13, "cpu": 0.0395}

QUERIES: Mapping[str, str] = {
    "history of one goal": (
        "fields @timestamp, module, action, xray_trace_id, @message\n"
        '| filter event_id = "EVENT_ID"\n'
        "| sort @timestamp asc\n| limit 1000"
    ),
    "failures": (
        "fields @timestamp, module, error, event_id, exception_name\n"
        '| filter action = "failed"\n| sort @timestamp desc\n| limit 200'
    ),
    "goals without a clip": (
        'fields @timestamp, event_id\n| filter action = "goal_archived" and clips = 0\n| sort @timestamp desc'
    ),
    "posts read per hour": (
        "fields @timestamp, event_id\n"
        '| filter service = "search_clips" and ispresent(PostsRead)\n'
        "| stats sum(PostsRead) as posts by bin(1h)"
    ),
}

"""What the dashboards draw and the consoles ask, as tables: no construct of the CDK is in here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Statistic = Literal["Sum", "Maximum", "p50", "p95"]


@dataclass(frozen=True, slots=True)
class MetricLine:
    """A counter of ours on a graph: what it is called, who counts it, and how its values become one."""

    label: str
    counter: str
    service: str
    statistic: Statistic = "Sum"


STATES = (
    MetricLine("being confirmed", "GoalsConfirming", "finish_tick", "Maximum"),
    MetricLine("searched for, nothing yet", "GoalsSearching", "finish_tick", "Maximum"),
    MetricLine("searched for, with clips", "GoalsWatchable", "finish_tick", "Maximum"),
)
LATENCIES = tuple(
    MetricLine(f"{what}, {statistic}", counter, "finish_tick", statistic)
    for what, counter in (
        ("stable", "SecondsToStable"),
        ("first clip", "SecondsToFirstClip"),
        ("complete", "SecondsToComplete"),
    )
    for statistic in ("p50", "p95")
)
STUCK = (
    MetricLine("goals past their deadline", "GoalsOverdue", "finish_tick"),
    MetricLine("goals never searched for", "GoalsNeverOpened", "finish_tick"),
    MetricLine("fixtures nothing happens to", "FixturesOverdue", "finish_tick"),
    MetricLine("searches begun again", "SearchesRestarted", "poll_batch"),
    MetricLine("searches failed", "SearchesFailed", "search_clips"),
    MetricLine("polls failed", "PollsFailed", "poll_batch"),
)
ATTEMPTS = (
    MetricLine("attempts of archived goals", "SearchesMade", "finish_tick"),
    MetricLine("clips found", "ClipsFound", "search_clips"),
    MetricLine("nothing posted", "NothingPosted", "search_clips"),
    MetricLine("posts skipped", "PostsSkipped", "search_clips"),
    MetricLine("posts used up", "PostsUsedUp", "search_clips"),
)
OUTCOMES = (
    MetricLine("published", "ClipsPublished", "finish_tick"),
    MetricLine("turned away", "ClipsTurnedAway", "finish_tick"),
    MetricLine("failed by us", "ClipsFailed", "finish_tick"),
)
PLACED = (
    MetricLine("new", "ClipsPlacedNew", "upload_batch"),
    MetricLine("better than a known one", "ClipsPlacedBetter", "upload_batch"),
    MetricLine("copies", "ClipsPlacedDuplicate", "upload_batch"),
    MetricLine("another goal's", "ClipsPlacedOtherGoal", "upload_batch"),
    MetricLine("waiting for their goal", "ClipsPlacedWaiting", "upload_batch"),
    MetricLine("no goal's", "ClipsPlacedFitsNoGoal", "upload_batch"),
)
UNSEEN = (
    MetricLine("never fetched", "ClipsUnfetched", "upload_batch"),
    MetricLine("looked at by nobody", "ClipsUnchecked", "upload_batch"),
)
TICKS = (
    MetricLine("finished", "TicksFinished", "finish_tick"),
    MetricLine("skipped", "TicksSkippedForQuota", "plan_tick"),
)
SHARE_OF_POSTS = (MetricLine("of the day's or month's posts, %", "BudgetUsed", "search_clips", "Maximum"),)
SHARE_OF_REQUESTS = (MetricLine("of the day's requests, %", "RequestsUsed", "poll_batch", "Maximum"),)
POSTS = (MetricLine("posts read", "PostsRead", "search_clips"),)
LINES = (
    *(*STATES, *LATENCIES, *STUCK, *ATTEMPTS, *OUTCOMES, *PLACED, *UNSEEN),
    *(*TICKS, *SHARE_OF_REQUESTS, *SHARE_OF_POSTS, *POSTS),
)
# for the estimate of what a goal costs; where these come from is in docs/operator/costs.md
GOAL_USD = 0.0189
LOOKS_USD_AN_HOUR: Mapping[str, float] = {"ec2": 0.805, "sagemaker": 1.13, "cpu": 0.0395}

# what people ask of the logs, and over how many functions
QUERIES: Mapping[str, str] = {
    "what happened to one goal": (
        "fields @timestamp, module, action, xray_trace_id, @message\n"
        '| filter event_id = "PUT THE ID OF THE GOAL HERE"\n'
        "| sort @timestamp asc\n| limit 1000"
    ),
    "what failed": (
        "fields @timestamp, module, error, event_id, exception_name\n"
        '| filter action = "failed"\n| sort @timestamp desc\n| limit 200'
    ),
    "goals that ended without a clip": (
        'fields @timestamp, event_id\n| filter action = "goal_archived" and clips = 0\n| sort @timestamp desc'
    ),
    "what each search cost": (
        "fields @timestamp, event_id\n"
        '| filter service = "search_clips" and ispresent(PostsRead)\n'
        "| stats sum(PostsRead) as posts by bin(1h)"
    ),
}

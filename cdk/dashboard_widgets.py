"""What the dashboards draw and the consoles ask, as tables: no construct of the CDK is in here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Statistic = Literal["Sum", "Maximum", "p50", "p95"]


@dataclass(frozen=True, slots=True)
class Line:
    """A counter of ours on a graph: what it is called, who counts it, and how its values become one."""

    label: str
    counter: str
    service: str
    statistic: Statistic = "Sum"


STATES = (
    Line("being confirmed", "GoalsConfirming", "finish_tick", "Maximum"),
    Line("searched for, nothing yet", "GoalsSearching", "finish_tick", "Maximum"),
    Line("searched for, with clips", "GoalsWatchable", "finish_tick", "Maximum"),
)
LATENCIES = tuple(
    Line(f"{what}, {statistic}", counter, "finish_tick", statistic)
    for what, counter in (
        ("stable", "SecondsToStable"),
        ("first clip", "SecondsToFirstClip"),
        ("complete", "SecondsToComplete"),
    )
    for statistic in ("p50", "p95")
)
STUCK = (
    Line("goals past their deadline", "GoalsOverdue", "finish_tick"),
    Line("goals never searched for", "GoalsNeverOpened", "finish_tick"),
    Line("fixtures nothing happens to", "FixturesOverdue", "finish_tick"),
    Line("searches begun again", "SearchesRestarted", "poll_batch"),
    Line("searches failed", "SearchesFailed", "search_clips"),
    Line("polls failed", "PollsFailed", "poll_batch"),
)
ATTEMPTS = (
    Line("attempts of archived goals", "SearchesMade", "finish_tick"),
    Line("clips found", "ClipsFound", "search_clips"),
    Line("nothing posted", "NothingPosted", "search_clips"),
    Line("posts skipped", "PostsSkipped", "search_clips"),
    Line("posts used up", "PostsUsedUp", "search_clips"),
)
OUTCOMES = (
    Line("published", "ClipsPublished", "finish_tick"),
    Line("turned away", "ClipsTurnedAway", "finish_tick"),
    Line("failed by us", "ClipsFailed", "finish_tick"),
)
PLACED = (
    Line("new", "ClipsPlacedNew", "upload_batch"),
    Line("better than a known one", "ClipsPlacedBetter", "upload_batch"),
    Line("copies", "ClipsPlacedDuplicate", "upload_batch"),
    Line("another goal's", "ClipsPlacedOtherGoal", "upload_batch"),
    Line("waiting for their goal", "ClipsPlacedWaiting", "upload_batch"),
    Line("no goal's", "ClipsPlacedFitsNoGoal", "upload_batch"),
)
UNSEEN = (
    Line("never fetched", "ClipsUnfetched", "upload_batch"),
    Line("looked at by nobody", "ClipsUnchecked", "upload_batch"),
)
TICKS = (Line("finished", "TicksFinished", "finish_tick"), Line("thinned", "TicksThinned", "plan_tick"))
SHARE_OF_POSTS = (Line("of the day's or month's posts, %", "BudgetUsed", "search_clips", "Maximum"),)
SHARE_OF_REQUESTS = (Line("of the day's requests, %", "RequestsUsed", "poll_batch", "Maximum"),)
POSTS = (Line("posts read", "PostsRead", "search_clips"),)
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

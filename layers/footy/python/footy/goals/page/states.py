"""State of a goal for viewers, with the reason."""

from collections import Counter
from collections.abc import Iterable, Mapping

from footy.goals.fixtures.goal.debounce import scorer_known
from footy.goals.model.documents import EventDocument, Telemetry
from footy.goals.page.schemas import GoalState, StateCode
from footy.goals.settings import Rules

# outcomes of clips that were rejected, in the singular and the plural
REJECTED: Mapping[str, tuple[str, str]] = {
    "not_football": ("no football", "no football"),
    "filmed_screen": ("filmed screen", "filmed screens"),
    "wrong_minute": ("wrong minute", "wrong minutes"),
    "other_goal": ("of another goal", "of another goal"),
    "waiting": ("fits no goal", "fit no goal"),
    "fits_no_goal": ("fits no goal", "fit no goal"),
    "deleted": ("deleted", "deleted"),
    "geo_blocked": ("blocked here", "blocked here"),
    "too_large": ("too large", "too large"),
    "too_short": ("too short", "too short"),
    "too_long": ("too long", "too long"),
    "too_narrow": ("upright", "upright"),
    "not_video": ("no video", "no videos"),
    "damaged": ("damaged", "damaged"),
}
# outcomes that are failures of ours: viewers should know that clips were posted
FAILURES: Mapping[str, str] = {
    "unchecked": "the vision model did not answer",
    "not_fetched": "no worker was free to fetch the clips",
    "fetch_failed": "the posts could not be fetched",
    "rate_limited": "the posts could not be fetched",
    "timed_out": "the posts could not be fetched",
    "malformed_result": "the download was interrupted",
    "unreadable_hash": "the clip could not be compared",
    "file_missing": "the file was lost",
    "file_changed": "the file was lost",
    "decoder_died": "the file could not be read",
}
PUBLISHED = frozenset({"new", "better", "duplicate"})
WHY_REMOVED: Mapping[str, str] = {
    "var": "disallowed by the VAR",
    "scorer_never_known": "removed: its scorer was never named",
}


def state_of(event: EventDocument, clips: int, rules: Rules) -> GoalState:
    """Return the state of a goal; with clips it can be watched in any case (W1)."""
    complete, downloads = event["_download_complete"], len(set(event["_download_workflows"]))
    if clips:
        return _state("clips", "1 clip" if clips == 1 else f"{clips} clips", more=not complete)
    if not event["_monitor_complete"] and not complete:
        return _state("confirming", _confirming(event, rules), more=True)
    if not complete:
        return _state("looking", f"looking for clips ({downloads} of {rules.searches_per_goal})", more=True)
    return _ended(event["_telemetry"])


def state_of_removed(why: str) -> GoalState:
    """Return the state of a removed goal."""
    return _state("removed", WHY_REMOVED.get(why, "removed"), more=False)


def _confirming(event: EventDocument, rules: Rules) -> str:
    if not scorer_known(event):
        return "waiting for the scorer's name"
    ticks = min(len(set(event["_monitor_workflows"])), rules.stable_ticks)
    return f"being confirmed ({ticks} of {rules.stable_ticks})"


def _ended(telemetry: Telemetry) -> GoalState:
    """Return the state of a complete goal without clip: nothing posted, all rejected, or a failure of ours (W3)."""
    outcomes = _outcomes(telemetry)
    rejected = {name: count for name, count in outcomes.items() if name not in FAILURES and name not in PUBLISHED}
    failures = [FAILURES[name] for name in outcomes if name in FAILURES]
    if rejected:
        return _state("none_passed", f"clips found, none passed ({_counted(rejected)})", more=False)
    if failures:
        return _state("failed", f"we failed ({'; '.join(dict.fromkeys(failures))})", more=False)
    if "opened_at" not in telemetry:
        return _state("failed", "we failed (the search never started)", more=False)
    if telemetry.get("failed_searches") and not telemetry.get("attempts"):
        return _state("failed", "we failed (X did not answer)", more=False)
    if any(attempt["chosen"] for attempt in telemetry.get("attempts", [])):
        return _state("failed", "we failed (the clips were not ready in time)", more=False)
    return _state("none_posted", "no clip was posted", more=False)


def _outcomes(telemetry: Telemetry) -> Counter[str]:
    counts = Counter[str]()
    for download in telemetry.get("downloads", []):
        counts.update(download["outcomes"])
    return +counts


def _counted(outcomes: Mapping[str, int]) -> str:
    by_number: Iterable[tuple[str, int]] = sorted(outcomes.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{count} {_word(name, count)}" for name, count in by_number)


def _word(name: str, count: int) -> str:
    one, several = REJECTED.get(name, (name.replace("_", " "),) * 2)
    return one if count == 1 else several


def _state(code: StateCode, text: str, *, more: bool) -> GoalState:
    return GoalState(code, text, more)

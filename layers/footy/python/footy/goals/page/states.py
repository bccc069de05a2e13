"""Where a goal stands, in people's words, with the reason."""

from collections import Counter
from collections.abc import Iterable, Mapping

from footy.goals.fixtures.goal.debounce import scorer_known
from footy.goals.model.documents import EventDocument, Telemetry
from footy.goals.page.schemas import GoalState, StateCode
from footy.goals.settings import Rules

# outcome of a clip that is nobody's fault: -> (one, several)
NOT_FOR_US: Mapping[str, tuple[str, str]] = {
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
# what we could not do; whoever reads it should know that it was not for want of clips
OURS: Mapping[str, str] = {
    "unchecked": "the vision model did not answer",
    "not_fetched": "nobody was free to fetch the clips",
    "fetch_failed": "the posts could not be fetched",
    "rate_limited": "the posts could not be fetched",
    "timed_out": "the posts could not be fetched",
    "malformed_result": "the download broke off",
    "unreadable_hash": "the clip could not be compared",
    "file_missing": "the file was lost",
    "file_changed": "the file was lost",
    "decoder_died": "the file could not be read",
}
PUBLISHED = frozenset({"new", "better", "duplicate"})
WHY_REMOVED: Mapping[str, str] = {
    "var": "taken back by the VAR",
    "scorer_never_known": "taken back: nobody was named as its scorer",
}


def state_of(event: EventDocument, clips: int, rules: Rules) -> GoalState:
    """A goal that has clips can be watched, whatever else is still going on."""
    over, downloads = event["_download_complete"], len(set(event["_download_workflows"]))
    if clips:
        return _said("clips", "1 clip" if clips == 1 else f"{clips} clips", more=not over)
    if not event["_monitor_complete"] and not over:
        return _said("confirming", _confirming(event, rules), more=True)
    if not over:
        return _said("looking", f"looking for clips ({downloads} of {rules.searches_per_goal})", more=True)
    return _ended(event["_telemetry"])


def state_of_removed(why: str) -> GoalState:
    """A goal that does not count any more."""
    return _said("removed", WHY_REMOVED.get(why, "taken back"), more=False)


def _confirming(event: EventDocument, rules: Rules) -> str:
    if not scorer_known(event):
        return "waiting for the scorer's name"
    ticks = min(len(set(event["_monitor_workflows"])), rules.stable_ticks)
    return f"being confirmed ({ticks} of {rules.stable_ticks})"


def _ended(telemetry: Telemetry) -> GoalState:
    """Over without a clip: nothing was posted, nothing was good enough, or we are to blame."""
    outcomes = _outcomes(telemetry)
    theirs = {name: count for name, count in outcomes.items() if name not in OURS and name not in PUBLISHED}
    ours = [OURS[name] for name in outcomes if name in OURS]
    if theirs:
        return _said("none_passed", f"clips found, none passed ({_counted(theirs)})", more=False)
    if ours:
        return _said("failed", f"we failed ({'; '.join(dict.fromkeys(ours))})", more=False)
    if "opened_at" not in telemetry:
        return _said("failed", "we failed (the search never began)", more=False)
    if telemetry.get("failed_searches") and not telemetry.get("attempts"):
        return _said("failed", "we failed (X did not answer)", more=False)
    if any(attempt["chosen"] for attempt in telemetry.get("attempts", [])):
        return _said("failed", "we failed (the clips were not through in time)", more=False)
    return _said("none_posted", "nobody posted one", more=False)


def _outcomes(telemetry: Telemetry) -> Counter[str]:
    counted = Counter[str]()
    for download in telemetry.get("downloads", []):
        counted.update(download["outcomes"])
    return +counted


def _counted(outcomes: Mapping[str, int]) -> str:
    by_number: Iterable[tuple[str, int]] = sorted(outcomes.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{count} {_word(name, count)}" for name, count in by_number)


def _word(name: str, count: int) -> str:
    one, several = NOT_FOR_US.get(name, (name.replace("_", " "),) * 2)
    return one if count == 1 else several


def _said(code: StateCode, text: str, *, more: bool) -> GoalState:
    return GoalState(code, text, more)

"""Settings and outcome of an evening, with its cost."""

from dataclasses import dataclass, field
from itertools import pairwise
from statistics import quantiles
from typing import Literal

from bench.model.simulation import Place, Word
from bench.model.table import Table

# a container per attempt (as it was), one that stays with its goal, or a pool that all goals share
Shape = Literal["attempt", "goal", "pool"]
Target = Literal["prod", "dev"]
SHAPES: tuple[Shape, ...] = ("attempt", "goal", "pool")
TARGETS: tuple[Target, ...] = ("prod", "dev")
WINDOW = 300.0  # all goals fall within it
TRANSITIONS = {"attempt": (46, 10), "goal": (46, 10), "pool": (46, 9)}  # of a goal, and of each download
SPOT_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class Setting:
    """Setting of an evening."""

    goals: int
    shape: Shape
    quotas: str = "new"
    target: Target = "prod"
    drought: bool = False
    deaths_per_hour: float = 0.0
    window: float = WINDOW
    seed: int = 1


@dataclass(slots=True)
class Outcome:
    """Outcome of an evening."""

    setting: Setting
    clips: int = 0
    first: list[float] = field(default_factory=list)
    from_search: list[float] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)
    dollars: float = 0.0
    looking_dollars: float = 0.0
    peaks: dict[str, float] = field(default_factory=dict)
    waits: dict[str, float] = field(default_factory=dict)

    def bill(self, table: Table, *, task_seconds: float, function_seconds: float) -> None:
        """Return the cost at AWS without vision."""
        prices, worker, setting = table.prices, table.worker, self.setting
        hour = worker["vcpu"] * prices["vcpu_hour"] + worker["gb"] * prices["gb_hour"]
        share = 1.0 if setting.drought else SPOT_WEIGHT * prices["spot_share"] + 1 - SPOT_WEIGHT
        each_goal, each_download = TRANSITIONS[setting.shape]
        transitions = setting.goals * (each_goal + each_download * len(table.chosen))
        self.dollars = (
            task_seconds / 3600 * hour * share
            + function_seconds * prices["function_second"]
            + transitions * prices["transition"]
        )

    def lose(self, where: str, clips: int) -> None:
        """Return the losses by cause."""
        self.lost[where] = self.lost.get(where, 0) + clips

    @property
    def lost_share(self) -> float:
        """Return the share of clips that were never fetched or never validated."""
        return sum(self.lost.values()) / self.clips if self.clips else 0.0

    @property
    def bottleneck(self) -> str:
        """Return the resource with the longest wait or the most losses."""
        if self.lost:
            return max(self.lost, key=lambda where: self.lost[where])
        worst = max(self.waits, key=lambda name: self.waits[name], default="")
        return worst if worst and self.waits[worst] > 1 else ""


@dataclass(slots=True)
class Goal:
    """Goal of the evening."""

    word_at: float
    first_at: float | None = None
    after_search: float = 0.0
    # its search, and every clip that is on its way
    open: int = 1

    @property
    def over(self) -> bool:
        """Return whether all work for the goal is over."""
        return not self.open


@dataclass(slots=True)
class Find:
    """Posts of one search, with their deadline; `begun` is the start of the container."""

    goal: Goal
    clips: int
    at: float
    until: float
    begun: bool = False


@dataclass(slots=True)
class Stay:
    """Worker that serves one goal."""

    begun: Word = field(default_factory=Word)
    over: Word = field(default_factory=Word)
    refused: bool = False
    hands: Place = field(default_factory=lambda: Place("", 0))
    lanes: Place = field(default_factory=lambda: Place("", 0))


def together(outcomes: list[Outcome]) -> Outcome:
    """Combine several evenings of the same setting."""
    whole = Outcome(outcomes[0].setting)
    for one in outcomes:
        whole.clips += one.clips
        whole.first += one.first
        whole.from_search += one.from_search
        for where, clips in one.lost.items():
            whole.lose(where, clips)
        whole.dollars += one.dollars / len(outcomes)
        whole.looking_dollars += one.looking_dollars / len(outcomes)
        for kept, more in ((whole.peaks, one.peaks), (whole.waits, one.waits)):
            kept |= {name: max(value, kept.get(name, 0.0)) for name, value in more.items()}
    return whole


def percentile(values: list[float], percent: int) -> float:
    """Return a percentile."""
    if len(values) < 2:
        return values[0] if values else float("nan")
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def knee(outcomes: list[Outcome]) -> tuple[int, str] | None:
    """Return the first number of goals with losses or a 50 % later first clip, and the reason."""
    for before, after in pairwise(outcomes):
        late = percentile(after.first, 50) > 1.5 * percentile(before.first, 50)
        if (after.lost and not before.lost) or late or not after.first:
            return after.setting.goals, after.bottleneck
    return None

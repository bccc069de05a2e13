"""A match as the commands know it: a replay that runs to its end, or real life, which does not."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path

from footy.goals.settings import Rules
from local.cli.live_table import Screen
from local.cli.play import Play
from local.cli.summary import FixtureLine, Summary
from local.cli.truth import footage_of, minute_text
from local.process.disk import check_room
from local.process.errors import LocalError
from local.process.processes import Watch
from local.replay.model import REPLAYS, Replay
from local.replay.tables import ReplayError
from local.stack.exit_reasons import watched
from local.stack.matchday import MatchDay
from local.stack.pause import pausing
from local.stack.replay_clock import Tempo
from local.stack.services import real_services
from local.stack.stack import Stack

LOOK_EVERY = 0.5
OVERTIME = timedelta(hours=1)
IDLE_KINDS = ("row",)
# In real time, which a busy machine needs for it; a download given up earlier would be searched for twice.
REGISTRATION_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Match:
    """What is played, and how fast."""

    replay: Replay | None
    file: Path | None
    rate: float

    @property
    def replayed(self) -> bool:
        return self.replay is not None

    @property
    def title(self) -> str:
        return self.replay.title if self.replay else "the fixtures of today, live"

    @property
    def ending(self) -> str:
        """How fast it goes, and when it ends."""
        return f"{self.rate:g} match seconds per second" if self.replayed else "until Ctrl-C ends it"

    @property
    def begins_at(self) -> datetime | None:
        return self.replay.begins_at if self.replay else None

    @property
    def rules(self) -> dict[str, str]:
        """A replay's teams are tracked, whoever they are; and it may play by a rule of its own."""
        if self.replay is None:
            return {}
        return {
            "tracked_teams": ",".join(map(str, self.replay.team_ids)),
            "registration_seconds": str(max(Rules().registration_seconds, ceil(REGISTRATION_SECONDS * self.rate))),
            **self.replay.rules,
        }

    def play(self, stack: Stack, screen: Screen, *, stays: bool) -> Summary:
        """Lets the match clock run until the day is over, showing what happens.

        Whatever ends is seen at once, and the clock stands until it is back or everything has been ended in order.
        """
        tempo = self.tempo(stack)
        with watched(stack, tempo.hold) as watch, pausing(tempo.hold):
            try:
                return self._play(stack, screen, tempo, watch, stays=stays)
            finally:
                tempo.hold()  # whoever looks on sees it as it ended, and what is being ended sees no time pass

    def tempo(self, stack: Stack) -> Tempo:
        """How fast it goes, and whether it can be held: neither real life nor waits of other AWSs stand still."""
        holds = self.replayed and stack.aws.scales
        return Tempo(stack.clock, self.rate, stack.aws.scale_waits, holds=holds)

    def _play(self, stack: Stack, screen: Screen, tempo: Tempo, watch: Watch, *, stays: bool) -> Summary:
        play = Play(stack)
        day = MatchDay(
            tempo=tempo,
            moments=self._moments(),
            start_tick=play.start_tick,
            start_ingest=play.start_ingest,
            mend_images=play.mend_images,
            is_quiet=play.is_quiet,
            keeps_up=play.keeps_up,
            is_warm=play.has_ticked,
        )
        play.take_up()
        if self.replayed:
            day.resume()
        else:
            day.begin(datetime.now(UTC))
        looked = 0.0
        with screen.match():
            while True:
                if ended := watch.ended():
                    tempo.hold()
                    stack.mend(ended)
                elif tempo.held:
                    day.go_on()
                day.step()
                if time.monotonic() - looked < LOOK_EVERY:
                    continue
                looked = time.monotonic()
                check_room(stack.home.root)
                lines, now = play.lines(), stack.clock.now()
                screen.show(now, lines)
                if not stays and self._is_over(lines, now) and play.is_quiet():
                    break
        return play.conclude(self._expected(), footage_of(self.replay) if self.replay else {})

    def _moments(self) -> list[datetime]:
        moments = self.replay.moments() if self.replay else ()
        return [moment.at for moment in moments if moment.kind not in IDLE_KINDS]

    def _expected(self) -> list[tuple[int, str, str]]:
        goals = self.replay.goals() if self.replay else ()
        return [(goal.fixture_id, minute_text(goal.minute, goal.extra), goal.player) for goal in goals]

    def _is_over(self, lines: list[FixtureLine], now: datetime) -> bool:
        if self.replay is None:
            return False
        done = {line.fixture_id for line in lines if line.home == "completed"}
        return done >= {fixture.id for fixture in self.replay.fixtures} or now > self.replay.ends_at + OVERTIME


def open_match(name: str, speed: float, environment: Mapping[str, str]) -> Match:
    """Real life when the keys for it are given, else the replay of that name or file."""
    if real_services(environment) is not None:
        return Match(None, None, 1.0)
    try:
        replay = Replay.load(name)
    except ReplayError as wrong:
        raise LocalError(str(wrong)) from wrong
    file = Path(name) if name.endswith(".toml") else REPLAYS / f"{name}.toml"
    return Match(replay, file.resolve(), speed)

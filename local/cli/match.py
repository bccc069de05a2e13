"""A match day as the commands play it: a replay that ends, or the real matches, which do not."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path

from footy.goals.settings import Rules
from local.cli.match_log import MatchLog
from local.cli.placement import footage_of, minute_text
from local.cli.play import Play
from local.cli.summary import FixtureLine, Summary
from local.process.disk import check_disk
from local.process.errors import LocalError
from local.process.watch import MemberWatch
from local.replay.model import REPLAYS, Replay
from local.replay.schema import ReplayError
from local.stack.exit_reasons import watch_stack
from local.stack.matchday import MatchDay
from local.stack.pause import pause_on_suspend
from local.stack.progress import ProgressLog
from local.stack.replay_clock import ReplayClock
from local.stack.services import real_services
from local.stack.stack import Stack

POLL_SECONDS = 0.5
OVERTIME = timedelta(hours=1)
QUIET_KINDS = ("row",)
# real seconds, which a busy machine needs; a download that is given up earlier would be searched for twice
REGISTRATION_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Match:
    """A replay or the real matches, and the pace."""

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
    def duration(self) -> str:
        """Pace of a replay, or how to end the real matches."""
        return f"{self.rate:g} match seconds per second" if self.replayed else "until Ctrl-C ends it"

    @property
    def begins_at(self) -> datetime | None:
        return self.replay.begins_at if self.replay else None

    @property
    def rules(self) -> dict[str, str]:
        """Rules of a replay: its teams are tracked, and its file may change others."""
        if self.replay is None:
            return {}
        return {
            "tracked_teams": ",".join(map(str, self.replay.team_ids)),
            "registration_seconds": str(max(Rules().registration_seconds, ceil(REGISTRATION_SECONDS * self.rate))),
            **self.replay.rules,
        }

    def play(self, stack: Stack, progress: ProgressLog, *, stays: bool) -> Summary:
        """Run the clock until the day is over; pause it while a member restarts, and at the end."""
        clock = self.replay_clock(stack)
        with watch_stack(stack, clock.pause) as watch, pause_on_suspend(clock.pause):
            try:
                return self._play(stack, progress, clock, watch, stays=stays)
            finally:
                clock.pause()

    def replay_clock(self, stack: Stack) -> ReplayClock:
        """Return the clock of the stack; neither real matches nor the Wait states of other AWSs can pause."""
        can_pause = self.replayed and stack.aws.scales
        return ReplayClock(stack.clock, self.rate, stack.aws.scale_waits, can_pause=can_pause)

    def _play(
        self, stack: Stack, progress: ProgressLog, clock: ReplayClock, watch: MemberWatch, *, stays: bool
    ) -> Summary:
        play = Play(stack)
        day = MatchDay(
            clock=clock,
            moments=self._moments(),
            start_tick=play.start_tick,
            start_ingest=play.start_ingest,
            mend_images=play.mend_images,
            is_quiet=play.is_quiet,
            keeps_up=play.keeps_up,
            is_warm=play.has_ticked,
        )
        play.recover()
        if self.replayed:
            day.resume()
        else:
            day.start(datetime.now(UTC))
        log, polled = MatchLog(progress), 0.0
        while True:
            if ended := watch.ended():
                clock.pause()
                stack.restart(ended)
            elif clock.paused:
                day.end_pause()
            day.step()
            if time.monotonic() - polled < POLL_SECONDS:
                continue
            polled = time.monotonic()
            check_disk(stack.home.root)
            lines, now = play.lines(), stack.clock.now()
            log.show(now, lines)
            if not stays and self._is_over(lines, now) and play.is_quiet():
                return play.conclude(self._expected(), footage_of(self.replay) if self.replay else {})

    def _moments(self) -> list[datetime]:
        moments = self.replay.moments() if self.replay else ()
        return [moment.at for moment in moments if moment.kind not in QUIET_KINDS]

    def _expected(self) -> list[tuple[int, str, str]]:
        goals = self.replay.goals() if self.replay else ()
        return [(goal.fixture_id, minute_text(goal.minute, goal.extra), goal.player) for goal in goals]

    def _is_over(self, lines: list[FixtureLine], now: datetime) -> bool:
        if self.replay is None:
            return False
        completed = {line.fixture_id for line in lines if line.collection == "completed"}
        return completed >= {fixture.id for fixture in self.replay.fixtures} or now > self.replay.ends_at + OVERTIME


def open_match(name: str, speed: float, environment: Mapping[str, str]) -> Match:
    """Return the real matches where their keys are set, else the replay of that name or file."""
    if real_services(environment) is not None:
        return Match(None, None, 1.0)
    try:
        replay = Replay.load(name)
    except ReplayError as error:
        raise LocalError(str(error)) from error
    file = Path(name) if name.endswith(".toml") else REPLAYS / f"{name}.toml"
    return Match(replay, file.resolve(), speed)

"""Football data for the steps: any number of fixtures, storable ones only."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from functools import partial

from footy.core.errors import FootyError
from footy.core.telemetry import count, log_warning, logger
from footy.goals.adapters.football.api_football import ApiFootballClient, Unread
from footy.goals.adapters.football.api_football_bodies import PollAnswer
from footy.goals.adapters.mongo.fixtures.live import encoded
from footy.goals.settings import Rules

PARALLEL_REQUESTS = 5


class Football:
    """Polls in batches of 20 (F13); a failed batch affects only its own fixtures."""

    def __init__(self, api: ApiFootballClient, rules: Rules) -> None:
        self._api = api
        self._size = rules.poll_batch_size

    def fixtures(self, ids: Sequence[int]) -> PollAnswer:
        """Poll these fixtures; what is absent or unreadable counts as not polled (F18).

        Raise only when no batch was answered.
        """
        replies = list(self._replies([ids[start : start + self._size] for start in range(0, len(ids), self._size)]))
        answers = [reply for reply in replies if isinstance(reply, PollAnswer)]
        for failure in (reply for reply in replies if not isinstance(reply, PollAnswer)):
            count("PollsFailed")
            if not answers:
                raise failure
        return _reported(_together(answers))

    def of_day(self, day: date) -> PollAnswer:
        """Return all fixtures of a UTC day."""
        return _reported(_storable(self._api.by_date(day)))

    def _replies(self, batches: Sequence[Sequence[int]]) -> Iterator[PollAnswer | Exception]:
        """Send the requests in parallel and read the answers one after the other: parsing is CPU-bound."""
        if len(batches) == 1:
            yield _read(batches[0], partial(self._api.ask, batches[0]))
            return
        with ThreadPoolExecutor(PARALLEL_REQUESTS) as pool:
            replies = [pool.submit(self._api.ask, ids) for ids in batches]
            yield from (_read(ids, reply.result) for ids, reply in zip(batches, replies, strict=True))


def _read(ids: Sequence[int], reply: Callable[[], Unread]) -> PollAnswer | Exception:
    try:
        return _storable(reply()())
    except Exception as failure:  # noqa: BLE001 - a failure of this batch only
        level = logger.warning if isinstance(failure, FootyError) else logger.exception
        level("poll_failed", extra={"action": "poll_failed", "ids": list(ids), "reason": str(failure)})
        return failure


def _together(answers: Iterable[PollAnswer]) -> PollAnswer:
    """Merge the answers; the lowest quota wins."""
    parts = list(answers)
    quotas = [answer.quota for answer in parts if answer.quota]
    return PollAnswer(
        bodies=tuple(body for answer in parts for body in answer.bodies),
        rejects=tuple(reject for answer in parts for reject in answer.rejects),
        missing=frozenset[int]().union(*(answer.missing for answer in parts)),
        quota=min(quotas, key=lambda quota: quota.remaining, default=None),
    )


def _storable(answer: PollAnswer) -> PollAnswer:
    """Keep the storable fixtures, already encoded, to release the large answer early."""
    bodies = tuple(filter(None, map(encoded, answer.bodies)))
    unstorable = frozenset(body.id for body in answer.bodies) - {body.id for body in bodies}
    return replace(answer, bodies=bodies, missing=answer.missing | unstorable)


def _reported(answer: PollAnswer) -> PollAnswer:
    """Log and count what the answer lacks."""
    for reject in answer.rejects:
        log_warning("row_rejected", fixture_id=reject.fixture_id, reason=reject.reason)
    if answer.rejects:
        count("RowsRejected", len(answer.rejects))
    if answer.missing:
        log_warning("fixtures_omitted", ids=sorted(answer.missing))
        count("FixturesOmitted", len(answer.missing))
    return answer

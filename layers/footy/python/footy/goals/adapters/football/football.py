"""The fixtures of the football API as steps ask for them: any number at once, and only what can be stored."""

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

QUESTIONS_AT_ONCE = 5


class Football:
    """Asks twenty fixtures in each question; one question that fails harms only its own."""

    def __init__(self, api: ApiFootballClient, rules: Rules) -> None:
        self._api = api
        self._size = rules.poll_batch_size

    def fixtures(self, ids: Sequence[int]) -> PollAnswer:
        """What the API says of these; what it leaves out or garbles was not polled, and nothing follows from it.

        Raises only when no question was answered.
        """
        replies = list(self._replies([ids[start : start + self._size] for start in range(0, len(ids), self._size)]))
        answers = [reply for reply in replies if isinstance(reply, PollAnswer)]
        for failure in (reply for reply in replies if not isinstance(reply, PollAnswer)):
            count("PollsFailed")
            if not answers:
                raise failure
        return _told(_together(answers))

    def of_day(self, day: date) -> PollAnswer:
        """All fixtures of a day, in UTC."""
        return _told(_storable(self._api.by_date(day)))

    def _replies(self, questions: Sequence[Sequence[int]]) -> Iterator[PollAnswer | Exception]:
        """Asked side by side, and read one after the other: several that read at once only take turns."""
        if len(questions) == 1:
            yield _read(questions[0], partial(self._api.ask, questions[0]))
            return
        with ThreadPoolExecutor(QUESTIONS_AT_ONCE) as pool:
            replies = [pool.submit(self._api.ask, ids) for ids in questions]
            yield from (_read(ids, reply.result) for ids, reply in zip(questions, replies, strict=True))


def _read(ids: Sequence[int], reply: Callable[[], Unread]) -> PollAnswer | Exception:
    try:
        return _storable(reply()())
    except Exception as failure:  # noqa: BLE001 - whatever it is, it is this question's
        level = logger.warning if isinstance(failure, FootyError) else logger.exception
        level("poll_failed", extra={"action": "poll_failed", "ids": list(ids), "reason": str(failure)})
        return failure


def _together(answers: Iterable[PollAnswer]) -> PollAnswer:
    """One answer of all; the budget is what the most sober of them says is left."""
    parts = list(answers)
    quotas = [answer.quota for answer in parts if answer.quota]
    return PollAnswer(
        bodies=tuple(body for answer in parts for body in answer.bodies),
        rejects=tuple(reject for answer in parts for reject in answer.rejects),
        missing=frozenset[int]().union(*(answer.missing for answer in parts)),
        quota=min(quotas, key=lambda quota: quota.remaining, default=None),
    )


def _storable(answer: PollAnswer) -> PollAnswer:
    """What can be stored, as it will be: most of an answer is of no other use, and is let go before the next comes."""
    bodies = tuple(filter(None, map(encoded, answer.bodies)))
    left_out = frozenset(body.id for body in answer.bodies) - {body.id for body in bodies}
    return replace(answer, bodies=bodies, missing=answer.missing | left_out)


def _told(answer: PollAnswer) -> PollAnswer:
    """The answer; what it leaves out or garbles is said and counted."""
    for reject in answer.rejects:
        log_warning("rejected", fixture_id=reject.fixture_id, reason=reject.reason)
    if answer.rejects:
        count("RowsRejected", len(answer.rejects))
    if answer.missing:
        log_warning("fixtures_left_out", ids=sorted(answer.missing))
        count("FixturesOmitted", len(answer.missing))
    return answer

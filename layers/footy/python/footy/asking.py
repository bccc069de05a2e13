"""The API asked for many fixtures at once, twenty in each question; one question that fails harms only its own."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from footy.errors import FootyError
from footy.fixtures.answers import Answer
from footy.fixtures.api_football import ApiFootball
from footy.settings import Rules
from footy.telemetry import count, logger
from footy.usable import usable

QUESTIONS_AT_ONCE = 5


def ask(api: ApiFootball, ids: Sequence[int], rules: Rules) -> Answer:
    """What the API says of these; what it leaves out or garbles was not polled, and nothing follows from it.

    Raises only when no question was answered.
    """
    size = rules.poll_batch_size
    questions = [ids[start : start + size] for start in range(0, len(ids), size)]
    replies = list(_replies(api, questions))
    answers = [reply for reply in replies if isinstance(reply, Answer)]
    for failure in (reply for reply in replies if not isinstance(reply, Answer)):
        count("PollsFailed")
        if not answers:
            raise failure
    return usable(_together(answers))


def _replies(api: ApiFootball, questions: Sequence[Sequence[int]]) -> Iterator[Answer | Exception]:
    asks = [_asking(api, ids) for ids in questions]
    if len(asks) == 1:
        yield asks[0]()
        return
    with ThreadPoolExecutor(QUESTIONS_AT_ONCE) as pool:
        yield from pool.map(lambda one: one(), asks)


def _asking(api: ApiFootball, ids: Sequence[int]) -> Callable[[], Answer | Exception]:
    def reply() -> Answer | Exception:
        try:
            return api.by_ids(ids)
        except Exception as failure:  # noqa: BLE001 - whatever it is, it is this question's
            level = logger.warning if isinstance(failure, FootyError) else logger.exception
            level("poll_failed", extra={"action": "poll_failed", "ids": list(ids), "reason": str(failure)})
            return failure

    return reply


def _together(answers: Iterable[Answer]) -> Answer:
    """One answer of all; the budget is what the most sober of them says is left."""
    told = list(answers)
    quotas = [answer.quota for answer in told if answer.quota]
    return Answer(
        bodies=tuple(body for answer in told for body in answer.bodies),
        rejects=tuple(reject for answer in told for reject in answer.rejects),
        missing=frozenset[int]().union(*(answer.missing for answer in told)),
        quota=min(quotas, key=lambda quota: quota.remaining, default=None),
    )

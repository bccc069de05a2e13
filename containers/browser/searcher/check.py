"""Daily check of each session: open the search page once, before a match needs it."""

from datetime import timedelta

from footy.core.errors import FootyError, RateLimited
from footy.core.telemetry import count, log_info, log_warning, metrics
from searcher.account_rotation import TEMPORARY, UNUSABLE, AccountInUse
from searcher.progress import SearchRequest
from searcher.queue import SearchQueue

QUERY = "goal filter:videos"
DAY = timedelta(days=1)


async def check(queue: SearchQueue) -> int:
    """Return 0 if every account can search and no session expires soon; else count the metrics of the alarms."""
    rotation, accounts, now = queue.rotation, queue.rotation.names, queue.clock.now()
    soon = now + timedelta(hours=queue.rules.session_warning_hours)
    # an operator may have answered a challenge meanwhile
    rotation.respected = TEMPORARY
    unchecked = [name for name in accounts if not await _is_checked(queue, name)]
    unusable = sorted(name for name, why in rotation.states.items() if why in UNUSABLE)
    ending = sorted(name for name, end in rotation.ends.items() if end < soon and name not in unusable)
    count("SessionsUnchecked", len(unchecked))
    count("SessionsEnding", len(ending))
    metrics.flush_metrics()
    log_info("sessions_checked", accounts=list(accounts), lost=unusable, ending=ending, unseen=unchecked)
    return 1 if unusable or ending or unchecked else 0


async def _is_checked(queue: SearchQueue, name: str) -> bool:
    """Search once; return whether the account's state is known, also from another instance that has leased it."""
    queue.rotation.names = [name]
    try:
        await queue.search(SearchRequest(query=QUERY, posted_after=queue.clock.now() - DAY))
        await queue.rotation.reopen()
    except (AccountInUse, RateLimited) as failure:
        log_info("session_in_use", account=name, reason=str(failure))
    except FootyError as failure:
        log_warning("session_refused", account=name, error=type(failure).__name__, reason=str(failure))
        return queue.rotation.states.get(name) in UNUSABLE
    finally:
        await queue.release()
    return True

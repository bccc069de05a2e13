"""Looks how each session is, before anybody needs it: the page is opened once, as for a search."""

from datetime import timedelta

from footy.core.errors import FootyError, RateLimited
from footy.core.telemetry import count, log_info, log_warning, metrics
from searcher.account_rotation import LIMIT, LOST, InUse
from searcher.progress import Wanted
from searcher.queue import Desk

QUERY = "goal filter:videos"
DAY = timedelta(days=1)


async def check(desk: Desk) -> int:
    """0 when every account can search and none is about to forget its session; else 1, and a person is told."""
    rota, accounts, now = desk.rota, desk.rota.names, desk.clock.now()
    soon = now + timedelta(hours=desk.rules.session_warning_hours)
    # somebody may have answered a challenge since it was noted
    rota.heeds = LIMIT
    unseen = [name for name in accounts if not await _is_seen(desk, name)]
    lost = sorted(name for name, why in rota.known.items() if why in LOST)
    ending = sorted(name for name, end in rota.ends.items() if end < soon and name not in lost)
    count("SessionsUnchecked", len(unseen))
    count("SessionsEnding", len(ending))
    metrics.flush_metrics()
    log_info("sessions_checked", accounts=list(accounts), lost=lost, ending=ending, unseen=unseen)
    return 1 if lost or ending or unseen else 0


async def _is_seen(desk: Desk, name: str) -> bool:
    """Whether X has said how the account is: to this look, or to another instance that has it."""
    desk.rota.names = [name]
    try:
        await desk.search(Wanted(query=QUERY, posted_after=desk.clock.now() - DAY))
        await desk.rota.reopen()
    except (InUse, RateLimited) as failure:
        log_info("session_in_use", account=name, reason=str(failure))
    except FootyError as failure:
        log_warning("session_refused", account=name, error=type(failure).__name__, reason=str(failure))
        return desk.rota.known.get(name) in LOST
    finally:
        await desk.release()
    return True

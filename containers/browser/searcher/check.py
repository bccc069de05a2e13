"""Looks how each session is, before anybody needs it: the page is opened once, as for a search."""

from datetime import timedelta

from footy.errors import FootyError
from footy.telemetry import count, metrics, say, warn
from searcher.desk import Desk
from searcher.reading import Wanted

QUERY = "goal filter:videos"
DAY = timedelta(days=1)


async def check(desk: Desk) -> int:
    """0 when every account can search and none is about to forget its session; else 1, and a person is told."""
    rota, accounts, now = desk.rota, desk.rota.names, desk.clock.now()
    soon = now + timedelta(hours=desk.rules.session_warning_hours)
    for name in accounts:
        rota.names = [name]
        try:
            await desk.search(Wanted(query=QUERY, posted_after=now - DAY))
        except FootyError as failure:
            warn("session_refused", account=name, error=type(failure).__name__, reason=str(failure))
        await desk.release()
    lost = sorted({name for name, why in rota.known.items() if why in ("expired", "blocked")})
    ending = sorted(name for name, end in rota.ends.items() if end < soon and name not in lost)
    count("SessionsLost", len(lost))
    count("SessionsEnding", len(ending))
    metrics.flush_metrics()
    say("sessions_checked", accounts=list(accounts), lost=lost, ending=ending)
    return 1 if lost or ending else 0

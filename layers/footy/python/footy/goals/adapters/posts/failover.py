"""Failover between two search providers within one attempt."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from footy.core.errors import AccessDenied, FootyError, QuotaExhausted, RateLimited, RequestRefused, TransientError
from footy.core.telemetry import count, log_warning
from footy.goals.search.posts import SearchAnswer, SearchProvider, SearchQuery


@dataclass(frozen=True, slots=True)
class Provider:
    """Search provider with its name in the settings."""

    name: str
    search: SearchProvider


class Failover:
    """Search that asks the second provider when the first fails; a refusal is first retried with renewed keys."""

    def __init__(self, first: Provider, second: Provider, renewed: Callable[[], SearchProvider | None]) -> None:
        self._providers = (first, second)
        self._renewed = renewed

    @property
    def video_filter(self) -> str:
        """Return the longer filter, so that a query fits both providers."""
        return max((one.search.video_filter for one in self._providers), key=len)

    @property
    def pays(self) -> bool:
        """Return True when both cost money; a goal without budget is still searched for by a free one."""
        return all(one.search.pays for one in self._providers)

    def search(self, query: SearchQuery) -> SearchAnswer:
        """Return the first answer; if both fail, raise the failure that passes soonest."""
        failures: list[FootyError] = []
        sent = ""
        for provider in self._providers:
            if provider.search.pays and query.most < 1:
                failures.append(QuotaExhausted("the goal's budget of posts is used up"))
                continue
            sent = self._reworded(provider, query.text)
            try:
                return replace(provider.search.search(replace(query, text=sent)), sent_text=sent)
            except FootyError as failure:
                if isinstance(failure, AccessDenied) and (renewed := self._renewed()):
                    return renewed.search(query)
                failures.append(failure)
                log_warning(
                    "provider_failed", provider=provider.name, error=type(failure).__name__, reason=str(failure)
                )
                if provider is not self._providers[-1]:
                    count("SearchesFailedOver")
        soonest = _soonest(failures)
        soonest.sent_query = sent
        raise soonest

    def _reworded(self, provider: Provider, text: str) -> str:
        """Replace the video filter with the provider's own."""
        return f"{text.removesuffix(self.video_filter)}{provider.search.video_filter}"


def _soonest(failures: list[FootyError]) -> FootyError:
    """Prefer a transient failure over a wait, and a wait over what a person must fix."""
    waits = [one for one in failures if isinstance(one, RateLimited)]
    passing = [one for one in failures if isinstance(one, TransientError) and not isinstance(one, RateLimited)]
    if passing:
        return passing[0]
    if waits:
        return min(waits, key=lambda one: one.retry_after)
    # an expired session says more than a rejected query
    return next((one for one in failures if not isinstance(one, RequestRefused)), failures[0])

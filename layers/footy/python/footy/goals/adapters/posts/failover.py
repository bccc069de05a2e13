"""Two search providers as one: the second is asked within the same attempt where the first cannot answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from footy.core.errors import AccessDenied, FootyError, QuotaExhausted, RateLimited, RequestRefused, TransientError
from footy.core.telemetry import count, log_warning
from footy.goals.search.posts import SearchAnswer, SearchProvider, SearchQuery


@dataclass(frozen=True, slots=True)
class Provider:
    """One of the two, by its name in settings."""

    name: str
    search: SearchProvider


class Failover:
    """Asks the first while it answers, and the second where it does not; a refusal is first met with renewed keys."""

    def __init__(self, first: Provider, second: Provider, renewed: Callable[[], SearchProvider | None]) -> None:
        self._providers = (first, second)
        self._renewed = renewed

    @property
    def video_filter(self) -> str:
        """The longer one of both, so that a query fits either."""
        return max((one.search.video_filter for one in self._providers), key=len)

    @property
    def pays(self) -> bool:
        """A goal that may not pay for more is still searched for by whoever reads for nothing."""
        return all(one.search.pays for one in self._providers)

    def search(self, query: SearchQuery) -> SearchAnswer:
        """The first answer; that nobody has one is the failure that passes soonest."""
        failures: list[FootyError] = []
        sent = ""
        for provider in self._providers:
            if provider.search.pays and query.most < 1:
                failures.append(QuotaExhausted("the goal has read as many posts as it may"))
                continue
            sent = self._in_words_of(provider, query.text)
            try:
                return replace(provider.search.search(replace(query, text=sent)), sent_text=sent)
            except FootyError as failure:
                if isinstance(failure, AccessDenied) and (anew := self._renewed()):
                    return anew.search(query)
                failures.append(failure)
                log_warning(
                    "provider_failed", provider=provider.name, error=type(failure).__name__, reason=str(failure)
                )
                if provider is not self._providers[-1]:
                    count("SearchesFailedOver")
        soonest = _soonest(failures)
        soonest.asked = sent
        raise soonest

    def _in_words_of(self, provider: Provider, text: str) -> str:
        """The same words with the provider's own way to say "with a video"."""
        return f"{text.removesuffix(self.video_filter)}{provider.search.video_filter}"


def _soonest(failures: list[FootyError]) -> FootyError:
    """What may pass by itself comes before what a person has to mend, a broken line before an hour of waiting."""
    waits = [one for one in failures if isinstance(one, RateLimited)]
    passing = [one for one in failures if isinstance(one, TransientError) and not isinstance(one, RateLimited)]
    if passing:
        return passing[0]
    if waits:
        return min(waits, key=lambda one: one.retry_after)
    # a query that one of them calls wrong says less than a session that is gone
    return next((one for one in failures if not isinstance(one, RequestRefused)), failures[0])

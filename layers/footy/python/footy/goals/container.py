"""Dependency container of the goals pipeline."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from footy.core.container import client_config
from footy.goals.notices import Notices
from footy.goals.queues import Queues

if TYPE_CHECKING:
    from httpx import Auth

    from footy.core.aws.step_functions import Executions
    from footy.goals.adapters.edge_cache import EdgeCache
    from footy.goals.adapters.football.football import Football
    from footy.goals.adapters.posts.post_budget import PostBudget
    from footy.goals.adapters.storage.backups import Backups
    from footy.goals.adapters.storage.media import Media
    from footy.goals.adapters.storage.work import Work
    from footy.goals.adapters.vision.client import Endpoint, VisionModel
    from footy.goals.adapters.wikidata.client import Wikidata
    from footy.goals.search.posts import SearchProvider

AGENT = "found-footy/0.1"
SEARCH_SECONDS = 20.0
ANSWER_SECONDS = 2.0
# providers in the order of failover
SEARCH_PROVIDERS: Mapping[str, Sequence[str]] = {
    "x": ("x",),
    "browser": ("browser",),
    "auto": ("x", "browser"),
    "auto-browser": ("browser", "x"),
}


class GoalsContainer(Notices, Queues):
    """Adapters of the goals pipeline."""

    # AWS

    @cached_property
    def backups(self) -> "Backups":
        from boto3.session import Session

        from footy.goals.adapters.storage.backups import Backups

        # only backups are sent in pieces
        s3 = Session(botocore_session=self.session).client("s3", config=client_config())
        return Backups(s3, self.settings.backup_bucket)

    @cached_property
    def media(self) -> "Media":
        from footy.goals.adapters.storage.media import Media

        return Media(self._s3, self.settings.media_bucket)

    @cached_property
    def naming_secret(self) -> bytes:
        """Key of the digests in the names of clips."""
        return self.secrets.read(self.settings.media_secret)["key"].encode()

    @cached_property
    def work(self) -> "Work":
        from footy.goals.adapters.storage.work import Work

        return Work(self._s3, self.settings.work_bucket)

    @cached_property
    def edge_cache(self) -> "EdgeCache":
        from footy.goals.adapters.edge_cache import EdgeCache

        return EdgeCache(lambda: self.client("cloudfront"), self.settings.distribution)

    @cached_property
    def executions(self) -> "Executions":
        return self._executions_of(self.settings.goal_machine)

    @cached_property
    def download_executions(self) -> "Executions":
        return self._executions_of(self.settings.download_machine)

    @cached_property
    def ingest_executions(self) -> "Executions":
        return self._executions_of(self.settings.ingest_machine)

    # foreign services

    @cached_property
    def football(self) -> "Football":
        from footy.core.http.client import HttpClient
        from footy.goals.adapters.football.api_football import LARGEST, SECONDS, SERVICE, ApiFootballClient
        from footy.goals.adapters.football.football import Football
        from footy.goals.fixtures.rows import kinds_to_read

        http = HttpClient(SERVICE, seconds=SECONDS, largest=LARGEST)
        key = self.secrets.read(self.settings.api_football_secret)["key"]
        api = ApiFootballClient(http, self.settings.api_football_url, key, kinds_to_read(self.rules))
        return Football(api, self.rules)

    @cached_property
    def search_provider(self) -> "SearchProvider":
        """Search provider of this deployment: the X API, the browser session, or one with failover to the other."""
        from footy.goals.adapters.posts.failover import Failover, Provider

        names = SEARCH_PROVIDERS.get(self.settings.search_provider)
        if names is None:
            raise ValueError(f"unknown search provider {self.settings.search_provider!r}")
        if len(names) == 1:
            return self._provider(names[0])
        first, second = (Provider(name, self._provider(name)) for name in names)
        return Failover(first, second, self._renewed_provider)

    def _renewed_provider(self) -> "SearchProvider | None":
        """Return a provider with renewed keys; None when the keys have not changed."""
        return self.search_provider if self._renew(refused=True) else None

    def _provider(self, name: str) -> "SearchProvider":
        from footy.core.http.client import HttpClient

        if name == "x":
            from footy.goals.adapters.posts.x_api import XApiClient

            return XApiClient(
                HttpClient("X", seconds=SEARCH_SECONDS),
                url=self.settings.x_api_url,
                bearer_token=self.secrets.read(self.settings.x_secret)["bearer_token"],
                id_digits=self.rules.tweet_id_digits,
                budget=self.post_budget,
            )
        from footy.goals.adapters.posts.browser import BrowserSession

        return BrowserSession(
            HttpClient("the browser session", seconds=self._session_seconds),
            url=self.settings.twitter_service_url,
            id_digits=self.rules.tweet_id_digits,
        )

    @property
    def _session_seconds(self) -> float:
        """Longest time of the browser service: waiting for a turn, then searching."""
        return self.rules.session_turn_seconds + self.rules.session_seconds + ANSWER_SECONDS

    @cached_property
    def post_budget(self) -> "PostBudget":
        from footy.goals.adapters.mongo.paid_posts import PaidPosts
        from footy.goals.adapters.posts.post_budget import PostBudget

        return PostBudget(PaidPosts(self.database), self.rules)

    @cached_property
    def wikidata(self) -> "Wikidata":
        from footy.core.http.client import HttpClient
        from footy.goals.adapters.wikidata.client import LONGEST_QUERY, Wikidata

        return Wikidata(
            HttpClient("Wikidata", seconds=LONGEST_QUERY),
            search_url=self.settings.wikidata_search_url,
            sparql_url=self.settings.wikidata_sparql_url,
            agent=f"{AGENT} ({self.settings.contact})",
        )

    @cached_property
    def vision(self) -> "VisionModel":
        from footy.core.http.client import Bearer, HttpClient
        from footy.goals.adapters.vision.client import ChatVision, Endpoint

        auth: Auth | None = None
        endpoint = Endpoint.of_server(self.settings.vision_url)
        if self.settings.vision_endpoint:
            endpoint, auth = self._endpoint()
        elif self.settings.vision_secret:
            auth = Bearer(self.secrets.read(self.settings.vision_secret)["key"])
        http = HttpClient("vision", seconds=self.rules.vision_seconds, auth=auth)
        return ChatVision(http, endpoint, self.settings.vision_model, self.rules)

    def _endpoint(self) -> "tuple[Endpoint, Auth]":
        from footy.core.http.signing import SigV4
        from footy.goals.adapters.vision.client import Endpoint

        signature = SigV4(self.session, "sagemaker")
        endpoint, _, component = self.settings.vision_endpoint.partition("/")
        return Endpoint.of_endpoint(endpoint, component, signature.region), signature

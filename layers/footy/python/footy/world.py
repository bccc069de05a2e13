"""What stands behind each port in this process: every adapter made when it is first asked for, and only then.

A step takes what it needs from the world that it is given. Imports are inside, so that a function loads only what it
uses; a test makes a world of its own and puts in its place what it wants to see.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from footy.errors import AccessDenied
from footy.gallery import Gallery
from footy.notices import Notices
from footy.queues import Queues
from footy.stores import patience

if TYPE_CHECKING:
    from httpx import Auth

    from footy.adapters.backups import Backups
    from footy.adapters.football import Football
    from footy.adapters.media import Media
    from footy.adapters.mongo.paid_posts import PaidPosts
    from footy.adapters.mongo.users import Users
    from footy.adapters.post_budget import PostBudget
    from footy.adapters.step_functions import Executions
    from footy.adapters.vision import Place, Vision
    from footy.adapters.visitors import Visitors
    from footy.adapters.wikidata import Wikidata
    from footy.adapters.work import Work
    from footy.search.posts import SearchProvider

AGENT = "found-footy/0.1"
SEARCH_SECONDS = 20.0
ANSWER_SECONDS = 2.0
# who is asked, and who when that one cannot answer
ORDERS: Mapping[str, Sequence[str]] = {
    "x": ("x",),
    "browser": ("browser",),
    "auto": ("x", "browser"),
    "auto-browser": ("browser", "x"),
}
# what no secret is part of
LASTING = frozenset({"rules", "clock", "machine_clock", "secrets"})

Request = TypeVar("Request")
Value = TypeVar("Value")


class World(Gallery, Notices, Queues):
    """The ports of one process, by the settings of its deployment."""

    def run(self, step: "Callable[[Request, World], Value]", request: Request) -> Value:
        """The step, with secrets of the last minutes; once more when it was refused and they have changed since."""
        self._renew()
        try:
            return step(request, self)
        except AccessDenied:
            if not self._renew(refused=True):
                raise
            return step(request, self)

    def _renew(self, *, refused: bool = False) -> bool:
        """Has every port made anew when a secret says something else; which of them it is part of, they know."""
        if "secrets" not in vars(self) or not self.secrets.changed(refused=refused):
            return False
        if "database" in vars(self):
            self.database.client.close()
        made = {name for name in vars(self) if isinstance(getattr(type(self), name, None), cached_property)}
        for port in made - LASTING:
            delattr(self, port)
        return True

    @cached_property
    def users(self) -> "Users":
        """Who may speak to the database: for the one function that knows its master."""
        from footy.adapters.mongo.users import Users

        return Users(self.secrets.read(self.settings.mongodb_secret), self.settings.mongodb_database)

    # AWS

    @cached_property
    def backups(self) -> "Backups":
        """Copies of the database, day by day."""
        from boto3.session import Session

        from footy.adapters.backups import Backups

        # only backups are sent in pieces
        s3 = Session(botocore_session=self.session).client("s3", config=patience())
        return Backups(s3, self.settings.backup_bucket)

    @cached_property
    def media(self) -> "Media":
        """The published clips."""
        from footy.adapters.media import Media

        return Media(self._s3, self.settings.media_bucket)

    @cached_property
    def work(self) -> "Work":
        """The working files of downloads."""
        from footy.adapters.work import Work

        return Work(self._s3, self.settings.work_bucket)

    @cached_property
    def executions(self) -> "Executions":
        """The executions of the goal machine."""
        return self._executions_of(self.settings.goal_machine)

    @cached_property
    def download_executions(self) -> "Executions":
        """The executions of the download machine."""
        return self._executions_of(self.settings.download_machine)

    @cached_property
    def visitors(self) -> "Visitors":
        """Who may look, and who may act."""
        from datetime import timedelta

        from footy.adapters.visitors import Visitors

        words = self.secrets.read(self.settings.page_secret)
        lasting = timedelta(days=self.rules.session_days)
        return Visitors(words, lasting)

    @cached_property
    def ingest_executions(self) -> "Executions":
        """The executions of the ingest machine."""
        return self._executions_of(self.settings.ingest_machine)

    # foreign services

    @cached_property
    def football(self) -> "Football":
        """The football API."""
        from footy.adapters.api_football import LARGEST, SECONDS, SERVICE, ApiFootball
        from footy.adapters.football import Football
        from footy.adapters.http import Door
        from footy.fixtures.rows import kinds_told

        door = Door(SERVICE, seconds=SECONDS, largest=LARGEST)
        key = self.secrets.read(self.settings.api_football_secret)["key"]
        api = ApiFootball(door, self.settings.api_football_url, key, kinds_told(self.rules))
        return Football(api, self.rules)

    @cached_property
    def search_provider(self) -> "SearchProvider":
        """Where this deployment searches: the X API, its own browser session, or either for the other."""
        from footy.adapters.handover import Handover, Provider

        names = ORDERS.get(self.settings.search_provider)
        if names is None:
            raise ValueError(f"there is no search provider {self.settings.search_provider!r}")
        if len(names) == 1:
            return self._provider(names[0])
        first, second = (Provider(name, self._provider(name)) for name in names)
        return Handover(first, second, self._search_anew)

    def _search_anew(self) -> "SearchProvider | None":
        """Whoever searches with the keys as they are by now; nobody when they are the ones that were refused."""
        return self.search_provider if self._renew(refused=True) else None

    def _provider(self, name: str) -> "SearchProvider":
        from footy.adapters.http import Door

        if name == "x":
            from footy.adapters.x_api import XApi

            return XApi(
                Door("X", seconds=SEARCH_SECONDS),
                url=self.settings.x_api_url,
                bearer_token=self.secrets.read(self.settings.x_secret)["bearer_token"],
                id_digits=self.rules.tweet_id_digits,
                budget=self.post_budget,
            )
        from footy.adapters.browser import BrowserSession

        return BrowserSession(
            Door("the browser session", seconds=self._session_seconds),
            url=self.settings.twitter_service_url,
            id_digits=self.rules.tweet_id_digits,
        )

    @property
    def _session_seconds(self) -> float:
        """As long as the service itself may take: until the search has its turn, and for it."""
        return self.rules.session_turn_seconds + self.rules.session_seconds + ANSWER_SECONDS

    @cached_property
    def post_budget(self) -> "PostBudget":
        """What reading posts may cost."""
        from footy.adapters.mongo.paid_posts import PaidPosts
        from footy.adapters.post_budget import PostBudget

        return PostBudget(PaidPosts(self.database), self.rules)

    @cached_property
    def paid_posts(self) -> "PaidPosts":
        """The posts that were paid for."""
        from footy.adapters.mongo.paid_posts import PaidPosts

        return PaidPosts(self.database)

    @cached_property
    def wikidata(self) -> "Wikidata":
        """What the world calls teams."""
        from footy.adapters.http import Door
        from footy.adapters.wikidata import LONGEST_QUERY, Wikidata

        return Wikidata(
            Door("Wikidata", seconds=LONGEST_QUERY),
            search_url=self.settings.wikidata_search_url,
            sparql_url=self.settings.wikidata_sparql_url,
            agent=f"{AGENT} ({self.settings.contact})",
        )

    @cached_property
    def vision(self) -> "Vision":
        """The vision model, at whichever door this deployment has it."""
        from footy.adapters.http import Bearer, Door
        from footy.adapters.vision import ChatVision, Place

        proof: Auth | None = None
        place = Place.of_server(self.settings.vision_url)
        if self.settings.vision_endpoint:
            place, proof = self._endpoint()
        elif self.settings.vision_secret:
            proof = Bearer(self.secrets.read(self.settings.vision_secret)["key"])
        door = Door("vision", seconds=self.rules.vision_seconds, proof=proof)
        return ChatVision(door, place, self.settings.vision_model, self.rules)

    def _endpoint(self) -> "tuple[Place, Auth]":
        from footy.adapters.signing import Signed
        from footy.adapters.vision import Place

        signed = Signed(self.session, "sagemaker")
        endpoint, _, component = self.settings.vision_endpoint.partition("/")
        return Place.of_endpoint(endpoint, component, signed.region), signed

    def _executions_of(self, machine: str) -> "Executions":
        from footy.adapters.step_functions import Executions

        return Executions(self.client("stepfunctions"), machine)

"""Dependency container that every package shares: settings, AWS clients, secrets and the database."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from footy.core.clock import Clock, MatchClock, SystemClock
from footy.core.errors import AccessDenied
from footy.core.settings import CoreSettings

if TYPE_CHECKING:
    from botocore.config import Config
    from botocore.session import Session
    from mypy_boto3_s3 import S3Client
    from pymongo.database import Database

    from footy.core.aws.secrets import Secrets
    from footy.core.aws.step_functions import Executions

# these adapters hold no secret, so they survive a renewal of the secrets
WITHOUT_SECRETS = frozenset({"rules", "clock", "machine_clock", "secrets"})

Request = TypeVar("Request")
Value = TypeVar("Value")


class CoreContainer:
    """Lazy dependency container: create each adapter on first use.

    Imports are inside the properties, so that a function loads only what it uses. A test creates its own container
    and replaces the adapters that it wants to observe.
    """

    settings_type: ClassVar[type[CoreSettings]] = CoreSettings

    def __init__(self, settings: CoreSettings | None = None) -> None:
        self.settings = settings or self.settings_type.from_environment()

    def run(self, step: "Callable[[Request, Self], Value]", request: Request) -> Value:
        """Run a step; renew the secrets and run it once more when access was denied and a secret has changed."""
        self._renew()
        try:
            return step(request, self)
        except AccessDenied:
            if not self._renew(refused=True):
                raise
            return step(request, self)

    def _renew(self, *, refused: bool = False) -> bool:
        """Drop every adapter when a secret has changed; the next use creates it with the new secret."""
        if "secrets" not in vars(self) or not self.secrets.changed(refused=refused):
            return False
        if "database" in vars(self):
            self.database.client.close()
        created = {name for name in vars(self) if isinstance(getattr(type(self), name, None), cached_property)}
        for name in created - WITHOUT_SECRETS:
            delattr(self, name)
        return True

    def client(self, service: Any, config: "Config | None" = None) -> Any:
        """Create a client of an AWS service with the credentials of this process."""
        return self.session.create_client(service, config=config or client_config())

    @cached_property
    def session(self) -> "Session":
        """Botocore session, because boto3's loads its file transfers: an eighth of a cold start."""
        from botocore.session import Session

        return Session()

    @cached_property
    def clock(self) -> Clock:
        """System clock, or the match clock of a replay."""
        file = self.settings.clock_file
        return MatchClock(Path(file)) if file else SystemClock()

    @cached_property
    def machine_clock(self) -> Clock:
        """System clock, also during a replay."""
        return SystemClock()

    @cached_property
    def secrets(self) -> "Secrets":
        from footy.core.aws.secrets import Secrets

        return Secrets(self.client("secretsmanager"))

    @cached_property
    def database(self) -> "Database[Any]":
        from footy.core.mongo.database import connect, uri_of

        return connect(uri_of(self.secrets.read(self.settings.mongodb_secret)), self.settings.mongodb_database)

    @cached_property
    def _s3(self) -> "S3Client":
        from botocore.config import Config

        styled = Config(
            # presigned links must name the region, us-east-1 too: forms do not follow S3's redirect to it, and the
            # page's content security policy allows no other host
            signature_version="s3v4",
            s3={"addressing_style": "virtual", "us_east_1_regional_endpoint": "regional"},
            # a clip is copied within two seconds; a longer wait counts as hung
            read_timeout=10,
            retries={"mode": "standard", "total_max_attempts": 2},
        )
        client: S3Client = self.client("s3", client_config().merge(styled))
        return client

    def _executions_of(self, machine: str) -> "Executions":
        from footy.core.aws.step_functions import Executions

        return Executions(self.client("stepfunctions"), machine)


def client_config() -> "Config":
    """Return time-outs that leave every function time for a retry."""
    from botocore.config import Config

    return Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 3})

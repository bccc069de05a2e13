"""What one deployment target is: the context block of cdk.json, read once and typed."""

import json
import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from cdk.problems import in_one_line
from footy.api.settings import ApiRules, ApiSettings
from footy.core.settings import SettingError

DOCUMENTDB = "documentdb-serverless"
# the database as who may do anything in it, as who reads and writes, and as who only reads
MASTER, WRITER, READER = "mongodb", "mongodb_writer", "mongodb_reader"
# the emulator is not bootstrapped: whoever starts it makes this bucket, and no role is assumed
EMULATOR_ASSETS = "footy-local-assets"
# what is in each secret; nobody but an operator puts it there: make keys ENV=...
FORMS: Mapping[str, tuple[str, ...]] = {
    MASTER: ("uri",),
    # the same database for those who only read it, only where a target says "database_reader": true
    READER: ("uri",),
    "api_football": ("key",),
    "x": ("bearer_token",),
    # the hash of the viewers' password (python -m operations.viewers), and a key for each operator, by name
    "page": ("viewers", "operator"),
    # who is told of goals: a list of {url, leagues?, teams?}, only where a target says "webhooks": true
    "webhooks": ("targets",),
}
# secrets that come and go with a line of a target, and which line that is
PASSING: Mapping[str, str] = {"webhooks": "webhooks", READER: "database_reader"}
NAMES = {
    "settings": frozenset(one.name for one in fields(ApiSettings)) - {"rules"},
    "rules": frozenset(one.name for one in fields(ApiRules)),
    "secrets": frozenset(FORMS),
}
BLIND = (
    "nobody looks at clips, so none would be published; add one line to its block in cdk.json: "
    '"vision": "cpu" (weak eyes, cheap), "ec2" or "sagemaker" (a GPU while matches are on) or "url" (a server of yours)'
)


class TargetError(Exception):
    """The target cannot be deployed as it is described; the message is one line for a person."""


def _host(what: str) -> BeforeValidator:
    """The emulator runs functions with the machine's own Python: "host" stands for what that is."""
    return BeforeValidator(lambda value: what if value == "host" else value)


def _texts(given: object) -> object:
    """What functions read from their environment: numbers and lists as the text they read them from."""
    if not isinstance(given, Mapping):
        return given
    return {name: ",".join(map(str, one)) if isinstance(one, list) else str(one) for name, one in given.items()}


MACHINE = platform.machine().lower()
Python = Annotated[str, _host(f"{sys.version_info.major}.{sys.version_info.minor}")]
Architecture = Annotated[
    Literal["arm64", "x86_64"], _host({"aarch64": "arm64", "amd64": "x86_64"}.get(MACHINE, MACHINE))
]
Texts = Annotated[dict[str, str], BeforeValidator(_texts)]


class Target(BaseModel):
    """One place this system is deployed to."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    # a second word would make the names of one target begin like those of another
    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,15}$")] = Field(
        description="name of the target: one short word"
    )
    emulator: bool = Field(description="deploy to the emulator: no roles, nothing that it rejects")
    python: Python = Field(description="Python of the functions; host: that of this machine")
    architecture: Architecture = Field(description="processor of the functions; host: that of this machine")
    database: Literal["secret", "documentdb-serverless"] = Field(
        description="secret: any MongoDB, its URI in a secret; documentdb-serverless: deployed in the VPC"
    )
    database_reader: bool = Field(False, description="a second user of an external database, for reads only")
    nat_gateways: int = Field(ge=0, description="NAT gateways for functions in the VPC")
    log_retention_days: Literal[1, 3, 7, 14, 30, 90, 365] = Field(description="retention of all logs")
    log_level: str = Field(description="level of the functions' logs")
    alarms: bool = Field(description="create alarms and their topic")
    schedules: bool = Field(description="start ticks and ingest by EventBridge Scheduler")
    vision: Literal["", "cpu", "ec2", "sagemaker", "url"] = Field(
        "", description="vision backend; required outside the emulator"
    )
    gpu_machines: list[str] = Field(
        ["g6.xlarge", "g5.xlarge", "g4dn.xlarge"], description="instance types for ec2, best first"
    )
    # where vision has a pool this is only the start: later vision_looks_at_once for each instance that is ready
    validations_at_once: int = Field(ge=0, description="clips that are validated at once; 0: no limit")
    account: str = Field("", description="AWS account; empty: that of the credentials")
    region: str = Field("", description="AWS region; empty: that of the credentials")
    alarm_email: str = Field("", description="address that alarms are sent to")
    monthly_budget_usd: int = Field(0, ge=0, description="costs of a month that raise an alarm; 0: none")
    database_snapshot: str = Field("", description="snapshot that DocumentDB was restored from, while it lives")
    delete_data: str = Field("", description="footy-NAME: delete the data with the stacks; empty: keep it")
    x_accounts: list[Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,19}$")]] = Field(
        [], description="names of the X accounts whose browser sessions search"
    )
    webhooks: bool = Field(False, description="announce goals to webhooks")
    settings: Texts = Field({}, description="addresses below, by name")
    rules: Texts = Field({}, description="rules below, by name")
    secrets: dict[str, dict[str, str]] = Field({}, description="first contents of secrets; only for the emulator")

    @property
    def prefix(self) -> str:
        """What every stack of this target begins with."""
        return f"footy-{self.name}"

    @property
    def numbers(self) -> ApiRules:
        """The rules as functions will read them: what the target does not say is as it always is."""
        return ApiSettings.read({f"FOOTY_{name.upper()}": text for name, text in self.rules.items()}).rules

    @property
    def keeps_data(self) -> bool:
        """Whether clips, documents and keys outlive the stacks: unless somebody has named what is to go."""
        return self.delete_data != self.prefix

    @property
    def functions_in_vpc(self) -> bool:
        """Whether functions have to stand beside their database."""
        return self.database == DOCUMENTDB

    @property
    def own_users(self) -> bool:
        """Whether the deployment makes the users of its database: where nobody else could."""
        return self.database == DOCUMENTDB

    @property
    def vision_in_vpc(self) -> bool:
        """Whether functions that ask who looks at clips have to stand beside it."""
        return self.vision in {"cpu", "ec2"}

    @property
    def secret_names(self) -> list[str]:
        """The secrets that outlive its stacks."""
        return [name for name in FORMS if name not in PASSING or getattr(self, PASSING[name])]

    @property
    def gateways(self) -> int:
        """How many NAT gateways there are: functions in the VPC need one to reach everybody else."""
        return max(self.nat_gateways, int(self.vision_in_vpc))

    def must_see(self) -> None:
        """Refuses a deployment in which nobody would look at clips."""
        if not self.emulator and not self.vision:
            raise TargetError(f"target {self.name!r}: {BLIND}")

    @classmethod
    def read(cls, context: Callable[[str], object]) -> Self:
        """The target chosen with `-c target=NAME`, overlaid with the file of `-c settings=PATH`."""
        name = context("target")
        if not isinstance(name, str) or not name:
            raise TargetError("choose a target: -c target=local|dev|prod")
        block = context(name)
        if not isinstance(block, Mapping):
            raise TargetError(f"cdk.json has no target {name!r}")
        try:
            return cls(**{**_overlay(block, context("settings")), "name": name})
        except ValidationError as invalid:
            raise TargetError(in_one_line(name, invalid.errors())) from invalid

    @field_validator(*NAMES)
    @classmethod
    def _known(cls, given: dict[str, Any], field: ValidationInfo) -> dict[str, Any]:
        if unknown := sorted(given.keys() - NAMES[str(field.field_name)]):
            raise ValueError(f"has unknown names: {', '.join(unknown)}")
        return given

    @field_validator("settings", "rules")
    @classmethod
    def _readable(cls, given: dict[str, str]) -> dict[str, str]:
        try:
            ApiSettings.read({f"FOOTY_{name.upper()}": value for name, value in given.items()})
        except SettingError as error:
            raise ValueError(f"{error.name} {error.problem}") from error
        return given

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.functions_in_vpc and self.nat_gateways < 1:
            raise ValueError("functions beside DocumentDB need nat_gateways >= 1 to reach the API")
        if self.emulator and (self.nat_gateways or self.functions_in_vpc):
            raise ValueError("the emulator has neither NAT gateways nor DocumentDB")
        if self.x_accounts and not self.functions_in_vpc:
            raise ValueError("x_accounts needs functions in the VPC: a database of its own (documentdb-serverless)")
        if len(set(self.x_accounts)) != len(self.x_accounts):
            raise ValueError("x_accounts names an account twice")
        if self.delete_data and self.keeps_data:
            raise ValueError(f"delete_data must be {self.prefix}, or not be there")
        return self

    @model_validator(mode="after")
    def _one_database(self) -> Self:
        if self.database_snapshot and self.database != DOCUMENTDB:
            raise ValueError(f"database_snapshot is for the database {DOCUMENTDB}")
        if self.database_reader and self.own_users:
            raise ValueError("database_reader is for a database of yours: DocumentDB always has one")
        return self

    @model_validator(mode="after")
    def _one_looks(self) -> Self:
        if self.emulator and self.vision:
            raise ValueError("the emulator has no vision service of its own: it takes settings.vision_url")
        if (self.vision == "url") != bool(self.settings.get("vision_url")) and not self.emulator:
            raise ValueError('settings.vision_url goes with "vision": "url", and that with it')
        return self


def _overlay(block: Mapping[str, Any], path: object) -> dict[str, Any]:
    """The block with the file's keys over it; mappings are merged, one level deep."""
    merged = dict(block)
    if path is None:
        return merged
    for key, value in _json_object(str(path)).items():
        merged[key] = {**merged.get(key, {}), **value} if key in NAMES and isinstance(value, Mapping) else value
    return merged


def _json_object(path: str) -> Mapping[str, Any]:
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TargetError(f"-c settings={path} cannot be read: {error}") from error
    if not isinstance(content, Mapping):
        raise TargetError(f"-c settings={path} is not a JSON object")
    return content

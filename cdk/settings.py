"""Deployment targets: the context blocks of cdk.json, typed and checked."""

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
# secrets with the database address of the master, of the writer and of the read-only user
MASTER, WRITER, READER = "mongodb", "mongodb_writer", "mongodb_reader"
# the secret of the names of clips
NAMING = "media"
# the emulator needs no bootstrap: the local stack creates this bucket
EMULATOR_ASSETS = "footy-local-assets"
# the fields of each secret, which `make keys` fills
SECRET_FIELDS: Mapping[str, tuple[str, ...]] = {
    MASTER: ("uri",),
    READER: ("uri",),
    "api_football": ("key",),
    "x": ("bearer_token",),
    # the hash of the viewers' password
    "page": ("viewers",),
    # the hash of each operator's key, by name
    "operators": (),
    # generated: the key of the digests in the names of clips
    NAMING: ("key",),
    # a list of {url, leagues?, teams?}
    "webhooks": ("targets",),
}
# secrets that exist only with an option of the target, and that option
OPTIONAL_SECRETS: Mapping[str, str] = {"webhooks": "webhooks", READER: "database_reader"}
NAMES = {
    "settings": frozenset(field.name for field in fields(ApiSettings)) - {"rules"},
    "rules": frozenset(field.name for field in fields(ApiRules)),
    "secrets": frozenset(SECRET_FIELDS),
}
NO_VISION = (
    "`vision` is missing, so no clip would be published. Add one line to the target's block in cdk.json: "
    '"vision": "cpu" (cheap, less accurate), "ec2" or "sagemaker" (a GPU during matches) or "url" (your own server)'
)


# how long a download waits for a clip that it handed over (statemachines/download.asl.json)
HAND_OVER_MINUTES = 30


class TargetError(Exception):
    """Target that cannot be deployed; the message is one line for a person."""


def _host(value: str) -> BeforeValidator:
    """Replace "host": the emulator runs functions with the Python and the processor of this machine."""
    return BeforeValidator(lambda text: value if text == "host" else text)


def _texts(values: object) -> object:
    """Convert numbers and lists to the text that functions read from their environment."""
    if not isinstance(values, Mapping):
        return values
    return {name: ",".join(map(str, one)) if isinstance(one, list) else str(one) for name, one in values.items()}


MACHINE = platform.machine().lower()
Python = Annotated[str, _host(f"{sys.version_info.major}.{sys.version_info.minor}")]
Architecture = Annotated[
    Literal["arm64", "x86_64"], _host({"aarch64": "arm64", "amd64": "x86_64"}.get(MACHINE, MACHINE))
]
Texts = Annotated[dict[str, str], BeforeValidator(_texts)]


class Target(BaseModel):
    """Deployment target."""

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
    gpu_sessions: bool = Field(False, description="open a shell on GPU instances with Session Manager")
    # for a backend with a pool this is the initial value; later it is vision_looks_at_once per ready instance
    validations_at_once: int = Field(ge=0, description="clips that are validated at once; 0: no limit")
    image_concurrency: int = Field(
        0, ge=0, description="most runs at once of each function that works on uploads, reserved for it; 0: no limit"
    )
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
        """The prefix of the target's stack names."""
        return f"footy-{self.name}"

    @property
    def numbers(self) -> ApiRules:
        """The rules with their defaults, as functions read them."""
        return ApiSettings.read({f"FOOTY_{name.upper()}": text for name, text in self.rules.items()}).rules

    @property
    def keeps_data(self) -> bool:
        """True when clips, documents and secrets are retained without their stacks."""
        return self.delete_data != self.prefix

    @property
    def functions_in_vpc(self) -> bool:
        """True when functions that use the database run in the VPC."""
        return self.database == DOCUMENTDB

    @property
    def own_users(self) -> bool:
        """True when the deployment creates the database users."""
        return self.database == DOCUMENTDB

    @property
    def vision_in_vpc(self) -> bool:
        """True when functions that call the vision backend run in the VPC."""
        return self.vision in {"cpu", "ec2"}

    @property
    def secret_names(self) -> list[str]:
        """The secrets of the data stack."""
        names = SECRET_FIELDS.keys()
        return [name for name in names if name not in OPTIONAL_SECRETS or getattr(self, OPTIONAL_SECRETS[name])]

    @property
    def gateways(self) -> int:
        """The number of NAT gateways: functions in the VPC need one."""
        return max(self.nat_gateways, int(self.vision_in_vpc))

    def require_vision(self) -> None:
        """Refuse a deployment without a vision backend."""
        if not self.emulator and not self.vision:
            raise TargetError(f"target {self.name!r}: {NO_VISION}")

    @classmethod
    def read(cls, context: Callable[[str], object]) -> Self:
        """Read the target of `-c target=NAME`, overlaid with the file of `-c settings=PATH`."""
        name = context("target")
        if not isinstance(name, str) or not name:
            raise TargetError("no target is selected. Add -c target=local|dev|prod.")
        block = context(name)
        if not isinstance(block, Mapping):
            raise TargetError(f"cdk.json has no target {name!r}. Add a block for it, or select another target.")
        try:
            return cls(**{**_overlay(block, context("settings")), "name": name})
        except ValidationError as invalid:
            raise TargetError(in_one_line(name, invalid.errors())) from invalid

    @field_validator(*NAMES)
    @classmethod
    def _refuse_unknown_names(cls, values: dict[str, Any], field: ValidationInfo) -> dict[str, Any]:
        if unknown := sorted(values.keys() - NAMES[str(field.field_name)]):
            raise ValueError(f"has unknown names: {', '.join(unknown)}")
        return values

    @field_validator("settings", "rules")
    @classmethod
    def _refuse_unreadable_values(cls, values: dict[str, str]) -> dict[str, str]:
        try:
            ApiSettings.read({f"FOOTY_{name.upper()}": value for name, value in values.items()})
        except SettingError as error:
            raise ValueError(f"{error.name} {error.problem}") from error
        return values

    @model_validator(mode="after")
    def _limit_deadline(self) -> Self:
        if self.numbers.deadline_minutes > HAND_OVER_MINUTES:
            raise ValueError(
                f"rules deadline_minutes must be at most {HAND_OVER_MINUTES}: a download waits that long for its clips"
            )
        return self

    @model_validator(mode="after")
    def _check(self) -> Self:
        for refusal, message in self._refusals():
            if refusal:
                raise ValueError(message)
        return self

    def _refusals(self) -> list[tuple[bool, str]]:
        """Return combinations of options that exclude each other, with the message."""
        own, url = self.own_users, bool(self.settings.get("vision_url"))
        return [
            (own and self.nat_gateways < 1, f"{DOCUMENTDB} needs nat_gateways >= 1, for functions in the VPC"),
            (
                self.emulator and bool(self.nat_gateways or own),
                "the emulator supports neither NAT gateways nor DocumentDB",
            ),
            (bool(self.x_accounts) and not own, f'x_accounts needs functions in the VPC: "database": "{DOCUMENTDB}"'),
            (len(set(self.x_accounts)) != len(self.x_accounts), "x_accounts names an account twice"),
            (bool(self.delete_data) and self.keeps_data, f"delete_data must be {self.prefix}, or be left out"),
            (bool(self.database_snapshot) and not own, f"database_snapshot needs the database {DOCUMENTDB}"),
            (self.database_reader and own, f"database_reader must be left out: {DOCUMENTDB} always has a reader"),
            (
                self.emulator and bool(self.vision),
                "vision must be left out for the emulator. Set settings.vision_url instead.",
            ),
            (
                not self.emulator and (self.vision == "url") != url,
                'settings.vision_url is required when vision is "url", and only then',
            ),
        ]


def _overlay(block: Mapping[str, Any], path: object) -> dict[str, Any]:
    """Return the block with the keys of a JSON file over it; mappings are merged one level deep."""
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
        raise TargetError(f"-c settings={path} must contain a JSON object")
    return content

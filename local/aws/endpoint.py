"""An AWS that somebody else has started: asked at the door for what a stack needs, and left running."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError

from local.aws.reach import unreached
from local.aws.server import client_at, is_emulator, scale_waits_at
from local.process.errors import LocalError
from local.stack.cleanup import remove_leftovers

ENDPOINT = "FOOTY_ENDPOINT"
# what the stacks of `local` are made of, and a harmless question to each
NEEDED: Mapping[str, str] = {
    "sts": "get_caller_identity",
    "cloudformation": "list_stacks",
    "iam": "list_roles",
    "logs": "describe_log_groups",
    "lambda": "list_functions",
    "stepfunctions": "list_state_machines",
    "sqs": "list_queues",
    "s3": "list_buckets",
    "secretsmanager": "list_secrets",
    "scheduler": "list_schedules",
    "ec2": "describe_vpcs",
    "ecs": "list_clusters",
    "apigatewayv2": "get_apis",
}
NO_ADDRESS = f"{ENDPOINT} is not an address like http://127.0.0.1:4566: correct it or unset it"
ACCOUNT_OF_AWS = (
    f"{ENDPOINT} leads to an account of AWS, whose functions cannot reach the simulated services of this machine: "
    "`make deploy ENV=dev` puts the system there"
)


@dataclass
class Endpoint:
    """Whatever answers at one address; nothing of it is started here, and nothing stopped."""

    url: str
    pid: None = field(default=None, init=False)
    ending: None = field(default=None, init=False)
    _clients: dict[str, Any] = field(default_factory=dict, init=False)

    def start(self) -> Self:
        """Returns when it is known to be an AWS that has all that is needed."""
        _check_address(self.url)
        lacking = {service: why for service, asked in NEEDED.items() if (why := self._refusal(service, asked))}
        if lacking:
            why = next(iter(lacking.values()))
            raise LocalError(f"the AWS at {self.url} has no {', '.join(lacking)}, which the stack needs ({why})")
        return self

    def stop(self) -> None:
        """Leaves it running, with what is deployed there."""

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def client(self, service: str) -> Any:
        """A boto3 client of the service there."""
        if service not in self._clients:
            self._clients[service] = client_at(self.url, service)
        return self._clients[service]

    @cached_property
    def scales(self) -> bool:
        """Whether it is an emulator like ours, whose waits whoever comes may scale."""
        return is_emulator(self.url)

    def scale_waits(self, factor: float) -> None:
        """Makes Wait states and pauses between retries last that share of their time, where that can be."""
        if self.scales:
            scale_waits_at(self.url, factor)
        elif factor != 1:
            raise NotImplementedError(f"waits at {self.url} last as long as they say, and not {factor} of it")

    def make_ready(self, places: Sequence[str]) -> None:
        """Asks a function there whether it reaches these, and removes what an earlier stack has left."""
        try:
            missed = unreached(self.client("lambda"), places)
            if missed:
                raise LocalError(
                    f"functions of the AWS at {self.url} cannot reach {', '.join(missed)}: "
                    "they have to run on this machine, with its network and its folders"
                )
            remove_leftovers(self.client)
        except (BotoCoreError, ClientError) as failure:
            raise LocalError(f"the AWS at {self.url} cannot be deployed to: {failure}") from failure

    def _refusal(self, service: str, asked: str) -> str:
        """Why a service does not answer; nothing when it does."""
        try:
            getattr(self.client(service), asked)()
        except ClientError as failure:
            return str(failure)
        except BotoCoreError as failure:
            raise LocalError(f"no AWS answers at {ENDPOINT} {self.url}: {failure}") from failure
        return ""


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        known = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise LocalError(NO_ADDRESS)
    if (urlsplit(url).hostname or "").endswith(("amazonaws.com", "amazonaws.com.cn", "api.aws")):
        raise LocalError(ACCOUNT_OF_AWS)

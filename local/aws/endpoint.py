"""An AWS that was started elsewhere: check it for what a stack needs, and leave it running."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError

from local.aws.cleanup import remove_previous_stacks
from local.aws.client import client_at, is_emulator, scale_waits_at
from local.aws.reach import unreachable_addresses
from local.process.errors import LocalError

ENDPOINT = "FOOTY_ENDPOINT"
# services of the local target, with a harmless question to each
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
AWS_DOMAINS = ("amazonaws.com", "amazonaws.com.cn", "api.aws")
ACCOUNT_OF_AWS = (
    f"{ENDPOINT} leads to an account of AWS, whose functions cannot reach the simulated services of this machine: "
    "`make deploy ENV=dev` puts the system there"
)


@dataclass
class OtherEndpoint:
    """The AWS at one address; it is neither started nor stopped here."""

    url: str
    pid: None = field(default=None, init=False)
    exit_reason: None = field(default=None, init=False)
    _clients: dict[str, Any] = field(default_factory=dict, init=False)

    def start(self) -> Self:
        """Check that the address is an AWS with all services that a stack needs."""
        _check_address(self.url)
        errors = {service: error for service, question in NEEDED.items() if (error := self._error(service, question))}
        if errors:
            error = next(iter(errors.values()))
            raise LocalError(f"the AWS at {self.url} has no {', '.join(errors)}, which the stack needs ({error})")
        return self

    def stop(self) -> None:
        """Leave it running, with what is deployed there."""

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def client(self, service: str) -> Any:
        """Return a boto3 client of the service."""
        if service not in self._clients:
            self._clients[service] = client_at(self.url, service)
        return self._clients[service]

    @cached_property
    def scales(self) -> bool:
        """Return whether it is an emulator of the embedded kind, with Wait states that can be scaled."""
        return is_emulator(self.url)

    def scale_waits(self, factor: float) -> None:
        """Multiply all Wait states and retry pauses, where that is possible."""
        if self.scales:
            scale_waits_at(self.url, factor)
        elif factor != 1:
            raise NotImplementedError(f"Wait states at {self.url} cannot be scaled by {factor}")

    def make_ready(self, addresses: Sequence[str]) -> None:
        """Check that functions there reach these addresses, and remove the stacks of an earlier run."""
        try:
            unreachable = unreachable_addresses(self.client("lambda"), addresses)
            if unreachable:
                raise LocalError(
                    f"functions of the AWS at {self.url} cannot reach {', '.join(unreachable)}: "
                    "they have to run on this machine, with its network and its folders"
                )
            remove_previous_stacks(self.client)
        except (BotoCoreError, ClientError) as failure:
            raise LocalError(f"the AWS at {self.url} cannot be deployed to: {failure}") from failure

    def _error(self, service: str, question: str) -> str:
        try:
            getattr(self.client(service), question)()
        except ClientError as failure:
            return str(failure)
        except BotoCoreError as failure:
            raise LocalError(f"no AWS answers at {ENDPOINT} {self.url}: {failure}") from failure
        return ""


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise LocalError(NO_ADDRESS)
    if (urlsplit(url).hostname or "").endswith(AWS_DOMAINS):
        raise LocalError(ACCOUNT_OF_AWS)

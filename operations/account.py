"""AWS account of a target: its stacks, their outputs, and the AWS clients."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import boto3
from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from cdk.bootstrap import DEFAULT_QUALIFIER, qualifier
from cdk.packages import ROOT
from cdk.settings import Target, TargetError

DELETED = "DELETE_COMPLETE"
CONFIG = Config(connect_timeout=5, read_timeout=60, retries={"mode": "standard", "total_max_attempts": 3})

Connect = Callable[[str], Any]


class OperationRefused(Exception):
    """Command that cannot be done; the message says in one line why and what to do."""


@dataclass(frozen=True, slots=True)
class DeployedStack:
    """One CloudFormation stack of a target."""

    name: str
    status: str
    created: datetime
    outputs: Mapping[str, str]


@dataclass(frozen=True)
class TargetAccount:
    """Account and region of the credentials, and one target in it."""

    target: Target
    connect: Connect
    qualifier: str = DEFAULT_QUALIFIER

    @classmethod
    def of(cls, name: str, overrides: Sequence[str] = ()) -> "TargetAccount":
        """Return the account to which `cdk deploy` would deploy a target of cdk.json; `overrides` are KEY=VALUE."""
        target = target_of(name, overrides)
        # boto3 does not read AWS_REGION, which the CDK prefers
        session = boto3.Session(region_name=target.region or os.environ.get("AWS_REGION") or None)
        return cls(
            target,
            lambda service: session.client(service, config=CONFIG),  # type: ignore[call-overload]
            qualifier(_context(name, overrides).get),
        )

    def client(self, service: str) -> Any:
        """Return the client of a service, created once."""
        if service not in self._clients:
            self._clients[service] = self.connect(service)
        return self._clients[service]

    @cached_property
    def _clients(self) -> dict[str, Any]:
        return {}

    def stacks(self) -> list[DeployedStack]:
        """Return the stacks of this target, oldest first."""
        pages = self.client("cloudformation").get_paginator("describe_stacks").paginate()
        stacks = [_stack(page_stack) for page in pages for page_stack in page["Stacks"]]
        # footy-dev-eu-goals belongs to another target than footy-dev-goals
        own = (one for one in stacks if one.name.rpartition("-")[0] == self.target.prefix and one.status != DELETED)
        return sorted(own, key=lambda stack: stack.created)

    @property
    def state_stack(self) -> str:
        """The name of the stack with the database and the network."""
        return f"{self.target.prefix}-state"

    def output(self, name: str) -> str:
        """Return an output of any of the stacks."""
        for stack in self.stacks():
            if name in stack.outputs:
                return stack.outputs[name]
        raise OperationRefused(
            f"{self.target.prefix} is not deployed here: no stack has the output {name}. "
            f"Run make deploy ENV={self.target.name}."
        )

    def require_deployment(self) -> None:
        """Refuse to work on a target that is not in this account and region."""
        if not any(stack.name == f"{self.target.prefix}-goals" for stack in self.stacks()):
            raise OperationRefused(
                f"{self.target.prefix} is not deployed here. Run make deploy ENV={self.target.name}, "
                "or select its account and region with AWS_PROFILE and AWS_REGION."
            )


def target_of(name: str, overrides: Sequence[str] = ()) -> Target:
    """Read a target as the CDK app does."""
    return Target.read(_context(name, overrides).get)


def _context(name: str, overrides: Sequence[str]) -> dict[str, object]:
    """Return the context that the CDK app gets."""
    context: dict[str, object] = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["context"]
    return {**context, **dict(pair.split("=", maxsplit=1) for pair in overrides), "target": name}


def _stack(stack: Mapping[str, Any]) -> DeployedStack:
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}
    return DeployedStack(stack["StackName"], stack["StackStatus"], stack["CreationTime"], outputs)


def target_parser(command: str, description: str) -> argparse.ArgumentParser:
    """Return a parser with the option --target."""
    parser = argparse.ArgumentParser(prog=command, description=description)
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    return parser


def add_context(parser: argparse.ArgumentParser) -> None:
    """Add cdk's own option -c."""
    parser.add_argument(
        "-c", "--context", action="append", default=[], type=_pair, metavar="KEY=VALUE", help="context of the CDK app"
    )


def _pair(text: str) -> str:
    if "=" not in text:
        raise argparse.ArgumentTypeError(f"must be KEY=VALUE, got {text}")
    return text


def say(line: str = "") -> None:
    """Print one line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def code_of(failure: ClientError) -> str:
    """Return the error code of AWS."""
    return str(failure.response.get("Error", {}).get("Code", ""))


def run(command: Callable[[], int]) -> None:
    """Exit with the status of the command; print an expected failure in one line and exit with 2."""
    try:
        status = command()
        sys.stdout.flush()
    except (OperationRefused, TargetError) as refusal:
        sys.stderr.write(f"footy: {refusal}\n")
        status = 2
    except (ClientError, BotoCoreError, Boto3Error) as failure:
        sys.stderr.write(f"footy: AWS refuses: {' '.join(str(failure).split())}\n")
        status = 2
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)


def pages_of(client: Any, operation: str, key: str, **request: Any) -> Iterator[Any]:
    """Yield all entries of a paginated listing."""
    for page in client.get_paginator(operation).paginate(**request):
        yield from page.get(key, [])

"""A target where it is deployed: its stacks, what they tell of themselves, and the services behind them."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import boto3
from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from cdk.packages import ROOT
from cdk.settings import Target, TargetError

GONE = "DELETE_COMPLETE"
PATIENCE = Config(connect_timeout=5, read_timeout=60, retries={"mode": "standard", "total_max_attempts": 3})

Connect = Callable[[str], Any]


class OperationRefused(Exception):
    """What was asked for cannot be done as things are; the message says what to do, on one line."""


@dataclass(frozen=True, slots=True)
class DeployedStack:
    """One stack of a target, as CloudFormation has it."""

    name: str
    status: str
    created: datetime
    outputs: Mapping[str, str]


@dataclass(frozen=True)
class TargetAccount:
    """The account and region that the credentials lead to, and one target in it."""

    target: Target
    connect: Connect

    @classmethod
    def of(cls, name: str) -> "TargetAccount":
        """The target of cdk.json by this name, where `cdk deploy` would put it."""
        target = target_of(name)
        # the CDK looks there first, and boto3 does not
        session = boto3.Session(region_name=target.region or os.environ.get("AWS_REGION") or None)
        return cls(target, lambda service: session.client(service, config=PATIENCE))  # type: ignore[call-overload]

    def client(self, service: str) -> Any:
        """A client of that service, made once."""
        if service not in self._clients:
            self._clients[service] = self.connect(service)
        return self._clients[service]

    @cached_property
    def _clients(self) -> dict[str, Any]:
        return {}

    def stacks(self) -> list[DeployedStack]:
        """The stacks of this target that there are, oldest first."""
        pages = self.client("cloudformation").get_paginator("describe_stacks").paginate()
        found = [_stack(one) for page in pages for one in page["Stacks"]]
        # the last word is the stack's: footy-dev-eu-goals is of somebody else
        mine = (one for one in found if one.name.rpartition("-")[0] == self.target.prefix and one.status != GONE)
        return sorted(mine, key=lambda one: one.created)

    @property
    def state_stack(self) -> str:
        """The stack of the database and of the network around it."""
        return f"{self.target.prefix}-state"

    def output(self, name: str) -> str:
        """What one of the stacks tells of itself by this name."""
        for stack in self.stacks():
            if name in stack.outputs:
                return stack.outputs[name]
        raise OperationRefused(f"{self.target.prefix} is not deployed here: no stack of it has the output {name}")


def target_of(name: str) -> Target:
    """The target as the CDK app reads it."""
    context: dict[str, object] = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["context"]
    return Target.read(lambda key: name if key == "target" else context.get(key))


def _stack(told: Mapping[str, Any]) -> DeployedStack:
    outputs = {one["OutputKey"]: one["OutputValue"] for one in told.get("Outputs", [])}
    return DeployedStack(told["StackName"], told["StackStatus"], told["CreationTime"], outputs)


def say(line: str = "") -> None:
    """One line for the person at the terminal."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def code_of(failure: ClientError) -> str:
    """What AWS calls the refusal."""
    return str(failure.response.get("Error", {}).get("Code", ""))


def run(work: Callable[[], int]) -> None:
    """Ends the process as the work says; what people can mend is one line and 2."""
    try:
        code = work()
        sys.stdout.flush()
    except (OperationRefused, TargetError) as refusal:
        sys.stderr.write(f"footy: {refusal}\n")
        code = 2
    except (ClientError, BotoCoreError, Boto3Error) as failure:
        sys.stderr.write(f"footy: AWS refuses: {' '.join(str(failure).split())}\n")
        code = 2
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # whoever read has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def pages_of(client: Any, operation: str, key: str, **request: Any) -> Iterator[Any]:
    """All entries of a listing."""
    for page in client.get_paginator(operation).paginate(**request):
        yield from page.get(key, [])

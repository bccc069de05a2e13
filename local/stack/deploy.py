"""Deployment of the CDK app's local target into an AWS, with the real CDK CLI, when something has changed."""

import json
import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from pymongo.uri_parser import parse_uri

from cdk.assembly import assembly
from cdk.settings import EMULATOR_ASSETS, TargetError
from local import PROJECT, TARGET
from local.aws.client import CREDENTIALS
from local.aws.engine import Aws
from local.aws.folder import HOST
from local.process.errors import LocalError
from local.stack.home import Home

CDK = PROJECT / "node_modules" / ".bin" / "cdk"


@dataclass(frozen=True, slots=True)
class Deployment:
    """The app with one set of settings, in one AWS."""

    home: Home
    aws: Aws
    overlay: dict[str, Any]

    def run(self) -> None:
        """Synthesize and deploy, unless the AWS of this home has exactly this deployment already."""
        self.aws.make_ready(required_addresses(self.overlay))
        folder = self._assembly()
        if self._is_current(folder.name):
            return
        self._deployed.unlink(missing_ok=True)
        self._create_assets_bucket()
        self._deploy(folder)
        self._deployed.write_text(folder.name)

    @property
    def _deployed(self) -> Path:
        """File with the name of the deployed assembly."""
        return self.home.aws / "deployed"

    def _is_current(self, name: str) -> bool:
        return self._deployed.exists() and self._deployed.read_bytes() == name.encode() and self._has_stacks()

    def _assembly(self) -> Path:
        overlay = self.home.root / "overlay.json"
        overlay.touch(mode=0o600)
        overlay.write_text(json.dumps(self.overlay, sort_keys=True))
        try:
            return assembly(TARGET, overlay)
        except TargetError as error:
            raise LocalError(f"the CDK app cannot be synthesized: {error}") from error

    def _has_stacks(self) -> bool:
        """Return whether stacks exist: an emulator that was killed may have lost them."""
        answer = self.aws.client("cloudformation").list_stacks(StackStatusFilter=["CREATE_COMPLETE", "UPDATE_COMPLETE"])
        return bool(answer["StackSummaries"])

    def _create_assets_bucket(self) -> None:
        buckets = self.aws.client("s3")
        with suppress(buckets.exceptions.BucketAlreadyOwnedByYou):
            buckets.create_bucket(
                Bucket=EMULATOR_ASSETS, CreateBucketConfiguration={"LocationConstraint": CREDENTIALS["AWS_REGION"]}
            )

    def _deploy(self, folder: Path) -> None:
        command = [str(CDK), "deploy", "--all", "--app", str(folder), "--method=direct", "--require-approval=never"]
        command += ["--concurrency=4", "--no-notices"]
        log = self.home.logs / "deploy.log"
        with log.open("ab") as output:
            done = subprocess.run(
                command, cwd=PROJECT, env=self._environment(), stdout=output, stderr=output, check=False
            )
        if done.returncode:
            raise LocalError(f"`cdk deploy` failed: see {log}")

    def _environment(self) -> dict[str, str]:
        """Return an environment without the user's own AWS settings and proxies."""
        endpoint = {"AWS_ENDPOINT_URL": self.aws.url, "AWS_ENDPOINT_URL_S3": self.aws.url}
        # a user without a home in /etc/passwd would get a new folder in /tmp with every call
        cdk = {"CDK_HOME": str(PROJECT / ".local" / "cdk"), "CDK_DISABLE_CLI_TELEMETRY": "1"}
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("AWS_")}
        no_files = {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull}
        return {**inherited, **no_files, **CREDENTIALS, **endpoint, **cdk, "NO_PROXY": "*", "no_proxy": "*"}


class ClientSource(Protocol):
    """An AWS as the owner of its clients."""

    def client(self, service: str) -> Any:
        """Return a boto3 client."""


def outputs(aws: ClientSource, stack: str) -> dict[str, str]:
    """Return the outputs of a deployed stack."""
    stacks = aws.client("cloudformation").describe_stacks(StackName=f"footy-{TARGET}-{stack}")["Stacks"]
    return {output["OutputKey"]: output["OutputValue"] for output in stacks[0]["Outputs"]}


def required_addresses(overlay: Mapping[str, Any]) -> list[str]:
    """Return what functions must reach on this machine: servers, the file of the clock, the database."""
    settings, secrets = overlay.get("settings", {}), overlay.get("secrets", {})
    urls = [urlsplit(value) for value in settings.values() if value.startswith("http")]
    servers = [f"{url.hostname}:{url.port}" for url in urls if url.hostname == HOST and url.port]
    files = [settings["clock_file"]] if "clock_file" in settings else []
    nodes: list[tuple[str, int | None]] = parse_uri(secrets["mongodb"]["uri"])["nodelist"] if secrets else []
    return [*dict.fromkeys(servers), *files, *(f"{host}:{port}" if port else host for host, port in nodes)]

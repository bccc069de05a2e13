"""Deploys the CDK app's local target into an AWS, with the real CDK CLI, when something changed."""

import json
import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pymongo.uri_parser import parse_uri

from cdk.assembly import assembly
from cdk.settings import EMULATOR_ASSETS, TargetError
from local.aws.engine import Aws
from local.aws.folder import HOST
from local.aws.server import CREDENTIALS
from local.process.errors import LocalError
from local.stack.home import PROJECT, Home

TARGET = "local"
CDK = PROJECT / "node_modules" / ".bin" / "cdk"


@dataclass(frozen=True, slots=True)
class Deployment:
    """The app with one set of addresses, in one AWS."""

    home: Home
    aws: Aws
    overlay: dict[str, Any]

    def run(self) -> None:
        """Synthesises and deploys, unless exactly this is what the AWS of this home already holds."""
        self.aws.make_ready(places_of(self.overlay))
        folder = self._assembly()
        if self._is_current(folder.name):
            return
        self._deployed.unlink(missing_ok=True)
        self._make_assets_bucket()
        self._deploy(folder)
        self._deployed.write_text(folder.name)

    @property
    def _deployed(self) -> Path:
        """Which assembly the emulator holds."""
        return self.home.aws / "deployed"

    def _is_current(self, name: str) -> bool:
        return self._deployed.exists() and self._deployed.read_bytes() == name.encode() and self._holds_stacks()

    def _assembly(self) -> Path:
        overlay = self.home.root / "overlay.json"
        overlay.touch(mode=0o600)
        overlay.write_text(json.dumps(self.overlay, sort_keys=True))
        try:
            return assembly(TARGET, overlay)
        except TargetError as wrong:
            raise LocalError(f"the CDK app cannot be synthesised: {wrong}") from wrong

    def _holds_stacks(self) -> bool:
        """An emulator that was killed may have forgotten what was deployed."""
        answer = self.aws.client("cloudformation").list_stacks(StackStatusFilter=["CREATE_COMPLETE", "UPDATE_COMPLETE"])
        return bool(answer["StackSummaries"])

    def _make_assets_bucket(self) -> None:
        """It is still there when a stack is resumed with other code or at another speed."""
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
        pointed = {"AWS_ENDPOINT_URL": self.aws.url, "AWS_ENDPOINT_URL_S3": self.aws.url}
        # whose home is not in /etc/passwd has a folder in /tmp made by every call
        own = {"CDK_HOME": str(PROJECT / ".local" / "cdk"), "CDK_DISABLE_CLI_TELEMETRY": "1"}
        # what the user's variables and files say is about another AWS, and the way to it
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("AWS_")}
        deaf = {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull}
        return {**inherited, **deaf, **CREDENTIALS, **pointed, **own, "NO_PROXY": "*", "no_proxy": "*"}


def outputs(aws: Aws, stack: str) -> dict[str, str]:
    """What a deployed stack tells of itself."""
    told = aws.client("cloudformation").describe_stacks(StackName=f"footy-{TARGET}-{stack}")
    return {output["OutputKey"]: output["OutputValue"] for output in told["Stacks"][0]["Outputs"]}


def places_of(overlay: Mapping[str, Any]) -> list[str]:
    """What its functions have to reach on this machine: the servers around it, the file of its clock, its database."""
    settings, secrets = overlay.get("settings", {}), overlay.get("secrets", {})
    urls = [urlsplit(value) for value in settings.values() if value.startswith("http")]
    servers = [f"{url.hostname}:{url.port}" for url in urls if url.hostname == HOST and url.port]
    files = [settings["clock_file"]] if "clock_file" in settings else []
    nodes: list[tuple[str, int | None]] = parse_uri(secrets["mongodb"]["uri"])["nodelist"] if secrets else []
    return [*dict.fromkeys(servers), *files, *(f"{host}:{port}" if port else host for host, port in nodes)]

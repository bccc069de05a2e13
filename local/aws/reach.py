"""Reachability check: a probe function of the AWS tries to reach addresses of this machine."""

import io
import json
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from local.aws import probe
from local.aws.client import ACCOUNT
from local.process.errors import LocalError

if TYPE_CHECKING:
    from mypy_boto3_lambda import LambdaClient
    from mypy_boto3_lambda.literals import RuntimeType

ROLE = f"arn:aws:iam::{ACCOUNT}:role/footy-local-probe"
SECONDS = 60


def unreachable_addresses(functions: "LambdaClient", addresses: Sequence[str]) -> list[str]:
    """Return the addresses that a function cannot reach, each with the error."""
    name = f"footy-local-probe-{uuid4().hex[:8]}"
    runtime: RuntimeType = f"python{sys.version_info.major}.{sys.version_info.minor}"  # type: ignore[assignment]
    function = functions.create_function(
        FunctionName=name,
        Runtime=runtime,
        Role=ROLE,
        Handler="probe.handle",
        Timeout=SECONDS,
        Code={"ZipFile": _zip_of(Path(probe.__file__))},
    )
    try:
        if function.get("State") == "Pending":
            functions.get_waiter("function_active_v2").wait(FunctionName=name, WaiterConfig={"Delay": 1})
        answer = functions.invoke(FunctionName=name, Payload=json.dumps(list(addresses)).encode())
        payload = answer["Payload"].read()
    finally:
        functions.delete_function(FunctionName=name)
    if answer.get("FunctionError"):
        raise LocalError(f"the probe function failed: {payload.decode(errors='replace')[:200]}")
    unreachable: list[str] = json.loads(payload)
    return unreachable


def _zip_of(file: Path) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.write(file, file.name)
    return content.getvalue()

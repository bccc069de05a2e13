"""Whether functions of an AWS reach what is on this machine: a function there is asked."""

import io
import json
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from local.aws import probe
from local.aws.server import ACCOUNT
from local.process.errors import LocalError

if TYPE_CHECKING:
    from mypy_boto3_lambda import LambdaClient
    from mypy_boto3_lambda.literals import RuntimeType

ROLE = f"arn:aws:iam::{ACCOUNT}:role/footy-local-probe"
SECONDS = 60


def unreached(functions: "LambdaClient", places: Sequence[str]) -> list[str]:
    """The places that are not to be reached from there, and why."""
    name = f"footy-local-probe-{uuid4().hex[:8]}"
    runtime: RuntimeType = f"python{sys.version_info.major}.{sys.version_info.minor}"  # type: ignore[assignment]
    made = functions.create_function(
        FunctionName=name,
        Runtime=runtime,
        Role=ROLE,
        Handler="probe.handle",
        Timeout=SECONDS,
        Code={"ZipFile": _packed(Path(probe.__file__))},
    )
    try:
        if made.get("State") == "Pending":
            functions.get_waiter("function_active_v2").wait(FunctionName=name, WaiterConfig={"Delay": 1})
        answer = functions.invoke(FunctionName=name, Payload=json.dumps(list(places)).encode())
        told = answer["Payload"].read()
    finally:
        functions.delete_function(FunctionName=name)
    if answer.get("FunctionError"):
        raise LocalError(f"a function failed that was to look around: {told.decode(errors='replace')[:200]}")
    missed: list[str] = json.loads(told)
    return missed


def _packed(file: Path) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(file, file.name)
    return packed.getvalue()

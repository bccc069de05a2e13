"""Clients of an emulated AWS."""

import json
import os
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import boto3
import botocore.session
from botocore.config import Config

from local.process.timeouts import STOP_SECONDS

REGION = "eu-west-1"
ACCOUNT = "000000000000"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": REGION}


def client_at(url: str, service: str, config: Config | None = None) -> Any:
    """Return a boto3 client of the emulator at `url`, independent of the user's own AWS and proxy."""
    connect: Callable[..., Any] = _session().client
    own = Config(
        s3={"addressing_style": "path"},
        proxies={},
        max_pool_connections=20,
        read_timeout=120,
        retries={"total_max_attempts": 2},
    )
    return connect(
        service,
        endpoint_url=url,
        region_name=REGION,
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
        config=own.merge(config) if config else own,
    )


def is_emulator(url: str) -> bool:
    """Return whether an emulator of the embedded kind answers at `url`."""
    with suppress(OSError), _loopback().open(f"{url}/_ministack/health", timeout=2) as answer:
        return bool(answer.status == HTTPStatus.OK)
    return False


def scale_waits_at(url: str, factor: float) -> None:
    """Multiply all Wait states and retry pauses of the emulator at `url`."""
    body = json.dumps({"stepfunctions._SFN_WAIT_SCALE": factor}).encode()
    request = urllib.request.Request(f"{url}/_ministack/config", body, method="POST")
    with _loopback().open(request, timeout=STOP_SECONDS) as answer:
        if not json.load(answer)["applied"]:
            raise ValueError(f"the emulator refuses to scale waits by {factor}")


def _loopback() -> urllib.request.OpenerDirector:
    """Return an opener without a proxy, because this machine is never behind one."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _session() -> boto3.Session:
    """Return a session that ignores the user's profile and configuration files."""
    no_file = (None, None, os.devnull, None)
    variables = {"profile": (None, None, None, None), "config_file": no_file, "credentials_file": no_file}
    return boto3.Session(botocore_session=botocore.session.Session(session_vars=variables))

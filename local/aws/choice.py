"""Which AWS a stack is deployed to: the one at FOOTY_ENDPOINT, else the embedded one."""

import os
from pathlib import Path

from local.aws.container import container_environment
from local.aws.endpoint import ENDPOINT, Endpoint
from local.aws.engine import Aws
from local.aws.server import Ministack


def endpoint() -> Endpoint | None:
    """The AWS that the user names."""
    url = os.environ.get(ENDPOINT, "")
    return Endpoint(url.rstrip("/")) if url else None


def aws_for(home: Path, port: int | None = None) -> Aws:
    """That one, else one that lives in this folder."""
    return endpoint() or Ministack(home, port, container=container_environment())

"""Choice of the AWS of a stack: the one at FOOTY_ENDPOINT, else the embedded one."""

import os
from pathlib import Path

from local.aws.endpoint import ENDPOINT, OtherEndpoint
from local.aws.engine import Aws
from local.aws.server import Ministack, container_environment


def endpoint() -> OtherEndpoint | None:
    """Return the AWS that the user named."""
    url = os.environ.get(ENDPOINT, "")
    return OtherEndpoint(url.rstrip("/")) if url else None


def aws_for(home: Path, port: int | None = None) -> Aws:
    """Return the AWS that the user named, else an embedded one with its state in `home`."""
    return endpoint() or Ministack(home, port, container=container_environment())

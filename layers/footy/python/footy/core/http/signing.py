"""The signature of an AWS role under a question that is asked over HTTP."""

from collections.abc import Generator

import httpx
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.session import Session

from footy.core.errors import AccessDenied

# what belongs to one connection, and may be changed on the way
UNSIGNED = frozenset({"connection", "user-agent", "accept-encoding", "accept"})


class SigV4(httpx.Auth):
    """Signature version 4 for one service, with whatever credentials this process has at the moment."""

    requires_request_body = True

    def __init__(self, session: Session, service: str) -> None:
        self._session = session
        self._service = service
        self.region: str = session.get_config_variable("region")

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """The request with its signature."""
        signed = {name: text for name, text in request.headers.items() if name not in UNSIGNED}
        copy = AWSRequest(request.method, str(request.url), headers=signed, data=request.content)
        credentials = self._session.get_credentials()
        if credentials is None:
            raise AccessDenied(f"{self._service} cannot be asked without credentials")
        SigV4Auth(credentials, self._service, self.region).add_auth(copy)
        request.headers.update(dict(copy.headers))
        yield request

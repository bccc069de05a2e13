"""AWS Signature Version 4 for httpx."""

from collections.abc import Generator

import httpx
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.session import Session

from footy.core.errors import AccessDenied

# headers that proxies may change
UNSIGNED = frozenset({"connection", "user-agent", "accept-encoding", "accept"})


class SigV4(httpx.Auth):
    """Signature for one AWS service with the current credentials of this process."""

    requires_request_body = True

    def __init__(self, session: Session, service: str) -> None:
        self._session = session
        self._service = service
        self.region: str = session.get_config_variable("region")

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        signed = {name: text for name, text in request.headers.items() if name not in UNSIGNED}
        copy = AWSRequest(request.method, str(request.url), headers=signed, data=request.content)
        credentials = self._session.get_credentials()
        if credentials is None:
            raise AccessDenied(f"no AWS credentials for {self._service}")
        SigV4Auth(credentials, self._service, self.region).add_auth(copy)
        request.headers.update(dict(copy.headers))
        yield request

"""The signature under a question, checked by a second reading of how AWS wants it computed."""

import hashlib
import hmac

import httpx
import pytest
from botocore.session import Session

from footy.core.http.client import HttpClient
from footy.core.http.signing import SigV4

KEY = "not-a-secret"


def signature_of(request: httpx.Request) -> str:
    """Computed from what arrived, by the steps of the documentation."""
    fields = dict(part.strip().split("=", 1) for part in request.headers["authorization"].split(" ", 1)[1].split(","))
    names = fields["SignedHeaders"].split(";")
    canonical = "\n".join(
        [
            request.method,
            request.url.raw_path.decode(),
            "",
            *[f"{name}:{request.headers[name]}" for name in names],
            "",
            fields["SignedHeaders"],
            hashlib.sha256(request.content).hexdigest(),
        ]
    )
    scope = fields["Credential"].split("/", 1)[1]
    text = (
        f"AWS4-HMAC-SHA256\n{request.headers['x-amz-date']}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    )
    key = f"AWS4{KEY}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.digest(key, text.encode(), "sha256").hex()


@pytest.mark.parametrize("token", [None, "of-a-role"])
def test_aws_would_take_the_signature(token: str | None) -> None:
    requests: list[httpx.Request] = []

    def serve(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200)

    session = Session()
    session.set_credentials("AKID", KEY, token)
    session.set_config_variable("region", "eu-west-1")
    http = HttpClient("sagemaker", seconds=5, transport=httpx.MockTransport(serve), auth=SigV4(session, "sagemaker"))
    http.request("POST", "https://runtime/endpoints/footy/invocations", headers={"X-Component": "qwen"}, json={"n": 1})
    header = requests[0].headers["authorization"]
    assert header.endswith(f"Signature={signature_of(requests[0])}")
    assert "/eu-west-1/sagemaker/aws4_request" in header
    assert "x-component" in header
    assert requests[0].headers.get("x-amz-security-token") == token

"""The same questions to an endpoint of SageMaker."""

import json

import httpx
import pytest

from footy.core.errors import AccessDenied, RequestRefused, UpstreamUnavailable
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.settings import Rules
from tests.support.http_clients import client_answering
from tests.support.vision_server import ANSWER, LOOK, Server, in_turn, said


def at_sagemaker(server: Server) -> ChatVision:
    return ChatVision(client_answering(server), Endpoint.of_endpoint("footy", "qwen", "eu-west-1"), "qwen", Rules())


def test_sagemaker_gets_the_component_header() -> None:
    serve, requests = in_turn(said(json.dumps(ANSWER)))
    assert at_sagemaker(serve).read_frames([b"jpeg"]) == [LOOK]
    assert str(requests[0].url) == "https://runtime.sagemaker.eu-west-1.amazonaws.com/endpoints/footy/invocations"
    assert requests[0].headers["x-amzn-sagemaker-inference-component"] == "qwen"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        # no copy is in service, or too many ask
        (httpx.Response(400, json={"Message": "Inference Component qwen has no copies"}), UpstreamUnavailable),
        (httpx.Response(424, json={"OriginalStatusCode": 503, "Message": "loading"}), UpstreamUnavailable),
        (httpx.Response(424, json={"OriginalStatusCode": 400, "Message": "no images"}), RequestRefused),
        (httpx.Response(424, text="<html>"), UpstreamUnavailable),
        (httpx.Response(403, json={"Message": "not authorized"}), AccessDenied),
    ],
)
def test_sagemaker_statuses_are_mapped(answer: httpx.Response, error: type[Exception]) -> None:
    serve, _ = in_turn(answer)
    with pytest.raises(error):
        at_sagemaker(serve).read_frames([b"jpeg"])

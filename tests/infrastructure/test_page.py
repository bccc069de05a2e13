"""The HTTP API and the CloudFront distribution."""

import json
from typing import Any

import pytest

from tests.support.templates import Deployment, variables


@pytest.fixture(scope="module")
def edge(dev: Deployment) -> dict[str, Any]:
    [distribution] = dev.resources("AWS::CloudFront::Distribution")
    config: dict[str, Any] = distribution.properties["DistributionConfig"]
    return config


def test_the_page_is_closed_by_default(on_aws: Deployment) -> None:
    assert "FOOTY_PAGE" not in variables(on_aws.function("answer_request"))


def test_the_api_and_logins_are_throttled(on_aws: Deployment) -> None:
    [stage] = on_aws.resources("AWS::ApiGatewayV2::Stage")
    assert stage.properties["DefaultRouteSettings"] == {"ThrottlingRateLimit": 50, "ThrottlingBurstLimit": 100}
    [tried] = stage.properties["RouteSettings"].items()
    assert tried == ("POST /api/v1/session", {"ThrottlingRateLimit": 1, "ThrottlingBurstLimit": 5})
    assert "POST /api/v1/session" in {
        route.properties["RouteKey"] for route in on_aws.resources("AWS::ApiGatewayV2::Route")
    }


def test_writes_are_not_cached(edge: dict[str, Any]) -> None:
    paths = [behaviour["PathPattern"] for behaviour in edge["CacheBehaviors"]]
    acting = ["/api/v1/session", "/api/v1/ops*", "/api/v1/images*"]
    assert paths[:4] == [*acting, "/api/*"]
    policies = {behaviour["PathPattern"]: behaviour["CachePolicyId"] for behaviour in edge["CacheBehaviors"]}
    assert {json.dumps(policies[path]) for path in acting} & {json.dumps(policies["/api/*"])} == set()


def test_images_can_be_deleted(edge: dict[str, Any], dev: Deployment) -> None:
    allowed = {one["PathPattern"]: set(one["AllowedMethods"]) for one in edge["CacheBehaviors"][:3]}
    assert all("DELETE" in methods for methods in allowed.values())
    routes = {route.properties["RouteKey"] for route in dev.resources("AWS::ApiGatewayV2::Route")}
    assert "DELETE /api/v1/images/{proxy+}" in routes


def test_the_outputs_name_page_console_and_images(dev: Deployment) -> None:
    outputs = dev.templates["page"]["Outputs"]
    page, console, images = (outputs[f"{name}Url"]["Value"]["Fn::Join"][1] for name in ("Page", "Console", "Images"))
    assert (console, images) == ([*page, "/ops"], [*page, "/images"])


def test_the_operator_console_knows_the_commit(dev: Deployment) -> None:
    statements = variables(dev.function("answer_operator"))["FOOTY_COMMIT"]
    assert statements == dev.templates["goals"]["Outputs"]["Commit"]["Value"]


def test_the_cache_key_has_query_cursor_and_session(dev: Deployment) -> None:
    [policy] = dev.resources("AWS::CloudFront::CachePolicy")
    key = policy.properties["CachePolicyConfig"]["ParametersInCacheKeyAndForwardedToOrigin"]
    assert key["QueryStringsConfig"] == {"QueryStringBehavior": "all"}
    assert key["CookiesConfig"]["Cookies"] == ["footy_viewer"]
    assert key["HeadersConfig"]["Headers"] == ["Last-Event-ID"]
    assert policy.properties["CachePolicyConfig"]["DefaultTTL"] == 0


def test_only_cloudfront_reads_files_and_clips(edge: dict[str, Any], dev: Deployment) -> None:
    buckets = [origin for origin in edge["Origins"] if "S3OriginConfig" in origin]
    assert len(buckets) == 2
    assert all("OriginAccessControlId" in origin for origin in buckets)
    policies = [one.properties["PolicyDocument"] for one in dev.resources("AWS::S3::BucketPolicy")]
    statements = [
        headers for policy in policies for headers in policy["Statement"] if "cloudfront" in json.dumps(headers)
    ]
    [denied] = [one for one in statements if one["Effect"] == "Deny"]
    assert "/private/*" in json.dumps(denied["Resource"]), "clips that were taken down"
    allowed = [one for one in statements if one["Effect"] == "Allow"]
    assert len(allowed) == 2
    assert all(
        headers["Action"] == "s3:GetObject" and "AWS:SourceArn" in json.dumps(headers["Condition"])
        for headers in allowed
    )


def test_https_and_security_headers_are_enforced(edge: dict[str, Any], dev: Deployment) -> None:
    behaviours = [edge["DefaultCacheBehavior"], *edge["CacheBehaviors"]]
    assert {one["ViewerProtocolPolicy"] for one in behaviours} <= {"https-only", "redirect-to-https"}
    [headers] = dev.resources("AWS::CloudFront::ResponseHeadersPolicy")
    headers = headers.properties["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    policy = json.dumps(headers["ContentSecurityPolicy"]["ContentSecurityPolicy"])
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["StrictTransportSecurity"]["AccessControlMaxAgeSec"] > 31_536_000

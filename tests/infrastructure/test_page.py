"""What people reach from outside: an API that is throttled, and an edge that keeps for a moment what it may."""

import json
from typing import Any

import pytest

from tests.infrastructure.templates import Deployment, variables


@pytest.fixture(scope="module")
def edge(dev: Deployment) -> dict[str, Any]:
    [found] = dev.resources("AWS::CloudFront::Distribution")
    config: dict[str, Any] = found.properties["DistributionConfig"]
    return config


def test_a_page_is_closed_unless_its_target_says_otherwise(on_aws: Deployment) -> None:
    assert "FOOTY_PAGE" not in variables(on_aws.function("answer_request"))


def test_the_api_is_throttled_and_passwords_more_so(on_aws: Deployment) -> None:
    [stage] = on_aws.resources("AWS::ApiGatewayV2::Stage")
    assert stage.properties["DefaultRouteSettings"] == {"ThrottlingRateLimit": 50, "ThrottlingBurstLimit": 100}
    [tried] = stage.properties["RouteSettings"].items()
    assert tried == ("POST /api/v1/session", {"ThrottlingRateLimit": 1, "ThrottlingBurstLimit": 5})
    assert "POST /api/v1/session" in {
        route.properties["RouteKey"] for route in on_aws.resources("AWS::ApiGatewayV2::Route")
    }


def test_what_acts_is_never_kept_and_comes_before_what_is(edge: dict[str, Any]) -> None:
    paths = [behaviour["PathPattern"] for behaviour in edge["CacheBehaviors"]]
    acting = ["/api/v1/session", "/api/v1/ops*", "/api/v1/images*"]
    assert paths[:4] == [*acting, "/api/*"]
    policies = {behaviour["PathPattern"]: behaviour["CachePolicyId"] for behaviour in edge["CacheBehaviors"]}
    assert {json.dumps(policies[path]) for path in acting} & {json.dumps(policies["/api/*"])} == set()


def test_what_acts_may_be_deleted_too(edge: dict[str, Any], dev: Deployment) -> None:
    allowed = {one["PathPattern"]: set(one["AllowedMethods"]) for one in edge["CacheBehaviors"][:3]}
    assert all("DELETE" in methods for methods in allowed.values())
    routes = {route.properties["RouteKey"] for route in dev.resources("AWS::ApiGatewayV2::Route")}
    assert "DELETE /api/v1/images/{proxy+}" in routes


def test_operators_are_told_which_commit_it_is(dev: Deployment) -> None:
    told = variables(dev.function("answer_operator"))["FOOTY_COMMIT"]
    assert told == dev.templates["goals"]["Outputs"]["Commit"]["Value"]


def test_answers_are_kept_apart_by_query_cursor_and_session(dev: Deployment) -> None:
    [policy] = dev.resources("AWS::CloudFront::CachePolicy")
    key = policy.properties["CachePolicyConfig"]["ParametersInCacheKeyAndForwardedToOrigin"]
    assert key["QueryStringsConfig"] == {"QueryStringBehavior": "all"}
    assert key["CookiesConfig"]["Cookies"] == ["footy_viewer"]
    assert key["HeadersConfig"]["Headers"] == ["Last-Event-ID"]
    assert policy.properties["CachePolicyConfig"]["DefaultTTL"] == 0


def test_clips_and_files_lie_in_private_buckets_that_only_the_edge_reads(edge: dict[str, Any], dev: Deployment) -> None:
    buckets = [origin for origin in edge["Origins"] if "S3OriginConfig" in origin]
    assert len(buckets) == 2
    assert all("OriginAccessControlId" in origin for origin in buckets)
    policies = [one.properties["PolicyDocument"] for one in dev.resources("AWS::S3::BucketPolicy")]
    told = [said for policy in policies for said in policy["Statement"] if "cloudfront" in json.dumps(said)]
    assert len(told) == 2
    assert all(said["Action"] == "s3:GetObject" and "AWS:SourceArn" in json.dumps(said["Condition"]) for said in told)


def test_browsers_are_held_to_https_and_to_what_is_ours(edge: dict[str, Any], dev: Deployment) -> None:
    behaviours = [edge["DefaultCacheBehavior"], *edge["CacheBehaviors"]]
    assert {one["ViewerProtocolPolicy"] for one in behaviours} <= {"https-only", "redirect-to-https"}
    [headers] = dev.resources("AWS::CloudFront::ResponseHeadersPolicy")
    said = headers.properties["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    policy = json.dumps(said["ContentSecurityPolicy"]["ContentSecurityPolicy"])
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert said["StrictTransportSecurity"]["AccessControlMaxAgeSec"] > 31_536_000

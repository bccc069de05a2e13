"""CloudFront before the page: the files of `web/`, the API behind a cache of seconds, the clips out of their bucket."""

from collections.abc import Sequence

from aws_cdk import Duration, Fn, RemovalPolicy, Stack
from aws_cdk.aws_apigatewayv2 import HttpApi
from aws_cdk.aws_cloudfront import (
    AddBehaviorOptions,
    AllowedMethods,
    BehaviorOptions,
    CacheCookieBehavior,
    CacheHeaderBehavior,
    CachePolicy,
    CacheQueryStringBehavior,
    Distribution,
    Function,
    FunctionAssociation,
    FunctionCode,
    FunctionEventType,
    FunctionRuntime,
    HeadersFrameOption,
    HeadersReferrerPolicy,
    HttpVersion,
    IResponseHeadersPolicy,
    OriginRequestPolicy,
    PriceClass,
    ResponseCustomHeader,
    ResponseCustomHeadersBehavior,
    ResponseHeadersContentSecurityPolicy,
    ResponseHeadersContentTypeOptions,
    ResponseHeadersFrameOptions,
    ResponseHeadersPolicy,
    ResponseHeadersReferrerPolicy,
    ResponseHeadersStrictTransportSecurity,
    ResponseSecurityHeadersBehavior,
    ViewerProtocolPolicy,
)
from aws_cdk.aws_cloudfront_origins import HttpOrigin, S3BucketOrigin
from aws_cdk.aws_iam import CfnRole, Effect, PolicyDocument, PolicyStatement
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, BucketEncryption
from aws_cdk.aws_s3_deployment import BucketDeployment, CacheControl, Source
from constructs import Construct

from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge
from cdk.packages import ROOT
from cdk.stacks.state import StateStack
from footy.goals.page.headers import HSTS_SECONDS, page_headers

WEB = ROOT / "web"
SESSION = "footy_viewer"
# `/ops` is the file ops.html; a path with a dot is a file as it lies there
PAGES = """function handler(event) {
  var request = event.request, path = request.uri;
  if (path === '/') request.uri = '/index.html';
  else if (path.indexOf('.') === -1) request.uri = path.replace(/\\/+$/, '') + '.html';
  return request;
}"""
# the bucket knows nothing of the path under which its clips are shown
CLIPS = """function handler(event) {
  event.request.uri = event.request.uri.replace(/^\\/media/, '');
  return event.request;
}"""
# what CDK makes for a BucketDeployment, and what the security rules say of it
BROUGHT = "Custom::CDKBucketDeployment"
COPYING = (
    "L1",
    "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
    *(f"IAM5[Action::s3:{words}*]" for words in ("GetBucket", "GetObject", "List", "Abort", "DeleteObject")),
    "IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]",
    "IAM5[Resource::<EdgeFiles2356C964.Arn>/*]",
    "IAM5[Resource::*]",
)
ANSWERED, ACTED = ("/api/*", "/v/*", "/feeds/*"), ("/api/v1/session", "/api/v1/ops*", "/api/v1/images*")


class PageDistribution(Construct):
    """One distribution with its three origins."""

    def __init__(self, scope: Construct, state: StateStack, api: HttpApi) -> None:
        super().__init__(scope, "Edge")
        self._state = state
        files = self._bucket()
        answers = HttpOrigin(Fn.select(2, Fn.split("/", api.api_endpoint)))
        self.distribution = Distribution(
            self,
            "Distribution",
            comment=f"{state.target.prefix} page",
            default_root_object="index.html",
            http_version=HttpVersion.HTTP2_AND_3,
            price_class=PriceClass.PRICE_CLASS_100,
            default_behavior=BehaviorOptions(
                origin=S3BucketOrigin.with_origin_access_control(files),
                viewer_protocol_policy=ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
                response_headers_policy=self._headers(),
                function_associations=self._rewritten("Pages", PAGES),
            ),
        )
        self._lead_to_api(answers)
        self._lead_to_clips()
        self._publish(files)
        self._accept_findings()

    @property
    def url(self) -> str:
        """Where people look."""
        return f"https://{self.distribution.domain_name}"

    def _lead_to_api(self, answers: HttpOrigin) -> None:
        """What is read is kept for as long as each answer says; what acts, or asks for a key, goes through."""
        kept = CachePolicy(
            self,
            "Answers",
            comment="as long as the answer says, apart by query, cursor and the session that all viewers share",
            min_ttl=Duration.seconds(0),
            default_ttl=Duration.seconds(0),
            max_ttl=Duration.days(1),
            query_string_behavior=CacheQueryStringBehavior.all(),
            cookie_behavior=CacheCookieBehavior.allow_list(SESSION),
            header_behavior=CacheHeaderBehavior.allow_list("Last-Event-ID"),
            enable_accept_encoding_gzip=True,
            enable_accept_encoding_brotli=True,
        )
        https = ViewerProtocolPolicy.HTTPS_ONLY
        acts = AddBehaviorOptions(
            viewer_protocol_policy=https,
            allowed_methods=AllowedMethods.ALLOW_ALL,
            cache_policy=CachePolicy.CACHING_DISABLED,
            origin_request_policy=OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        )
        reads = AddBehaviorOptions(viewer_protocol_policy=https, cache_policy=kept)
        for path in ACTED:
            self._behave(path, answers, acts)
        for path in ANSWERED:
            self._behave(path, answers, reads)

    def _behave(self, path: str, origin: HttpOrigin, how: AddBehaviorOptions) -> None:
        self.distribution.add_behavior(path, origin, **how._values)  # noqa: SLF001 - one description for several paths

    def _lead_to_clips(self) -> None:
        """Private objects under addresses that nobody can guess; they never change, so they are kept for ever."""
        clips = Bucket.from_bucket_attributes(
            self, "Clips", bucket_name=self._state.media.name, bucket_arn=self._state.media.arn
        )
        self.distribution.add_behavior(
            "/media/*",
            S3BucketOrigin.with_origin_access_control(clips),
            viewer_protocol_policy=ViewerProtocolPolicy.HTTPS_ONLY,
            response_headers_policy=ResponseHeadersPolicy.SECURITY_HEADERS,
            function_associations=self._rewritten("ClipPaths", CLIPS),
        )

    def _rewritten(self, name: str, code: str) -> Sequence[FunctionAssociation]:
        function = Function(self, name, code=FunctionCode.from_inline(code), runtime=FunctionRuntime.JS_2_0)
        return [FunctionAssociation(function=function, event_type=FunctionEventType.VIEWER_REQUEST)]

    def _headers(self) -> IResponseHeadersPolicy:
        stack = Stack.of(self)
        said = page_headers(f"https://*.s3.{stack.region}.{stack.url_suffix}")
        return ResponseHeadersPolicy(
            self,
            "Headers",
            security_headers_behavior=ResponseSecurityHeadersBehavior(
                content_security_policy=ResponseHeadersContentSecurityPolicy(
                    content_security_policy=said["Content-Security-Policy"], override=True
                ),
                content_type_options=ResponseHeadersContentTypeOptions(override=True),
                frame_options=ResponseHeadersFrameOptions(frame_option=HeadersFrameOption.DENY, override=True),
                referrer_policy=ResponseHeadersReferrerPolicy(
                    referrer_policy=HeadersReferrerPolicy.NO_REFERRER, override=True
                ),
                strict_transport_security=ResponseHeadersStrictTransportSecurity(
                    access_control_max_age=Duration.seconds(HSTS_SECONDS), include_subdomains=True, override=True
                ),
            ),
            custom_headers_behavior=ResponseCustomHeadersBehavior(
                custom_headers=[
                    ResponseCustomHeader(header="Permissions-Policy", value=said["Permissions-Policy"], override=True)
                ]
            ),
        )

    def _bucket(self) -> Bucket:
        bucket = Bucket(
            self,
            "Files",
            encryption=BucketEncryption.S3_MANAGED,
            block_public_access=BlockPublicAccess.BLOCK_ALL,
            enforce_ssl=True,
            removal_policy=RemovalPolicy.DESTROY,
            auto_delete_objects=True,
        )
        acknowledge(bucket, "the files of the page are public, and each deployment brings them anew", "S1")
        return bucket

    def _publish(self, files: Bucket) -> None:
        target = self._state.target
        deployment = BucketDeployment(
            self,
            "Publish",
            sources=[Source.asset(str(WEB))],
            destination_bucket=files,
            distribution=self.distribution,
            distribution_paths=["/*"],
            cache_control=[CacheControl.from_string("public, max-age=60")],
            log_group=log_group(Construct(self, "Publishing"), target, f"/footy/{target.name}/publish_page"),
        )
        deployment.node.add_dependency(self.distribution)
        _leave_no_logs(deployment)
        for made in Stack.of(self).node.children:
            if made.node.id.startswith(BROUGHT):
                acknowledge(made, "the function that CDK brings to copy files to their bucket", *COPYING)

    def _accept_findings(self) -> None:
        acknowledge(self.distribution, "people watch from everywhere", "CFR1")
        acknowledge(
            self.distribution, "the API is throttled behind a cache; a firewall is the account's choice", "CFR2"
        )
        acknowledge(self.distribution, "the API logs who asked; of files and clips nobody keeps that", "CFR3")
        acknowledge(self.distribution, "its own name has CloudFront's certificate; a domain brings its own", "CFR4")


def _leave_no_logs(deployment: BucketDeployment) -> None:
    """Lambda writes late, and CDK lets this function make its group again: the next deployment would find it there.

    In the role itself, where it lasts as long as the right does.
    """
    role = deployment.handler_role.node.default_child
    assert isinstance(role, CfnRole)  # noqa: S101 - what every role is made of
    denied = PolicyStatement(effect=Effect.DENY, actions=["logs:CreateLogGroup"], resources=["*"])
    role.policies = [
        CfnRole.PolicyProperty(policy_name="no-group-again", policy_document=PolicyDocument(statements=[denied]))
    ]

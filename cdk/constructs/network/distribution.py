"""CloudFront distribution: the files of `web/`, the cached API, and the clips from their bucket."""

from collections.abc import Sequence

from aws_cdk import Duration, Fn, RemovalPolicy, Stack
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk.aws_apigatewayv2 import HttpApi
from aws_cdk.aws_cloudfront_origins import HttpOrigin, S3BucketOrigin
from aws_cdk.aws_iam import CfnRole, Effect, PolicyDocument, PolicyStatement
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, BucketEncryption
from aws_cdk.aws_s3_deployment import BucketDeployment, CacheControl, Source
from constructs import Construct

from cdk.bootstrap import qualifier
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge
from cdk.packages import ROOT
from cdk.stacks.state import StateStack
from footy.goals.page.headers import HSTS_SECONDS, page_headers

WEB = ROOT / "web"
SESSION = "footy_viewer"
# `/ops` is served from ops.html; a path with a dot is the name of a file
PAGES = """function handler(event) {
  var request = event.request, path = request.uri;
  if (path === '/') request.uri = '/index.html';
  else if (path.indexOf('.') === -1) request.uri = path.replace(/\\/+$/, '') + '.html';
  return request;
}"""
# the keys of the bucket have no /media prefix
CLIPS = """function handler(event) {
  event.request.uri = event.request.uri.replace(/^\\/media/, '');
  return event.request;
}"""
# the function that the CDK adds for a BucketDeployment, and the findings of cdk-nag for it
DEPLOYMENT_FUNCTION = "Custom::CDKBucketDeployment"
DEPLOYMENT_FINDINGS = (
    "L1",
    "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
    *(f"IAM5[Action::s3:{words}*]" for words in ("GetBucket", "GetObject", "List", "Abort", "DeleteObject")),
    "IAM5[Resource::<EdgeFiles2356C964.Arn>/*]",
    "IAM5[Resource::*]",
)
CACHED_PATHS = ("/api/*", "/v/*", "/feeds/*")
UNCACHED_PATHS = ("/api/v1/session", "/api/v1/ops*", "/api/v1/images*")


class PageDistribution(Construct):
    """Distribution with three origins."""

    def __init__(self, scope: Construct, state: StateStack, api: HttpApi) -> None:
        super().__init__(scope, "Edge")
        self._state = state
        files = self._bucket()
        self.distribution = cloudfront.Distribution(
            self,
            "Distribution",
            comment=f"{state.target.prefix} page",
            default_root_object="index.html",
            http_version=cloudfront.HttpVersion.HTTP2_AND_3,
            price_class=cloudfront.PriceClass.PRICE_CLASS_100,
            default_behavior=cloudfront.BehaviorOptions(
                origin=S3BucketOrigin.with_origin_access_control(files),
                viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
                response_headers_policy=self._headers(),
                function_associations=self._rewrite("Pages", PAGES),
            ),
        )
        self._add_api(HttpOrigin(Fn.select(2, Fn.split("/", api.api_endpoint))))
        self._add_clips()
        self._publish(files)
        self._accept_findings()

    @property
    def url(self) -> str:
        """The public address of the page."""
        return f"https://{self.distribution.domain_name}"

    def _add_api(self, api: HttpOrigin) -> None:
        """Cache reads as long as each response allows; pass on writes and requests with a key."""
        policy = cloudfront.CachePolicy(
            self,
            "Answers",
            comment="max-age of the response; key: query, Last-Event-ID and the session that all viewers share",
            min_ttl=Duration.seconds(0),
            default_ttl=Duration.seconds(0),
            max_ttl=Duration.days(1),
            query_string_behavior=cloudfront.CacheQueryStringBehavior.all(),
            cookie_behavior=cloudfront.CacheCookieBehavior.allow_list(SESSION),
            header_behavior=cloudfront.CacheHeaderBehavior.allow_list("Last-Event-ID"),
            enable_accept_encoding_gzip=True,
            enable_accept_encoding_brotli=True,
        )
        https = cloudfront.ViewerProtocolPolicy.HTTPS_ONLY
        uncached = cloudfront.AddBehaviorOptions(
            viewer_protocol_policy=https,
            allowed_methods=cloudfront.AllowedMethods.ALLOW_ALL,
            cache_policy=cloudfront.CachePolicy.CACHING_DISABLED,
            origin_request_policy=cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        )
        cached = cloudfront.AddBehaviorOptions(viewer_protocol_policy=https, cache_policy=policy)
        for path in UNCACHED_PATHS:
            self.distribution.add_behavior(path, api, **uncached._values)  # noqa: SLF001 - jsii has no public way to unpack it
        for path in CACHED_PATHS:
            self.distribution.add_behavior(path, api, **cached._values)  # noqa: SLF001

    def _add_clips(self) -> None:
        """Serve objects whose keys cannot be guessed; the cache keeps them for an hour, unless they are taken down."""
        clips = Bucket.from_bucket_attributes(
            self, "Clips", bucket_name=self._state.media.name, bucket_arn=self._state.media.arn
        )
        self.distribution.add_behavior(
            "/media/*",
            S3BucketOrigin.with_origin_access_control(clips),
            viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
            response_headers_policy=cloudfront.ResponseHeadersPolicy.SECURITY_HEADERS,
            function_associations=self._rewrite("ClipPaths", CLIPS),
        )

    def _rewrite(self, name: str, code: str) -> Sequence[cloudfront.FunctionAssociation]:
        function = cloudfront.Function(
            self, name, code=cloudfront.FunctionCode.from_inline(code), runtime=cloudfront.FunctionRuntime.JS_2_0
        )
        return [
            cloudfront.FunctionAssociation(function=function, event_type=cloudfront.FunctionEventType.VIEWER_REQUEST)
        ]

    def _headers(self) -> cloudfront.IResponseHeadersPolicy:
        stack = Stack.of(self)
        headers = page_headers(f"https://*.s3.{stack.region}.{stack.url_suffix}")
        return cloudfront.ResponseHeadersPolicy(
            self,
            "Headers",
            security_headers_behavior=cloudfront.ResponseSecurityHeadersBehavior(
                content_security_policy=cloudfront.ResponseHeadersContentSecurityPolicy(
                    content_security_policy=headers["Content-Security-Policy"], override=True
                ),
                content_type_options=cloudfront.ResponseHeadersContentTypeOptions(override=True),
                frame_options=cloudfront.ResponseHeadersFrameOptions(
                    frame_option=cloudfront.HeadersFrameOption.DENY, override=True
                ),
                referrer_policy=cloudfront.ResponseHeadersReferrerPolicy(
                    referrer_policy=cloudfront.HeadersReferrerPolicy.NO_REFERRER, override=True
                ),
                strict_transport_security=cloudfront.ResponseHeadersStrictTransportSecurity(
                    access_control_max_age=Duration.seconds(HSTS_SECONDS), include_subdomains=True, override=True
                ),
            ),
            custom_headers_behavior=cloudfront.ResponseCustomHeadersBehavior(
                custom_headers=[
                    cloudfront.ResponseCustomHeader(
                        header="Permissions-Policy", value=headers["Permissions-Policy"], override=True
                    )
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
        acknowledge(bucket, "the files of the page are public, and each deployment uploads them again", "S1")
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
        _deny_log_groups(deployment)
        bucket = f"cdk-{qualifier(self.node.try_get_context)}-assets-<AWS::AccountId>-<AWS::Region>"
        assets = f"IAM5[Resource::arn:<AWS::Partition>:s3:::{bucket}/*]"
        for child in Stack.of(self).node.children:
            if child.node.id.startswith(DEPLOYMENT_FUNCTION):
                acknowledge(child, "the CDK's own function, which copies the files", *DEPLOYMENT_FINDINGS, assets)

    def _accept_findings(self) -> None:
        acknowledge(self.distribution, "the page is public in all countries", "CFR1")
        acknowledge(self.distribution, "the API is cached and throttled; a firewall is up to the account", "CFR2")
        acknowledge(self.distribution, "the API has an access log; requests for files and clips are not logged", "CFR3")
        acknowledge(self.distribution, "the default domain has CloudFront's certificate", "CFR4")


def _deny_log_groups(deployment: BucketDeployment) -> None:
    """Deny the CDK's function the creation of log groups.

    Lambda writes logs after the stack's deletion, and a group that it creates then fails the next deployment. The
    statement is part of the role itself, which is deleted together with the permission.
    """
    role = deployment.handler_role.node.default_child
    assert isinstance(role, CfnRole)  # noqa: S101 - the CDK creates this type
    deny = PolicyStatement(effect=Effect.DENY, actions=["logs:CreateLogGroup"], resources=["*"])
    role.policies = [
        CfnRole.PolicyProperty(policy_name="no-group-again", policy_document=PolicyDocument(statements=[deny]))
    ]

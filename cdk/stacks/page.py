"""Stack of the page: the HTTP API with its functions, and the CloudFront distribution."""

from aws_cdk import CfnOutput
from aws_cdk.aws_apigatewayv2 import CfnStage, HttpApi, HttpMethod, HttpStage, ThrottleSettings
from aws_cdk.aws_apigatewayv2_integrations import HttpLambdaIntegration
from constructs import Construct

from cdk.commit import commit
from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.takedowns import Takedowns
from cdk.constructs.compute.webhooks import WebhookSender
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.network.distribution import PageDistribution
from cdk.constructs.permissions import acknowledge, allow
from cdk.stacks.base import TargetStack
from cdk.stacks.downloads import DownloadsStack
from cdk.stacks.goals import GoalsStack
from cdk.stacks.images import ImagesStack
from cdk.stacks.state import StateStack

PAGE = {
    "answer_request": Uses(
        database=True, reads_only=True, seconds=10, memory=1024, secrets=("page",), settings=("page", "page_url")
    ),
    "answer_operator": Uses(
        database=True,
        seconds=20,
        memory=1024,
        secrets=("operators",),
        work=("get", "list"),
    ),
    "answer_organization": Uses(database=True, seconds=20, memory=1024),
}
OPERATOR = "/api/v1/ops/{proxy+}"
SESSION = "/api/v1/session"
# outputs, which `make status` prints
ADDRESSES = {"PageUrl": "", "ConsoleUrl": "/ops", "ImagesUrl": "/images"}
IMAGES = ("/api/v1/images", "/api/v1/images/{proxy+}")
# the cache of one second passes on only a few requests, however many viewers there are
REQUESTS_PER_SECOND, REQUEST_BURST = 50, 100
# slows down password guessing
LOGINS_PER_SECOND, LOGIN_BURST = 1, 5
METHODS = [
    HttpMethod.GET,
    HttpMethod.HEAD,
    HttpMethod.POST,
    HttpMethod.DELETE,
]
ACCESS = (
    '{"at":"$context.requestTime","ip":"$context.identity.sourceIp","path":"$context.path",'
    '"status":"$context.status","ms":"$context.responseLatency","id":"$context.requestId"}'
)


class PageStack(TargetStack):
    """Page, operator console and the API of the organisations."""

    def __init__(
        self,
        scope: Construct,
        state: StateStack,
        downloads: DownloadsStack,
        goals: GoalsStack,
        images: ImagesStack,
    ) -> None:
        super().__init__(scope, state.target, "page")
        self._state = state
        layers = Layers(self, state.target)
        self.answers, self.operator, self.organizations = (
            PythonFunction(self, name, uses, state=state, layers=layers) for name, uses in PAGE.items()
        )
        self._grant_operator(downloads, goals)
        images.serve(self.organizations)
        state.alarms.counters_of(self, "page")
        self.api = self._api()
        takedowns = Takedowns(self, state, layers, downloads.takedowns)
        webhooks = WebhookSender(self, state, layers) if state.target.webhooks else None
        if not state.target.emulator:
            distribution = PageDistribution(self, state, self.api)
            takedowns.clear(distribution)
            self.answers.set("page_url", distribution.url)
            self.operator.set("commit", commit())
            if webhooks:
                webhooks.sender.set("page_url", distribution.url)
            for name, path in ADDRESSES.items():
                CfnOutput(self, name, value=f"{distribution.url}{path}")
        CfnOutput(self, "ApiId", value=self.api.http_api_id)

    def _api(self) -> HttpApi:
        api = HttpApi(self, "Api", api_name=f"{self._state.target.prefix}-page", create_default_stage=False)
        answers = HttpLambdaIntegration("Answers", self.answers.function)
        operator = HttpLambdaIntegration("Desk", self.operator.function)
        organizations = HttpLambdaIntegration("Organizations", self.organizations.function)
        paths = [("/{proxy+}", answers), (OPERATOR, operator), *((path, organizations) for path in IMAGES)]
        routes = [
            route
            for path, integration in paths
            for route in api.add_routes(path=path, methods=METHODS, integration=integration)
        ]
        routes += api.add_routes(path=SESSION, methods=[HttpMethod.POST], integration=answers)
        for route in routes:
            acknowledge(route, "the functions check password, key or token; share links are public", "APIG4")
        stage = HttpStage(
            self,
            "Stage",
            http_api=api,
            stage_name="$default",
            auto_deploy=True,
            throttle=ThrottleSettings(rate_limit=REQUESTS_PER_SECOND, burst_limit=REQUEST_BURST),
        )
        if not self._state.target.emulator:
            resource = stage.node.default_child
            assert isinstance(resource, CfnStage)  # noqa: S101 - the CDK creates this type
            self._log(resource)
            resource.route_settings = {
                f"POST {SESSION}": {
                    "ThrottlingRateLimit": LOGINS_PER_SECOND,
                    "ThrottlingBurstLimit": LOGIN_BURST,
                }
            }
            stage.node.add_dependency(*routes)
        return api

    def _grant_operator(self, downloads: DownloadsStack, goals: GoalsStack) -> None:
        """Let the operator console start executions and redrive dead letters."""
        machines = {"goal_machine": goals.goal, "download_machine": downloads.download, "ingest_machine": goals.ingest}
        for setting, machine in machines.items():
            self.operator.set(setting, machine.machine.state_machine_arn)
        arns = [machine.machine.state_machine_arn for machine in machines.values()]
        allow(self.operator.role, ["states:StartExecution"], arns)
        downloads.request_takedowns(self.operator)
        uploads, letters = downloads.queue.queue, downloads.queue.dead_letters
        self.operator.set("upload_queue", uploads.queue_url)
        self.operator.set("dead_letters", letters.queue_url)
        allow(self.operator.role, ["sqs:SendMessage", "sqs:GetQueueAttributes"], [uploads.queue_arn])
        redrive = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"]
        allow(self.operator.role, redrive, [letters.queue_arn])

    def _log(self, stage: CfnStage) -> None:
        logs = log_group(Construct(self, "Access"), self._state.target, f"/footy/{self._state.target.name}/access")
        stage.access_log_settings = CfnStage.AccessLogSettingsProperty(
            destination_arn=logs.log_group_arn, format=ACCESS
        )

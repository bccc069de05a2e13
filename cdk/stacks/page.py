"""The stack of the page: the API and its function, and before them the edge that answers thousands from one."""

from aws_cdk import CfnOutput, Environment, Stack, StackSynthesizer
from aws_cdk.aws_apigatewayv2 import CfnStage, HttpApi, HttpMethod, HttpStage, ThrottleSettings
from aws_cdk.aws_apigatewayv2_integrations import HttpLambdaIntegration
from constructs import Construct

from cdk.commit import commit
from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.compute.webhooks import WebhookSender
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.network.distribution import PageDistribution
from cdk.constructs.permissions import acknowledge, allow
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
        secrets=("page",),
        settings=("page", "page_url"),
        work=("get", "list"),
    ),
    "answer_organization": Uses(database=True, seconds=20, memory=1024),
}
DESK = "/api/v1/ops/{proxy+}"
SESSION = "/api/v1/session"
IMAGES = ("/api/v1/images", "/api/v1/images/{proxy+}")
# what gets past the edge; a cache of one second lets a few a second through however many look
REQUESTS_A_SECOND, AT_ONCE = 50, 100
# whoever tries passwords has time for few
PASSWORDS_A_SECOND, PASSWORDS_AT_ONCE = 1, 5
METHODS = [HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST, HttpMethod.DELETE]
ACCESS = (
    '{"at":"$context.requestTime","ip":"$context.identity.sourceIp","path":"$context.path",'
    '"status":"$context.status","ms":"$context.responseLatency","id":"$context.requestId"}'
)


class PageStack(Stack):
    """What people look at."""

    def __init__(
        self,
        scope: Construct,
        state: StateStack,
        downloads: DownloadsStack,
        goals: GoalsStack,
        images: ImagesStack,
        *,
        env: Environment,
        synthesizer: StackSynthesizer,
    ) -> None:
        super().__init__(scope, f"footy-{state.target.name}-page", env=env, synthesizer=synthesizer)
        self._state = state
        layers = Layers(self, state.target)
        self.answers, self.desk, self.organizations = (
            PythonFunction(self, name, uses, state=state, layers=layers) for name, uses in PAGE.items()
        )
        self._let_operators_act(downloads, goals)
        images.serve(self.organizations)
        state.alarms.told_by(self, "RequestsFailed", "answer_request")
        self.api = self._api()
        webhooks = WebhookSender(self, state, layers) if state.target.webhooks else None
        if not state.target.emulator:
            edge = PageDistribution(self, state, self.api)
            self.answers.give("page_url", edge.url)
            self.desk.give("commit", commit())
            if webhooks:
                webhooks.sender.give("page_url", edge.url)
            CfnOutput(self, "PageUrl", value=edge.url)
        CfnOutput(self, "ApiId", value=self.api.http_api_id)

    def _api(self) -> HttpApi:
        api = HttpApi(self, "Api", api_name=f"{self._state.target.prefix}-page", create_default_stage=False)
        answers = HttpLambdaIntegration("Answers", self.answers.function)
        desk = HttpLambdaIntegration("Desk", self.desk.function)
        organizations = HttpLambdaIntegration("Organizations", self.organizations.function)
        paths = [("/{proxy+}", answers), (DESK, desk), *((path, organizations) for path in IMAGES)]
        routes = [
            route
            for path, integration in paths
            for route in api.add_routes(path=path, methods=METHODS, integration=integration)
        ]
        routes += api.add_routes(path=SESSION, methods=[HttpMethod.POST], integration=answers)
        for route in routes:
            acknowledge(route, "the functions ask for password, key or token; share links need none", "APIG4")
        stage = HttpStage(
            self,
            "Stage",
            http_api=api,
            stage_name="$default",
            auto_deploy=True,
            throttle=ThrottleSettings(rate_limit=REQUESTS_A_SECOND, burst_limit=AT_ONCE),
        )
        if not self._state.target.emulator:
            made = stage.node.default_child
            assert isinstance(made, CfnStage)  # noqa: S101 - what every HttpStage is made of
            self._log(made)
            made.route_settings = {
                f"POST {SESSION}": {
                    "ThrottlingRateLimit": PASSWORDS_A_SECOND,
                    "ThrottlingBurstLimit": PASSWORDS_AT_ONCE,
                }
            }
            stage.node.add_dependency(*routes)
        return api

    def _let_operators_act(self, downloads: DownloadsStack, goals: GoalsStack) -> None:
        """What the buttons of /ops do: start what the system starts itself, and empty the dead letters."""
        machines = {"goal_machine": goals.goal, "download_machine": downloads.download, "ingest_machine": goals.ingest}
        for setting, machine in machines.items():
            self.desk.give(setting, machine.machine.state_machine_arn)
        allow(self.desk.role, ["states:StartExecution"], [one.machine.state_machine_arn for one in machines.values()])
        uploads, letters = downloads.queue.queue, downloads.queue.dead_letters
        self.desk.give("upload_queue", uploads.queue_url)
        self.desk.give("dead_letters", letters.queue_url)
        allow(self.desk.role, ["sqs:SendMessage", "sqs:GetQueueAttributes"], [uploads.queue_arn])
        taking = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"]
        allow(self.desk.role, taking, [letters.queue_arn])

    def _log(self, stage: CfnStage) -> None:
        logs = log_group(Construct(self, "Access"), self._state.target, f"/footy/{self._state.target.name}/access")
        stage.access_log_settings = CfnStage.AccessLogSettingsProperty(
            destination_arn=logs.log_group_arn, format=ACCESS
        )

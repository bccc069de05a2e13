"""Vision backend `sagemaker`: the model server as an inference component, scaled to zero while no match is on."""

from aws_cdk.aws_iam import Role
from aws_cdk.aws_sagemaker import CfnEndpoint, CfnEndpointConfig, CfnInferenceComponent
from constructs import Construct

from cdk.constructs.compute.pool import Grant, PoolHandle
from cdk.constructs.permissions import allow, arn_of, trusted
from cdk.constructs.vision.backend import MODEL_NAME, VisionBackend
from cdk.constructs.vision.model import FILES_BY_DIGEST, VisionModelFiles
from cdk.stacks.state import StateStack

MACHINE = "ml.g6.xlarge"
VARIANT = "main"
MEMORY_MIB, CORES = 8192, 2
# a copy downloads the image and the model before it is in service
START_SECONDS = 1200
RESIZE = ("sagemaker:DescribeInferenceComponent", "sagemaker:UpdateInferenceComponentRuntimeConfig")
COMPONENT, CONFIG, ENDPOINT = CfnInferenceComponent, CfnEndpointConfig, CfnEndpoint


class SageMakerVision(Construct):
    """Endpoint whose instances scale with the copies of its single component."""

    def __init__(self, scope: Construct, state: StateStack, model: VisionModelFiles, *, most: int) -> None:
        super().__init__(scope, "Endpoint")
        name = f"{state.target.prefix}-vision"
        role = self._role(model)
        config = CONFIG(
            self,
            "Config",
            execution_role_arn=role.role_arn,
            production_variants=[
                CONFIG.ProductionVariantProperty(
                    variant_name=VARIANT,
                    instance_type=MACHINE,
                    initial_instance_count=1,
                    managed_instance_scaling=CONFIG.ManagedInstanceScalingProperty(
                        status="ENABLED", min_instance_count=0, max_instance_count=most
                    ),
                    routing_config=CONFIG.RoutingConfigProperty(routing_strategy="LEAST_OUTSTANDING_REQUESTS"),
                )
            ],
        )
        config.node.add_dependency(role)
        endpoint = ENDPOINT(self, "Endpoint", endpoint_name=name, endpoint_config_name=config.attr_endpoint_config_name)
        component = COMPONENT(
            self,
            "Component",
            inference_component_name=name,
            endpoint_name=name,
            variant_name=VARIANT,
            # no copy yet: the model may not be uploaded
            runtime_config=COMPONENT.InferenceComponentRuntimeConfigProperty(copy_count=0),
            specification=self._specification(model),
        )
        component.add_resource_dependency(endpoint)
        arns = [arn_of(self, "sagemaker", kind, name) for kind in ("endpoint", "inference-component")]
        self.backend = VisionBackend(
            settings={"vision_endpoint": f"{name}/{name}", "vision_model": MODEL_NAME},
            grants=[Grant(["sagemaker:InvokeEndpoint"], arns)],
            pool=PoolHandle(f"sagemaker:{name}", [Grant(RESIZE, arns[1:])]),
        )

    def _specification(self, model: VisionModelFiles) -> CfnInferenceComponent.InferenceComponentSpecificationProperty:
        return COMPONENT.InferenceComponentSpecificationProperty(
            container=COMPONENT.InferenceComponentContainerSpecificationProperty(
                image=self._image.image_uri,
                environment={**model.environment(), "MODELS": "/tmp/models"},  # noqa: S108 - its own
            ),
            compute_resource_requirements=COMPONENT.InferenceComponentComputeResourceRequirementsProperty(
                number_of_accelerator_devices_required=1,
                number_of_cpu_cores_required=CORES,
                min_memory_required_in_mb=MEMORY_MIB,
            ),
            startup_parameters=COMPONENT.InferenceComponentStartupParametersProperty(
                container_startup_health_check_timeout_in_seconds=START_SECONDS,
                model_data_download_timeout_in_seconds=START_SECONDS,
            ),
        )

    def _role(self, model: VisionModelFiles) -> Role:
        role = Role(self, "Role", assumed_by=trusted(self, "sagemaker"))
        allow(role, ["s3:GetObject"], [model.bucket.arn_for_objects("*")], why=FILES_BY_DIGEST)
        self._image = model.image()
        self._image.repository.grant_pull(role)
        allow(
            role,
            ["ecr:GetAuthorizationToken", "cloudwatch:PutMetricData"],
            ["*"],
            why="GetAuthorizationToken and PutMetricData do not support resources",
        )
        logs = arn_of(self, "logs", "log-group", "/aws/sagemaker/*", colon=True)
        allow(
            role,
            ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents", "logs:DescribeLogStreams"],
            [logs],
            why="SageMaker names the log groups",
        )
        return role

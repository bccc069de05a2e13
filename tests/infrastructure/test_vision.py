"""Vision backends: selection, network, pool and permissions."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from aws_cdk import App
from aws_cdk.assertions import Template

from cdk.constructs.vision.ec2 import SESSION_ACTIONS
from cdk.model_files import pinned
from cdk.settings import TargetError
from cdk.system import compose
from tests.support.templates import EXTERNAL_VISION, Deployment, Resource, synthesise_with, target, variables


def only(deployment: Deployment, kind: str) -> Resource:
    return deployment.one(kind, stack="vision")


class TestOption:
    @pytest.mark.parametrize("name", ["dev", "prod"])
    def test_a_deployment_without_vision_is_refused(self, name: str) -> None:
        with pytest.raises(TargetError, match=r'no clip would be published.*"vision": "cpu"'):
            target(name, vision=None).require_vision()

    @pytest.mark.parametrize("vision", ["cpu", "ec2", "sagemaker"])
    def test_one_line_selects_a_backend(self, vision: str) -> None:
        target("prod", vision=vision).require_vision()
        target("dev", vision=vision).require_vision()

    def test_the_emulator_uses_a_url(self) -> None:
        target("local").require_vision()
        with pytest.raises(TargetError, match=r"Set settings\.vision_url instead"):
            target("local", vision="cpu")

    @pytest.mark.parametrize(
        "block", [{"vision": "url"}, {**EXTERNAL_VISION, "vision": "cpu"}, {**EXTERNAL_VISION, "vision": ""}]
    )
    def test_url_and_vision_url_need_each_other(self, block: dict[str, Any]) -> None:
        with pytest.raises(TargetError, match=r"settings\.vision_url is required when vision is"):
            target("dev", **block)

    def test_a_backend_in_the_vpc_needs_a_nat_gateway(self) -> None:
        assert [target("dev", vision=one).gateways for one in ("cpu", "ec2", "sagemaker")] == [1, 1, 0]
        assert target("dev", **EXTERNAL_VISION).gateways == 0

    def test_an_external_server_has_an_entered_key(self) -> None:
        system = compose(App(), target("dev", **EXTERNAL_VISION))
        assert system.vision
        Template.from_stack(system.vision).resource_count_is("AWS::SecretsManager::Secret", 1)
        functions = Template.from_stack(system.downloads).find_resources("AWS::Lambda::Function").values()
        [validate] = [one["Properties"] for one in functions if "Validate" in json.dumps(one)]
        assert validate["Environment"]["Variables"]["FOOTY_VISION_URL"] == "https://mine.example/v1"
        assert "FOOTY_VISION_SECRET" in validate["Environment"]["Variables"]


class TestCpu:
    def test_deployments_do_not_set_the_task_count(self, eyes: Deployment) -> None:
        service = only(eyes, "AWS::ECS::Service").properties
        assert "DesiredCount" not in service
        assert service["ServiceName"] == "eyes"
        assert service["NetworkConfiguration"]["AwsvpcConfiguration"]["AssignPublicIp"] == "DISABLED"

    def test_the_first_task_is_on_demand(self, eyes: Deployment) -> None:
        strategy = only(eyes, "AWS::ECS::Service").properties["CapacityProviderStrategy"]
        assert {one["CapacityProvider"]: (one.get("Base"), one["Weight"]) for one in strategy} == {
            "FARGATE": (1, 0),
            "FARGATE_SPOT": (None, 1),
        }

    def test_the_container_is_restricted_and_checked(self, eyes: Deployment) -> None:
        [container] = only(eyes, "AWS::ECS::TaskDefinition").properties["ContainerDefinitions"]
        assert "/health" in container["HealthCheck"]["Command"][-1]
        assert container["ReadonlyRootFilesystem"] is True
        assert container["LinuxParameters"]["Capabilities"] == {"Drop": ["ALL"]}

    def test_only_the_calling_function_is_in_the_vpc(self, eyes: Deployment) -> None:
        inside = {one.name for one in eyes.functions() if "VpcConfig" in one.properties}
        assert inside == {eyes.function("validate_clip").name}


class TestEc2:
    def test_the_group_scales_from_zero(self, gpus: Deployment) -> None:
        group = only(gpus, "AWS::AutoScaling::AutoScalingGroup").properties
        assert (group["MinSize"], group["MaxSize"]) == ("0", "4")
        assert "DesiredCapacity" not in group

    def test_the_first_instance_is_on_demand_the_others_spot(self, gpus: Deployment) -> None:
        policy = only(gpus, "AWS::AutoScaling::AutoScalingGroup").properties["MixedInstancesPolicy"]
        types = [one["InstanceType"] for one in policy["LaunchTemplate"]["Overrides"]]
        assert types == ["g6.xlarge", "g5.xlarge", "g4dn.xlarge"]
        assert policy["InstancesDistribution"]["OnDemandBaseCapacity"] == 1
        assert policy["InstancesDistribution"]["OnDemandPercentageAboveBaseCapacity"] == 0

    def test_instances_use_the_gpu_image_of_ecs(self, gpus: Deployment) -> None:
        parameters = gpus.templates["vision"]["Parameters"].values()
        assert "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id" in {
            one["Default"] for one in parameters
        }
        data = only(gpus, "AWS::EC2::LaunchTemplate").properties["LaunchTemplateData"]
        assert data["MetadataOptions"] == {"HttpPutResponseHopLimit": 1, "HttpTokens": "required"}
        assert data["BlockDeviceMappings"][0]["Ebs"]["Encrypted"] is True
        cluster = only(gpus, "AWS::ECS::Cluster")
        assert cluster.properties["ClusterName"] == "footy-prod-vision"
        assert re.search(rf'ECS_CLUSTER=", {{"Ref": "{cluster.name}"}}', json.dumps(data["UserData"]))

    def test_each_instance_has_one_server_with_model_and_key(self, gpus: Deployment) -> None:
        assert only(gpus, "AWS::ECS::Service").properties["SchedulingStrategy"] == "DAEMON"
        [container] = only(gpus, "AWS::ECS::TaskDefinition").properties["ContainerDefinitions"]
        assert container["ResourceRequirements"] == [{"Type": "GPU", "Value": "1"}]
        assert [secret["Name"] for secret in container["Secrets"]] == ["LLAMA_API_KEY"]
        environment = {one["Name"]: json.dumps(one["Value"]) for one in container["Environment"]}
        for role, file in pinned()[1].items():
            assert file.key in environment[role]

    def test_sessions_need_a_line_in_the_target(self, gpus: Deployment, tmp_path: Path) -> None:
        """Session Manager needs permissions of the instance only with `gpu_sessions`."""

        def session_actions(deployment: Deployment) -> set[str]:
            actions = {action for _, action, _ in deployment.allowed("vision")}
            return {action for action in actions if action.startswith("ssm")}

        assert session_actions(gpus) == set(SESSION_ACTIONS)
        assert session_actions(synthesise_with("dev", {"vision": "ec2"}, tmp_path)) == set()

    def test_functions_use_the_key_of_the_server(self, gpus: Deployment) -> None:
        key = only(gpus, "AWS::SecretsManager::Secret").properties["Name"]
        assert f":secret:{key}" in json.dumps(variables(gpus.function("validate_clip"))["FOOTY_VISION_SECRET"])
        assert f":secret:{key}-??????" in gpus.granted("validate_clip")


class TestPrivateService:
    @pytest.mark.parametrize(("name", "host"), [("eyes", "eyes"), ("gpus", "vision")])
    def test_functions_call_a_private_name(self, name: str, host: str, request: pytest.FixtureRequest) -> None:
        deployment: Deployment = request.getfixturevalue(name)
        function = deployment.function("validate_clip")
        assert "VpcConfig" in function.properties
        assert variables(function)["FOOTY_VISION_URL"] == f"http://{host}.{deployment.target.prefix}.internal:8080/v1"
        record = only(deployment, "AWS::ServiceDiscovery::Service").properties["DnsConfig"]["DnsRecords"]
        assert record == [{"TTL": 10, "Type": "A"}]

    @pytest.mark.parametrize("name", ["eyes", "gpus"])
    def test_only_functions_can_connect(self, name: str, request: pytest.FixtureRequest) -> None:
        rule = only(request.getfixturevalue(name), "AWS::EC2::SecurityGroupIngress").properties
        assert "Functions" in json.dumps(rule["SourceSecurityGroupId"])
        assert rule["FromPort"] == rule["ToPort"] == 8080


class TestSageMaker:
    def test_the_endpoint_scales_from_zero(self, sagemaker: Deployment) -> None:
        [variant] = only(sagemaker, "AWS::SageMaker::EndpointConfig").properties["ProductionVariants"]
        assert variant["ManagedInstanceScaling"] == {"Status": "ENABLED", "MinInstanceCount": 0, "MaxInstanceCount": 4}
        component = only(sagemaker, "AWS::SageMaker::InferenceComponent").properties
        assert component["RuntimeConfig"] == {"CopyCount": 0}
        requirements = component["Specification"]["ComputeResourceRequirements"]
        assert requirements["NumberOfAcceleratorDevicesRequired"] == 1

    def test_functions_call_it_with_iam(self, sagemaker: Deployment) -> None:
        function = sagemaker.function("validate_clip")
        assert variables(function)["FOOTY_VISION_ENDPOINT"] == "footy-dev-vision/footy-dev-vision"
        assert "FOOTY_VISION_SECRET" not in variables(function)
        assert "VpcConfig" not in function.properties
        assert "sagemaker:InvokeEndpoint" in sagemaker.granted("validate_clip")


class TestPool:
    @pytest.mark.parametrize(
        ("name", "address", "action"),
        [
            ("eyes", "ecs:footy-dev-eyes/eyes", "ecs:UpdateService"),
            ("gpus", "asg:footy-prod-vision/footy-prod-vision/vision", "autoscaling:SetDesiredCapacity"),
            ("sagemaker", "sagemaker:footy-dev-vision", "sagemaker:UpdateInferenceComponentRuntimeConfig"),
        ],
    )
    def test_pool_and_concurrency_are_set_every_minute(
        self, name: str, address: str, action: str, request: pytest.FixtureRequest
    ) -> None:
        deployment: Deployment = request.getfixturevalue(name)
        settings = variables(deployment.function("set_capacity"))
        pool = json.dumps(settings["FOOTY_VISION_POOL"])
        assert address in pool or ("Ref" in pool and address.split(":", maxsplit=1)[0] in pool)
        assert {"FOOTY_LOOKS_FEED"} & settings.keys()
        assert action in deployment.granted("set_capacity")
        assert "lambda:UpdateEventSourceMapping" in deployment.granted("set_capacity")
        schedule = deployment.one("AWS::Scheduler::Schedule", "Capacity").properties
        assert schedule["ScheduleExpression"] == "cron(* * * * ? *)"

    def test_zero_validations_at_once_means_no_limit(self, sagemaker: Deployment) -> None:
        source = sagemaker.one("AWS::Lambda::EventSourceMapping", "ValidateClip")
        assert "ScalingConfig" not in source.properties

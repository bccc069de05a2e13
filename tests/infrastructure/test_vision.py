"""Who looks at clips: four doors, one line of cdk.json."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from aws_cdk import App
from aws_cdk.assertions import Template

from cdk.model_files import pinned
from cdk.settings import TargetError
from cdk.system import compose
from tests.infrastructure.doors import YOURS, chosen, granted, only, target
from tests.infrastructure.templates import Deployment, variables


class TestChoice:
    @pytest.mark.parametrize("name", ["dev", "prod"])
    def test_a_deployment_without_one_is_refused_and_told_why(self, name: str) -> None:
        with pytest.raises(TargetError, match=r'no clip would be published.*"vision": "cpu"'):
            target(name, vision=None).require_vision()

    @pytest.mark.parametrize("vision", ["cpu", "ec2", "sagemaker"])
    def test_one_line_is_enough(self, vision: str) -> None:
        target("prod", vision=vision).require_vision()
        target("dev", vision=vision).require_vision()

    def test_the_emulator_is_told_where_to_ask_instead(self) -> None:
        target("local").require_vision()
        with pytest.raises(TargetError, match=r"Set settings\.vision_url instead"):
            target("local", vision="cpu")

    @pytest.mark.parametrize("block", [{"vision": "url"}, {**YOURS, "vision": "cpu"}, {**YOURS, "vision": ""}])
    def test_a_server_of_yours_goes_with_its_address(self, block: dict[str, Any]) -> None:
        with pytest.raises(TargetError, match=r"settings\.vision_url is required when vision is"):
            target("dev", **block)

    def test_functions_that_ask_in_the_vpc_get_a_way_out_of_it(self) -> None:
        assert [target("dev", vision=one).gateways for one in ("cpu", "ec2", "sagemaker")] == [1, 1, 0]
        assert target("dev", **YOURS).gateways == 0


class TestEyes:
    def test_they_have_no_number_of_their_own(self, eyes: Deployment) -> None:
        service = only(eyes, "AWS::ECS::Service").properties
        assert "DesiredCount" not in service, "or a deployment during a match would end them"
        assert service["ServiceName"] == "eyes"
        assert service["NetworkConfiguration"]["AwsvpcConfiguration"]["AssignPublicIp"] == "DISABLED"

    def test_the_first_stands_on_safe_ground(self, eyes: Deployment) -> None:
        strategy = only(eyes, "AWS::ECS::Service").properties["CapacityProviderStrategy"]
        assert {one["CapacityProvider"]: (one.get("Base"), one["Weight"]) for one in strategy} == {
            "FARGATE": (1, 0),
            "FARGATE_SPOT": (None, 1),
        }

    def test_they_are_asked_for_their_health(self, eyes: Deployment) -> None:
        [container] = only(eyes, "AWS::ECS::TaskDefinition").properties["ContainerDefinitions"]
        assert "/health" in container["HealthCheck"]["Command"][-1]
        assert container["ReadonlyRootFilesystem"] is True


class TestGpus:
    def test_a_group_from_none_to_the_most_of_its_pool(self, gpus: Deployment) -> None:
        group = only(gpus, "AWS::AutoScaling::AutoScalingGroup").properties
        assert (group["MinSize"], group["MaxSize"]) == ("0", "4")
        assert "DesiredCapacity" not in group, "or a deployment during a match would end machines"

    def test_the_first_is_on_demand_and_the_others_are_spot(self, gpus: Deployment) -> None:
        policy = only(gpus, "AWS::AutoScaling::AutoScalingGroup").properties["MixedInstancesPolicy"]
        machines = [one["InstanceType"] for one in policy["LaunchTemplate"]["Overrides"]]
        assert machines == ["g6.xlarge", "g5.xlarge", "g4dn.xlarge"]
        assert policy["InstancesDistribution"]["OnDemandBaseCapacity"] == 1
        assert policy["InstancesDistribution"]["OnDemandPercentageAboveBaseCapacity"] == 0

    def test_machines_begin_with_the_image_that_ecs_recommends_for_gpus(self, gpus: Deployment) -> None:
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

    def test_each_has_one_server_with_the_model_and_a_key(self, gpus: Deployment) -> None:
        assert only(gpus, "AWS::ECS::Service").properties["SchedulingStrategy"] == "DAEMON"
        [container] = only(gpus, "AWS::ECS::TaskDefinition").properties["ContainerDefinitions"]
        assert container["ResourceRequirements"] == [{"Type": "GPU", "Value": "1"}]
        assert [secret["Name"] for secret in container["Secrets"]] == ["LLAMA_API_KEY"]
        told = {one["Name"]: json.dumps(one["Value"]) for one in container["Environment"]}
        for role, file in pinned()[1].items():
            assert file.key in told[role]

    def test_the_key_is_the_one_that_functions_show(self, gpus: Deployment) -> None:
        key = only(gpus, "AWS::SecretsManager::Secret").properties["Name"]
        shown = json.dumps(variables(gpus.function("validate_clip"))["FOOTY_VISION_SECRET"])
        assert f":secret:{key}" in shown
        assert f":secret:{key}-??????" in granted(gpus, "validate_clip")


class TestWay:
    @pytest.mark.parametrize(("name", "host"), [("eyes", "eyes"), ("gpus", "vision")])
    def test_functions_that_ask_stand_in_the_vpc_and_ask_a_private_name(
        self, name: str, host: str, request: pytest.FixtureRequest
    ) -> None:
        deployment: Deployment = request.getfixturevalue(name)
        function = deployment.function("validate_clip")
        assert "VpcConfig" in function.properties
        assert variables(function)["FOOTY_VISION_URL"] == f"http://{host}.{deployment.target.prefix}.internal:8080/v1"
        assert only(deployment, "AWS::ServiceDiscovery::PrivateDnsNamespace").properties["Name"].startswith("footy-")
        record = only(deployment, "AWS::ServiceDiscovery::Service").properties["DnsConfig"]["DnsRecords"]
        assert record == [{"TTL": 10, "Type": "A"}]

    @pytest.mark.parametrize("name", ["eyes", "gpus"])
    def test_only_they_are_let_in(self, name: str, request: pytest.FixtureRequest) -> None:
        deployment: Deployment = request.getfixturevalue(name)
        [way_in] = [one for one in deployment.resources("AWS::EC2::SecurityGroupIngress") if one.stack == "vision"]
        assert "Functions" in json.dumps(way_in.properties["SourceSecurityGroupId"])
        assert way_in.properties["FromPort"] == way_in.properties["ToPort"] == 8080

    def test_others_of_a_target_with_an_external_database_stay_outside(self, eyes: Deployment) -> None:
        inside = {one.name for one in eyes.functions() if "VpcConfig" in one.properties}
        assert inside == {eyes.function("validate_clip").name}


class TestEndpoint:
    def test_it_has_neither_machines_nor_copies_until_something_is_on(self, sagemaker: Deployment) -> None:
        [variant] = only(sagemaker, "AWS::SageMaker::EndpointConfig").properties["ProductionVariants"]
        assert variant["ManagedInstanceScaling"] == {"Status": "ENABLED", "MinInstanceCount": 0, "MaxInstanceCount": 4}
        component = only(sagemaker, "AWS::SageMaker::InferenceComponent").properties
        assert component["RuntimeConfig"] == {"CopyCount": 0}
        needs = component["Specification"]["ComputeResourceRequirements"]
        assert needs["NumberOfAcceleratorDevicesRequired"] == 1

    def test_a_function_signs_its_questions_and_may_ask_nothing_else(self, sagemaker: Deployment) -> None:
        function = sagemaker.function("validate_clip")
        assert variables(function)["FOOTY_VISION_ENDPOINT"] == "footy-dev-vision/footy-dev-vision"
        assert "FOOTY_VISION_SECRET" not in variables(function)
        assert "VpcConfig" not in function.properties
        assert "sagemaker:InvokeEndpoint" in granted(sagemaker, "validate_clip")


class TestServerOfYours:
    def test_it_has_a_key_that_you_put_in_and_is_asked_where_you_said(self) -> None:
        system = compose(App(), target("dev", **YOURS))
        assert system.vision
        Template.from_stack(system.vision).resource_count_is("AWS::SecretsManager::Secret", 1)
        functions = Template.from_stack(system.downloads).find_resources("AWS::Lambda::Function").values()
        [told] = [one["Properties"]["Environment"]["Variables"] for one in functions if "Validate" in json.dumps(one)]
        assert told["FOOTY_VISION_URL"] == "https://mine.example/v1"
        assert "FOOTY_VISION_SECRET" in told


class TestPool:
    @pytest.mark.parametrize(
        ("name", "address", "action"),
        [
            ("eyes", "ecs:footy-dev-eyes/eyes", "ecs:UpdateService"),
            ("gpus", "asg:footy-prod-vision/footy-prod-vision/vision", "autoscaling:SetDesiredCapacity"),
            ("sagemaker", "sagemaker:footy-dev-vision", "sagemaker:UpdateInferenceComponentRuntimeConfig"),
        ],
    )
    def test_its_size_is_set_every_minute(
        self, name: str, address: str, action: str, request: pytest.FixtureRequest
    ) -> None:
        deployment: Deployment = request.getfixturevalue(name)
        function = deployment.function("set_capacity")
        written = json.dumps(variables(function)["FOOTY_VISION_POOL"])
        assert address in written or ("Ref" in written and address.split(":", maxsplit=1)[0] in written)
        assert action in granted(deployment, "set_capacity")
        schedule = deployment.one("AWS::Scheduler::Schedule", "Capacity").properties
        assert schedule["ScheduleExpression"] == "cron(* * * * ? *)"

    @pytest.mark.parametrize("name", ["eyes", "gpus", "sagemaker"])
    def test_looks_follow_its_instances(self, name: str, request: pytest.FixtureRequest) -> None:
        deployment: Deployment = request.getfixturevalue(name)
        assert "FOOTY_LOOKS_FEED" in variables(deployment.function("set_capacity"))
        assert "lambda:UpdateEventSourceMapping" in granted(deployment, "set_capacity")

    def test_so_they_do_where_the_template_names_no_number(self, tmp_path: Path) -> None:
        deployment = chosen("dev", {"vision": "cpu", "validations_at_once": 0}, tmp_path)
        [feed] = [one for one in deployment.resources("AWS::Lambda::EventSourceMapping") if "ValidateClip" in one.name]
        assert "ScalingConfig" not in feed.properties
        assert "FOOTY_LOOKS_FEED" in variables(deployment.function("set_capacity"))

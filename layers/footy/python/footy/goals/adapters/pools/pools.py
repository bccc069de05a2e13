"""Worker pools of AWS: Auto Scaling groups, ECS services and SageMaker copies."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from footy.core.aws.failures import translate_aws_errors
from footy.core.errors import UpstreamUnavailable

if TYPE_CHECKING:
    from mypy_boto3_autoscaling import AutoScalingClient
    from mypy_boto3_ecs import ECSClient
    from mypy_boto3_sagemaker import SageMakerClient


@dataclass(frozen=True, slots=True)
class PoolSize:
    """Size of a pool: requested, ready, and whether it accepts a new size now."""

    requested: int
    ready: int
    resizable: bool = True


class WorkerPool(Protocol):
    """Pool with a size that can be read and set."""

    def workers(self) -> PoolSize: ...

    def resize(self, size: int) -> None: ...


class MachineGroup:
    """Auto Scaling group with one ECS task on each machine."""

    def __init__(self, auto_scaling: "AutoScalingClient", ecs: "ECSClient", name: str, service: str) -> None:
        self._auto_scaling = auto_scaling
        self._ecs = ecs
        self._name = name
        self._cluster, _, self._service = service.partition("/")

    def workers(self) -> PoolSize:
        """Return its machines; ready ones have a healthy task, minutes after the machine is in service."""
        answer = _call(self._auto_scaling.describe_auto_scaling_groups, AutoScalingGroupNames=[self._name])
        group = _only(answer["AutoScalingGroups"], self._name)
        return PoolSize(group["DesiredCapacity"], self._healthy_tasks() if group["Instances"] else 0)

    def _healthy_tasks(self) -> int:
        tasks = _call(self._ecs.list_tasks, cluster=self._cluster, serviceName=self._service)["taskArns"]
        if not tasks:
            return 0
        descriptions = _call(self._ecs.describe_tasks, cluster=self._cluster, tasks=tasks)["tasks"]
        return sum(one.get("healthStatus") == "HEALTHY" for one in descriptions)

    def resize(self, size: int) -> None:
        _call(
            self._auto_scaling.set_desired_capacity,
            AutoScalingGroupName=self._name,
            DesiredCapacity=size,
            HonorCooldown=False,
        )


class TaskService:
    """ECS service."""

    def __init__(self, ecs: "ECSClient", cluster: str, service: str) -> None:
        self._ecs = ecs
        self._cluster = cluster
        self._service = service

    def workers(self) -> PoolSize:
        """Return its tasks; running ones are ready."""
        answer = _call(self._ecs.describe_services, cluster=self._cluster, services=[self._service])
        service = _only(answer["services"], self._service)
        return PoolSize(service["desiredCount"], service["runningCount"])

    def resize(self, size: int) -> None:
        _call(self._ecs.update_service, cluster=self._cluster, service=self._service, desiredCount=size)


class ModelCopies:
    """SageMaker inference component; it refuses a new size while it applies the last one."""

    def __init__(self, sagemaker: "SageMakerClient", name: str) -> None:
        self._sagemaker = sagemaker
        self._name = name

    def workers(self) -> PoolSize:
        answer = _call(self._sagemaker.describe_inference_component, InferenceComponentName=self._name)
        copies = answer["RuntimeConfig"]
        resizable = answer["InferenceComponentStatus"] in {"InService", "Failed"}
        return PoolSize(copies["DesiredCopyCount"], copies["CurrentCopyCount"], resizable=resizable)

    def resize(self, size: int) -> None:
        _call(
            self._sagemaker.update_inference_component_runtime_config,
            InferenceComponentName=self._name,
            DesiredRuntimeConfig={"CopyCount": size},
        )


def pool_at(address: str, client: Callable[[str], Any]) -> WorkerPool:
    """Create the pool of an address `kind:name` from the deployment's settings."""
    kind, _, name = address.partition(":")
    match kind:
        case "asg":
            group, _, service = name.partition("/")
            return MachineGroup(client("autoscaling"), client("ecs"), group, service)
        case "ecs":
            cluster, _, service = name.partition("/")
            return TaskService(client("ecs"), cluster, service)
        case "sagemaker":
            return ModelCopies(client("sagemaker"), name)
        case _:
            raise ValueError(f"unknown pool kind {kind!r}")


def _call(call: Callable[..., Any], **arguments: object) -> Any:
    with translate_aws_errors("worker pool"):
        return call(**arguments)


def _only(descriptions: list[Any], name: str) -> Any:
    if not descriptions:
        raise UpstreamUnavailable(f"no pool named {name}")
    return descriptions[0]

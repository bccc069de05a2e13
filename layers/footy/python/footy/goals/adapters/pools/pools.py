"""Pools of workers, as AWS keeps them: a group of machines, a service of tasks, copies of a model."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable

if TYPE_CHECKING:
    from mypy_boto3_autoscaling import AutoScalingClient
    from mypy_boto3_ecs import ECSClient
    from mypy_boto3_sagemaker import SageMakerClient


@dataclass(frozen=True, slots=True)
class PoolSize:
    """How many a pool was asked to have, how many are at work, and whether it takes another number now."""

    asked: int
    ready: int
    settled: bool = True


class WorkerPool(Protocol):
    """Whatever can be asked how many workers it has, and told how many to have."""

    def workers(self) -> PoolSize: ...

    def resize(self, size: int) -> None: ...


class MachineGroup:
    """An Auto Scaling group, on each machine of which a service of ECS has one task."""

    def __init__(self, auto_scaling: "AutoScalingClient", ecs: "ECSClient", name: str, service: str) -> None:
        self._auto_scaling = auto_scaling
        self._ecs = ecs
        self._name = name
        self._cluster, _, self._service = service.partition("/")

    def workers(self) -> PoolSize:
        """Its machines; those whose task answers are ready, minutes after the machine is in service."""
        answer = _asked(self._auto_scaling.describe_auto_scaling_groups, AutoScalingGroupNames=[self._name])
        group = _only(answer["AutoScalingGroups"], self._name)
        return PoolSize(group["DesiredCapacity"], self._answering() if group["Instances"] else 0)

    def _answering(self) -> int:
        tasks = _asked(self._ecs.list_tasks, cluster=self._cluster, serviceName=self._service)["taskArns"]
        if not tasks:
            return 0
        told = _asked(self._ecs.describe_tasks, cluster=self._cluster, tasks=tasks)["tasks"]
        return sum(one.get("healthStatus") == "HEALTHY" for one in told)

    def resize(self, size: int) -> None:
        """Has it start or end machines."""
        _asked(
            self._auto_scaling.set_desired_capacity,
            AutoScalingGroupName=self._name,
            DesiredCapacity=size,
            HonorCooldown=False,
        )


class TaskService:
    """A service of ECS."""

    def __init__(self, ecs: "ECSClient", cluster: str, service: str) -> None:
        self._ecs = ecs
        self._cluster = cluster
        self._service = service

    def workers(self) -> PoolSize:
        """Its tasks; those that run are ready."""
        answer = _asked(self._ecs.describe_services, cluster=self._cluster, services=[self._service])
        service = _only(answer["services"], self._service)
        return PoolSize(service["desiredCount"], service["runningCount"])

    def resize(self, size: int) -> None:
        """Has it start or end tasks."""
        _asked(self._ecs.update_service, cluster=self._cluster, service=self._service, desiredCount=size)


class ModelCopies:
    """An inference component of SageMaker, which refuses another number while it works on the last."""

    def __init__(self, sagemaker: "SageMakerClient", name: str) -> None:
        self._sagemaker = sagemaker
        self._name = name

    def workers(self) -> PoolSize:
        """Its copies."""
        answer = _asked(self._sagemaker.describe_inference_component, InferenceComponentName=self._name)
        copies = answer["RuntimeConfig"]
        settled = answer["InferenceComponentStatus"] in {"InService", "Failed"}
        return PoolSize(copies["DesiredCopyCount"], copies["CurrentCopyCount"], settled=settled)

    def resize(self, size: int) -> None:
        """Has the endpoint start or end copies, and machines with them."""
        _asked(
            self._sagemaker.update_inference_component_runtime_config,
            InferenceComponentName=self._name,
            DesiredRuntimeConfig={"CopyCount": size},
        )


def pool_at(address: str, client: Callable[[str], Any]) -> WorkerPool:
    """The pool behind `kind:name`, as a deployment writes it."""
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
            raise ValueError(f"there is no pool of the kind {kind!r}")


def _asked(call: Callable[..., Any], **arguments: object) -> Any:
    try:
        return call(**arguments)
    except (BotoCoreError, ClientError) as failure:
        raise UpstreamUnavailable(f"a pool cannot be asked: {failure}") from failure


def _only(found: list[Any], name: str) -> Any:
    if not found:
        raise UpstreamUnavailable(f"there is no pool {name}")
    return found[0]

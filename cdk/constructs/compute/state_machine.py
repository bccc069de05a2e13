"""State machines of `statemachines/`, with permissions for exactly the calls that they make."""

import json
import re
from collections.abc import Iterable, Mapping

from aws_cdk.aws_iam import Role
from aws_cdk.aws_stepfunctions import DefinitionBody, LogLevel, LogOptions, StateMachine, StateMachineType
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, allow, arn_of, trusted
from cdk.packages import ROOT
from cdk.settings import TargetError
from cdk.stacks.state import StateStack

PLACEHOLDER = re.compile(r"\$\{(\w+)\}")


class AslStateMachine(Construct):
    """State machine from its ASL file, in which `${PlanTick}` is the function `plan_tick`."""

    machine: StateMachine

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        state: StateStack,
        functions: Iterable[PythonFunction],
        express: bool = False,
        starts: Mapping[str, "AslStateMachine"] | None = None,
        values: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(scope, name.capitalize())
        self.name = f"{state.target.prefix}-{name}"
        invoked = {function.node.id: function.function.function_arn for function in functions}
        started = {key: machine.machine.state_machine_arn for key, machine in (starts or {}).items()}
        substitutions = {**invoked, **started, **(values or {})}
        text = definition(name)
        _check(name, text, substitutions)
        self.role = Role(self, "Role", assumed_by=trusted(self, "states"))
        for action, arns in (("lambda:InvokeFunction", invoked), ("states:StartExecution", started)):
            if arns:
                allow(self.role, [action], list(arns.values()))
        kinds = StateMachineType
        self.machine = StateMachine(
            self,
            "Machine",
            state_machine_name=self.name,
            state_machine_type=kinds.EXPRESS if express else kinds.STANDARD,
            definition_body=DefinitionBody.from_string(text),
            definition_substitutions=substitutions,
            role=self.role,
            tracing_enabled=True,
            logs=LogOptions(
                destination=log_group(self, state.target, f"/aws/vendedlogs/states/{self.name}"),
                level=LogLevel.ALL,
                include_execution_data=True,
            ),
        )
        acknowledge(self.role, "the actions of log delivery and X-Ray do not support resources", "IAM5[Resource::*]")
        state.alarms.failures_of(self, name, self.machine)

    @property
    def executions(self) -> str:
        """The ARN pattern of this machine's executions."""
        return arn_of(self, "states", "execution", f"{self.name}:*", colon=True)


def definition(name: str) -> str:
    """Return the ASL file of a state machine as JSON without spaces."""
    path = ROOT / "statemachines" / f"{name}.asl.json"
    try:
        return json.dumps(json.loads(path.read_text(encoding="utf-8")), separators=(",", ":"), ensure_ascii=False)
    except FileNotFoundError as error:
        raise TargetError(f"statemachines/{name}.asl.json is missing. Restore the file.") from error
    except ValueError as error:
        raise TargetError(f"statemachines/{name}.asl.json is not valid JSON: {error}. Correct the file.") from error


def _check(name: str, text: str, substitutions: Mapping[str, str]) -> None:
    """Refuse a placeholder without a value, and a permission that the file does not use."""
    placeholders, values = set(PLACEHOLDER.findall(text)), set(substitutions)
    if placeholders - values:
        names = ", ".join(sorted(placeholders - values))
        raise TargetError(f"statemachines/{name}.asl.json uses unknown placeholders: {names}. Pass them in its stack.")
    if values - placeholders:
        names = ", ".join(sorted(values - placeholders))
        raise TargetError(f"statemachines/{name}.asl.json does not use {names}. Remove them from its stack.")

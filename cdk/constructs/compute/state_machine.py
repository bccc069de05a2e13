"""A state machine from its file in statemachines/, allowed exactly the calls it makes."""

import json
import re
from collections.abc import Iterable, Mapping

from aws_cdk import ArnFormat, Stack
from aws_cdk.aws_iam import Role
from aws_cdk.aws_stepfunctions import DefinitionBody, LogLevel, LogOptions, StateMachine, StateMachineType
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, allow, trusted
from cdk.packages import ROOT
from cdk.settings import TargetError
from cdk.stacks.state import StateStack

PLACEHOLDER = re.compile(r"\$\{(\w+)\}")


class AslStateMachine(Construct):
    """One state machine; `${PlanTick}` in its file stands for the function `plan_tick`."""

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
        self.name = f"footy-{state.target.name}-{name}"
        invoked = {function.node.id: function.function.function_arn for function in functions}
        started = {key: machine.machine.state_machine_arn for key, machine in (starts or {}).items()}
        substitutions = {**invoked, **started, **(values or {})}
        text = definition(name)
        _check(name, text, substitutions)
        self.role = Role(self, "Role", assumed_by=trusted(self, "states"))
        for action, arns in (("lambda:InvokeFunction", invoked), ("states:StartExecution", started)):
            if arns:
                allow(self.role, [action], list(arns.values()))
        self.machine = StateMachine(
            self,
            "Machine",
            state_machine_name=self.name,
            state_machine_type=StateMachineType.EXPRESS if express else StateMachineType.STANDARD,
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
        acknowledge(self.role, "the calls that deliver logs and traces know no resources", "IAM5[Resource::*]")
        state.alarms.failures_of(self, name, self.machine)

    @property
    def executions(self) -> str:
        """The addresses of this machine's executions."""
        return Stack.of(self).format_arn(
            service="states",
            resource="execution",
            resource_name=f"{self.name}:*",
            arn_format=ArnFormat.COLON_RESOURCE_NAME,
        )


def definition(name: str) -> str:
    """The file of a state machine, as valid JSON without the spaces."""
    path = ROOT / "statemachines" / f"{name}.asl.json"
    try:
        return json.dumps(json.loads(path.read_text(encoding="utf-8")), separators=(",", ":"), ensure_ascii=False)
    except FileNotFoundError as error:
        raise TargetError(f"statemachines/{name}.asl.json is missing") from error
    except ValueError as error:
        raise TargetError(f"statemachines/{name}.asl.json is not JSON: {error}") from error


def _check(name: str, text: str, substitutions: Mapping[str, str]) -> None:
    """Every placeholder has a value, and nothing is allowed that the file does not use."""
    asked, given = set(PLACEHOLDER.findall(text)), set(substitutions)
    if asked - given:
        raise TargetError(f"statemachines/{name}.asl.json asks for unknown {', '.join(sorted(asked - given))}")
    if given - asked:
        raise TargetError(f"statemachines/{name}.asl.json does not use {', '.join(sorted(given - asked))}")

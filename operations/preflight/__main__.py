"""make preflight ENV=dev: exits with 2 when the target cannot be deployed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from operations.account import TargetAccount, add_context, run, say, target_parser
from operations.preflight import environment, limits, upstreams
from operations.preflight.findings import Check, Finding, Grade, finding_of, table

FIRST: Mapping[str, Check] = {"region": environment.region, "credentials": environment.credentials}
CHECKS: Mapping[str, Check] = {
    "bootstrap": environment.bootstrap,
    "stacks": environment.stacks,
    "Docker": environment.docker,
    "ECS role": environment.service_role,
    "VPCs": environment.network,
    "functions": limits.functions,
    "tasks": limits.tasks,
    "GPUs": limits.gpus,
    "vision": upstreams.vision,
    "database": upstreams.database,
    "keys": upstreams.keys,
    "alarm email": upstreams.email,
    "contact": upstreams.contact,
    "budget": upstreams.budget,
}


def preflight(account: TargetAccount) -> int:
    """Run all checks and print the table."""
    findings = [(name, _required(finding_of(account, check))) for name, check in FIRST.items()]
    if not _errors(findings):
        findings += [(name, finding_of(account, check)) for name, check in CHECKS.items()]
    for line in table(findings):
        say(line)
    errors = _errors(findings)
    say(
        f"{account.target.prefix} cannot be deployed: {', '.join(errors)}"
        if errors
        else f"{account.target.prefix} can be deployed"
    )
    return 2 if errors else 0


def _required(finding: Finding) -> Finding:
    """Turn a warning into an error: without region and credentials no other check works."""
    return replace(finding, grade=Grade.ERROR) if finding.grade is Grade.WARNING else finding


def _errors(findings: Sequence[tuple[str, Finding]]) -> list[str]:
    return [name for name, finding in findings if finding.grade is Grade.ERROR]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make preflight", "Check an account before a deployment.")
    add_context(parser)
    options = parser.parse_args(arguments)
    return preflight(TargetAccount.of(options.target, options.context))


if __name__ == "__main__":
    run(main)

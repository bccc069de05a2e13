"""make preflight ENV=dev: 0 when it can be deployed, 2 when something is in the way."""

import argparse
from collections.abc import Mapping, Sequence

from operations.account import TargetAccount, run, say
from operations.preflight import limits, place, upstreams
from operations.preflight.findings import Check, Finding, Grade, bad, found, table

FIRST: Mapping[str, Check] = {"region": place.region, "credentials": place.credentials}
CHECKS: Mapping[str, Check] = {
    "bootstrap": place.bootstrap,
    "stacks": place.leftovers,
    "Docker": place.docker,
    "ECS role": place.service_role,
    "VPCs": place.network,
    "functions": limits.functions,
    "tasks": limits.tasks,
    "GPUs": limits.gpus,
    "vision": upstreams.vision,
    "database": upstreams.database,
    "keys": upstreams.keys,
    "alarm email": upstreams.email,
    "budget": upstreams.budget,
}


def preflight(account: TargetAccount) -> int:
    """Asks everything, tells all of it."""
    findings = [(name, _first(account, check)) for name, check in FIRST.items()]
    if not _in_the_way(findings):
        findings += [(name, found(account, check)) for name, check in CHECKS.items()]
    for line in table(findings):
        say(line)
    ways = _in_the_way(findings)
    say(
        f"{account.target.prefix} cannot be deployed: {', '.join(ways)}"
        if ways
        else f"{account.target.prefix} can be deployed"
    )
    return 2 if ways else 0


def _first(account: TargetAccount, check: Check) -> Finding:
    """Without these no other question makes sense."""
    finding = found(account, check)
    return bad(finding.said, finding.advice) if finding.grade is Grade.LOOK else finding


def _in_the_way(findings: Sequence[tuple[str, Finding]]) -> list[str]:
    return [name for name, finding in findings if finding.grade is Grade.BAD]


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="make preflight", description="What an account lacks for a target.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    return preflight(TargetAccount.of(parser.parse_args(arguments).target))


if __name__ == "__main__":
    run(main)

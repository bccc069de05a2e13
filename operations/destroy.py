"""Takes a target out of its account, and says what stays and what that costs.

make destroy ENV=prod                                      # what would go, what stays; asks
make destroy ENV=prod ARGS="--database footy-prod"         # with its protected database; a snapshot stays
"""

import argparse
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from botocore.exceptions import ClientError, WaiterError

from cdk.settings import DOCUMENTDB, OPTIONAL_SECRETS
from operations.account import DeployedStack, OperationRefused, TargetAccount, code_of, pages_of, run, say

IMPORT = re.compile(r'"Fn::ImportValue": ?"([^"]+)"')
Ask = Callable[[str, str], bool]
PATIENCE = {"Delay": 15, "MaxAttempts": 240}
# interfaces of functions in a VPC are let go of when they have been idle for a while
OF_FUNCTIONS = "AWS Lambda VPC ENI"
LOOK_AGAIN_SECONDS, LOOKS = 15.0, 180
GONE_OR_HELD = frozenset({"InvalidNetworkInterfaceID.NotFound", "InvalidParameterValue"})
SLOW = "it can take half an hour: functions let go of their network late"
KEPT = """what stays, and costs on:
  {stack}: clips, working files, backups, keys: storage by the gigabyte, and 0.40 USD a month for each of {keys} keys
  the CDK's own bucket and repository (CDKToolkit), which all apps of this account and region share
`make deploy ENV={target}` finds all of it again."""
NOTHING = "nothing of {prefix} stays but the CDK's own bucket and repository (CDKToolkit), which all apps here share"


@dataclass(frozen=True, slots=True)
class DestroyOptions:
    """What was asked for."""

    database: str = ""
    snapshot: bool = True
    sure: bool = False


def destroy(
    account: TargetAccount, wish: DestroyOptions, *, ask: Ask, sleep: Callable[[float], None] = time.sleep
) -> int:
    """Deletes every stack but the one of what is kept."""
    doomed = [one for one in account.stacks() if not (account.target.keeps_data and one.name == kept(account))]
    protected = _protected(account)
    for line in _plan(account, doomed, wish, protected=protected):
        say(line)
    if protected and wish.database != account.target.prefix:
        raise OperationRefused(
            f"the database {account.target.prefix} is protected: "
            f'make destroy ENV={account.target.name} ARGS="--database {account.target.prefix}" names it'
        )
    if not doomed:
        return 0
    before = _snapshots(account)
    if not wish.sure and not ask(f"type {account.target.prefix} to go on: ", account.target.prefix):
        raise OperationRefused("nothing was destroyed")
    if protected:
        _unprotect(account)
    for stack in in_order(account, doomed):
        clear_network(account, stack, sleep)
        say(f"{stack.name} is being deleted ...")
        delete(account, stack)
    _tell(account, sorted(_snapshots(account) - before), wish)
    return 0


def kept(account: TargetAccount) -> str:
    """The stack that stays."""
    return f"{account.target.prefix}-data"


def typed(question: str, expected: str) -> bool:
    """Whether the person at the terminal types what is expected."""
    try:
        return input(question).strip() == expected
    except EOFError:
        return False


def _plan(
    account: TargetAccount, doomed: Sequence[DeployedStack], wish: DestroyOptions, *, protected: bool
) -> Iterator[str]:
    if not doomed:
        yield f"no stack of {account.target.prefix} is left here to be destroyed"
    for stack in doomed:
        yield f"goes: {stack.name}"
    if doomed and account.target.database == DOCUMENTDB:
        yield "goes: the database; " + ("its last snapshot stays" if wish.snapshot else "with ALL its documents")
        yield SLOW
    if protected and wish.database == account.target.prefix:
        yield "its protection is lifted first"


def _protected(account: TargetAccount) -> bool:
    cluster = _cluster(account)
    return bool(cluster and cluster["DeletionProtection"])


def _cluster(account: TargetAccount) -> "dict[str, object] | None":
    if account.target.database != DOCUMENTDB:
        return None
    try:
        found = account.client("docdb").describe_db_clusters(DBClusterIdentifier=account.target.prefix)
    except ClientError as failure:
        if code_of(failure) == "DBClusterNotFoundFault":
            return None
        raise
    return next(iter(found["DBClusters"]), None)


def _unprotect(account: TargetAccount) -> None:
    account.client("docdb").modify_db_cluster(
        DBClusterIdentifier=account.target.prefix, DeletionProtection=False, ApplyImmediately=True
    )


def _snapshots(account: TargetAccount) -> set[str]:
    """The names of those that somebody made, or that a deletion left."""
    if account.target.database != DOCUMENTDB:
        return set()
    listed = pages_of(
        account.client("docdb"), "describe_db_cluster_snapshots", "DBClusterSnapshots", SnapshotType="manual"
    )
    return {one["DBClusterSnapshotIdentifier"] for one in listed if one["DBClusterIdentifier"] == account.target.prefix}


def in_order(account: TargetAccount, doomed: Sequence[DeployedStack]) -> Iterator[DeployedStack]:
    """Each when nothing that is left takes anything from it."""
    exports = list(pages_of(account.client("cloudformation"), "list_exports", "Exports"))
    imports = {one.name: _imported(account, one) for one in doomed}
    left = list(reversed(doomed))
    while left:
        free = next((one for one in left if not _users(one, exports, imports)), left[0])
        left.remove(free)
        del imports[free.name]
        yield free


def _users(stack: DeployedStack, exports: Sequence[Mapping[str, str]], imports: Mapping[str, set[str]]) -> list[str]:
    """The stacks that take something from this one."""
    offered = {one["Name"] for one in exports if f"/{stack.name}/" in one["ExportingStackId"]}
    return [name for name, taken in imports.items() if name != stack.name and taken & offered]


def _imported(account: TargetAccount, stack: DeployedStack) -> set[str]:
    """The names under which its template takes from others."""
    template = account.client("cloudformation").get_template(StackName=stack.name)["TemplateBody"]
    return set(IMPORT.findall(template if isinstance(template, str) else json.dumps(template)))


def clear_network(account: TargetAccount, stack: DeployedStack, sleep: Callable[[float], None]) -> None:
    """Deletes what functions left in a stack's network: Lambda would in the name of their roles, which are gone."""
    resources = pages_of(
        account.client("cloudformation"), "list_stack_resources", "StackResourceSummaries", StackName=stack.name
    )
    for vpc in [one["PhysicalResourceId"] for one in resources if one["ResourceType"] == "AWS::EC2::VPC"]:
        for look in range(LOOKS):
            if not (left := _of_functions(account, vpc)):
                break
            if not look:
                say(f"what functions left in {vpc} is cleared away; {SLOW}")
            for one in left:
                if one["Status"] == "available":
                    _drop(account, one["NetworkInterfaceId"])
            sleep(LOOK_AGAIN_SECONDS)


def _of_functions(account: TargetAccount, vpc: str) -> list[Mapping[str, str]]:
    within = [{"Name": "vpc-id", "Values": [vpc]}]
    listed = pages_of(account.client("ec2"), "describe_network_interfaces", "NetworkInterfaces", Filters=within)
    return [one for one in listed if one.get("Description", "").startswith(OF_FUNCTIONS)]


def _drop(account: TargetAccount, interface: str) -> None:
    """One that Lambda takes at this moment is left to it."""
    try:
        account.client("ec2").delete_network_interface(NetworkInterfaceId=interface)
    except ClientError as failure:
        if code_of(failure) not in GONE_OR_HELD:
            raise


def delete(account: TargetAccount, stack: DeployedStack) -> None:
    """Deletes one, and returns when it is gone."""
    cloudformation = account.client("cloudformation")
    cloudformation.delete_stack(StackName=stack.name)
    try:
        cloudformation.get_waiter("stack_delete_complete").wait(StackName=stack.name, WaiterConfig=PATIENCE)
    except WaiterError as failure:
        raise OperationRefused(f"{stack.name} is not gone: its events in CloudFormation say why") from failure


def _tell(account: TargetAccount, snapshots: Sequence[str], wish: DestroyOptions) -> None:
    target = account.target
    say(
        KEPT.format(
            stack=kept(account), target=target.name, keys=len(set(target.secret_names) - OPTIONAL_SECRETS.keys())
        )
        if target.keeps_data
        else NOTHING.format(prefix=target.prefix)
    )
    for name in snapshots:
        if wish.snapshot:
            say(f"  the snapshot {name}: about 0.02 USD a gigabyte and month")
            say(f'to begin with it again: "database_snapshot": "{name}" in the block {target.name} of cdk.json')
        else:
            account.client("docdb").delete_db_cluster_snapshot(DBClusterSnapshotIdentifier=name)
            say(f"the snapshot {name} is deleted, as asked for")


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    asked = _parser().parse_args(arguments)
    account = TargetAccount.of(asked.target)
    return destroy(account, DestroyOptions(asked.database, snapshot=not asked.no_snapshot, sure=asked.yes), ask=typed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make destroy", description="Takes a target out of its account.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    parser.add_argument("--database", default="", metavar="NAME", help="the protected database that goes too, by name")
    parser.add_argument("--no-snapshot", action="store_true", help="leaves no snapshot of the database")
    parser.add_argument("--yes", action="store_true", help="asks nothing")
    return parser


if __name__ == "__main__":
    run(main)

"""Deletion of a target from its account.

make destroy ENV=prod                                      # shows what is deleted and kept, and asks
make destroy ENV=prod ARGS="--database footy-prod"         # also deletes the protected database; keeps a snapshot
"""

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from botocore.exceptions import ClientError, WaiterError

from cdk.settings import DOCUMENTDB, OPTIONAL_SECRETS
from operations.account import (
    DeployedStack,
    OperationRefused,
    TargetAccount,
    code_of,
    pages_of,
    run,
    say,
    target_parser,
)

IMPORT = re.compile(r'"Fn::ImportValue": ?"([^"]+)"')
Ask = Callable[[str, str], bool]
WAITER = {"Delay": 15, "MaxAttempts": 240}
# Lambda deletes the network interfaces of functions only after some idle time
LAMBDA_INTERFACES = "AWS Lambda VPC ENI"
POLL_SECONDS, POLLS = 15.0, 180
DELETED_OR_IN_USE = frozenset({"InvalidNetworkInterfaceID.NotFound", "InvalidParameterValue"})
SLOW = "this can take half an hour: Lambda releases its network interfaces late"
RETAINED = """kept, with costs:
  {stack}: clips, working files, backups, keys: storage per gigabyte, and 0.40 USD a month for each of {keys} keys
  the CDK's own bucket and repository (CDKToolkit), which all apps of this account and region share
Run make deploy ENV={target} to use them again."""
NOTHING = "nothing of {prefix} is kept, except the CDK's own bucket and repository (CDKToolkit), which all apps share"


@dataclass(frozen=True, slots=True)
class DestroyOptions:
    """Options of the command."""

    database: str = ""
    snapshot: bool = True
    yes: bool = False


def destroy(
    account: TargetAccount, options: DestroyOptions, *, ask: Ask, sleep: Callable[[float], None] = time.sleep
) -> int:
    """Delete all stacks, except the one with retained data."""
    keeps_data, data = account.target.keeps_data, data_stack(account)
    stacks = [stack for stack in account.stacks() if not (keeps_data and stack.name == data)]
    protected = _protected(account)
    for line in _plan(account, stacks, options, protected=protected):
        say(line)
    if protected and options.database != account.target.prefix:
        raise OperationRefused(
            f"the database {account.target.prefix} is protected. To delete it too, run "
            f'make destroy ENV={account.target.name} ARGS="--database {account.target.prefix}".'
        )
    if not stacks:
        return 0
    snapshots = _snapshots(account)
    if not options.yes and not ask(f"type {account.target.prefix} to delete: ", account.target.prefix):
        raise OperationRefused("nothing was deleted, because the name was not confirmed")
    if protected:
        _unprotect(account)
    for stack in in_order(account, stacks):
        clear_network(account, stack, sleep)
        say(f"{stack.name} is being deleted ...")
        delete(account, stack)
    _summarise(account, sorted(_snapshots(account) - snapshots), options)
    return 0


def data_stack(account: TargetAccount) -> str:
    """Return the name of the stack with the data."""
    return f"{account.target.prefix}-data"


def typed(question: str, expected: str) -> bool:
    """Ask at the terminal for an exact text."""
    try:
        return input(question).strip() == expected
    except EOFError:
        return False


def _plan(
    account: TargetAccount, stacks: Sequence[DeployedStack], options: DestroyOptions, *, protected: bool
) -> Iterator[str]:
    if not stacks:
        yield f"{account.target.prefix} has no stack to delete here"
    for stack in stacks:
        yield f"delete: {stack.name}"
    if stacks and account.target.database == DOCUMENTDB:
        yield "delete: the database; " + ("a last snapshot is kept" if options.snapshot else "with ALL its documents")
        yield SLOW
    if protected and options.database == account.target.prefix:
        yield "its deletion protection is removed first"


def _protected(account: TargetAccount) -> bool:
    cluster = _cluster(account)
    return bool(cluster and cluster["DeletionProtection"])


def _cluster(account: TargetAccount) -> "dict[str, object] | None":
    if account.target.database != DOCUMENTDB:
        return None
    try:
        answer = account.client("docdb").describe_db_clusters(DBClusterIdentifier=account.target.prefix)
    except ClientError as failure:
        if code_of(failure) == "DBClusterNotFoundFault":
            return None
        raise
    return next(iter(answer["DBClusters"]), None)


def _unprotect(account: TargetAccount) -> None:
    account.client("docdb").modify_db_cluster(
        DBClusterIdentifier=account.target.prefix, DeletionProtection=False, ApplyImmediately=True
    )


def snapshots_of(account: TargetAccount) -> set[str]:
    """Return the names of the manual and final snapshots of the target's cluster."""
    listing = pages_of(
        account.client("docdb"), "describe_db_cluster_snapshots", "DBClusterSnapshots", SnapshotType="manual"
    )
    prefix = account.target.prefix
    return {entry["DBClusterSnapshotIdentifier"] for entry in listing if entry["DBClusterIdentifier"] == prefix}


def _snapshots(account: TargetAccount) -> set[str]:
    return snapshots_of(account) if account.target.database == DOCUMENTDB else set()


def in_order(account: TargetAccount, stacks: Sequence[DeployedStack]) -> Iterator[DeployedStack]:
    """Yield each stack after all stacks that import from it."""
    exports = list(pages_of(account.client("cloudformation"), "list_exports", "Exports"))
    imports = {stack.name: _imports(account, stack) for stack in stacks}
    rest = list(reversed(stacks))
    while rest:
        free = next((stack for stack in rest if not _importers(stack, exports, imports)), rest[0])
        rest.remove(free)
        del imports[free.name]
        yield free


def _importers(
    stack: DeployedStack, exports: Sequence[Mapping[str, str]], imports: Mapping[str, set[str]]
) -> list[str]:
    offered = {export["Name"] for export in exports if f"/{stack.name}/" in export["ExportingStackId"]}
    return [name for name, imported in imports.items() if name != stack.name and imported & offered]


def _imports(account: TargetAccount, stack: DeployedStack) -> set[str]:
    template = account.client("cloudformation").get_template(StackName=stack.name)["TemplateBody"]
    return set(IMPORT.findall(template if isinstance(template, str) else json.dumps(template)))


def clear_network(account: TargetAccount, stack: DeployedStack, sleep: Callable[[float], None]) -> None:
    """Delete the network interfaces of Lambda, which it cannot delete once the roles of its functions are deleted."""
    resources = pages_of(
        account.client("cloudformation"), "list_stack_resources", "StackResourceSummaries", StackName=stack.name
    )
    for vpc in [one["PhysicalResourceId"] for one in resources if one["ResourceType"] == "AWS::EC2::VPC"]:
        for poll in range(POLLS):
            if not (interfaces := _lambda_interfaces(account, vpc)):
                break
            if not poll:
                say(f"deleting the network interfaces of functions in {vpc}; {SLOW}")
            for interface in interfaces:
                if interface["Status"] == "available":
                    _delete_interface(account, interface["NetworkInterfaceId"])
            sleep(POLL_SECONDS)


def _lambda_interfaces(account: TargetAccount, vpc: str) -> list[Mapping[str, str]]:
    filters = [{"Name": "vpc-id", "Values": [vpc]}]
    listing = pages_of(account.client("ec2"), "describe_network_interfaces", "NetworkInterfaces", Filters=filters)
    return [interface for interface in listing if interface.get("Description", "").startswith(LAMBDA_INTERFACES)]


def _delete_interface(account: TargetAccount, interface: str) -> None:
    try:
        account.client("ec2").delete_network_interface(NetworkInterfaceId=interface)
    except ClientError as failure:
        if code_of(failure) not in DELETED_OR_IN_USE:
            raise


def delete(account: TargetAccount, stack: DeployedStack) -> None:
    """Delete a stack and wait for the end."""
    cloudformation = account.client("cloudformation")
    cloudformation.delete_stack(StackName=stack.name)
    try:
        cloudformation.get_waiter("stack_delete_complete").wait(StackName=stack.name, WaiterConfig=WAITER)
    except WaiterError as failure:
        raise OperationRefused(f"{stack.name} was not deleted. See its events in CloudFormation.") from failure


def _summarise(account: TargetAccount, snapshots: Sequence[str], options: DestroyOptions) -> None:
    target = account.target
    keys = len(set(target.secret_names) - OPTIONAL_SECRETS.keys())
    say(
        RETAINED.format(stack=data_stack(account), target=target.name, keys=keys)
        if target.keeps_data
        else NOTHING.format(prefix=target.prefix)
    )
    for name in snapshots:
        if options.snapshot:
            say(f"  the snapshot {name}: about 0.02 USD per gigabyte and month")
            say(f'to restore it, add "database_snapshot": "{name}" to the block {target.name} of cdk.json')
        else:
            account.client("docdb").delete_db_cluster_snapshot(DBClusterSnapshotIdentifier=name)
            say(f"the snapshot {name} was deleted")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make destroy", "Delete a target from its account.")
    parser.add_argument("--database", default="", metavar="NAME", help="also delete the protected database NAME")
    parser.add_argument("--no-snapshot", action="store_true", help="keep no snapshot of the database")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    options = parser.parse_args(arguments)
    account = TargetAccount.of(options.target)
    chosen = DestroyOptions(options.database, snapshot=not options.no_snapshot, yes=options.yes)
    return destroy(account, chosen, ask=typed)


if __name__ == "__main__":
    run(main)

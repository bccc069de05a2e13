"""Log lines of a deployed function or container: make logs ENV=dev FUNCTION=poll_batch."""

import os
import shutil
from collections.abc import Sequence

from operations.account import OperationRefused, TargetAccount, pages_of, run, target_parser


def tail_command(account: TargetAccount, function: str, more: Sequence[str]) -> list[str]:
    """Return the command that follows a log group; refuse a group that does not exist."""
    prefix = f"/footy/{account.target.name}/"
    account.require_deployment()
    listing = pages_of(account.client("logs"), "describe_log_groups", "logGroups", logGroupNamePrefix=prefix)
    names = sorted(str(group["logGroupName"]).removeprefix(prefix) for group in listing)
    if function not in names:
        raise OperationRefused(
            f"{account.target.prefix} has no logs of {function}. Set FUNCTION to {', '.join(names)}."
        )
    return ["aws", "logs", "tail", f"{prefix}{function}", "--follow", *more]


def main(arguments: Sequence[str] | None = None) -> int:
    """Replace this process by the AWS CLI."""
    parser = target_parser("make logs", "Follow a log; further options go to aws logs tail.")
    parser.add_argument("--function", required=True, help="name of a function or container")
    options, more = parser.parse_known_args(arguments)
    command = tail_command(TargetAccount.of(options.target), options.function, more)
    program = shutil.which(command[0])
    if program is None:
        raise OperationRefused("the AWS CLI is missing. Install it: https://aws.amazon.com/cli")
    os.execv(program, command)  # noqa: S606 - no shell


if __name__ == "__main__":
    run(main)

"""Has the users of the database looked at, and made where they are not in order: make users ENV=prod.

make users ENV=prod ARGS="--new-passwords"     # best while nothing is on
"""

import argparse
import json
from collections.abc import Sequence

from cdk.settings import READER, WRITER
from operations.account import OperationRefused, TargetAccount, run, say
from operations.keys import name_of

OF_A_PASSWORD = {"PasswordLength": 40, "ExcludePunctuation": True}


def users(account: TargetAccount, *, new_passwords: bool = False) -> int:
    """The function that knows the master is asked; nobody else could, and nobody reaches the cluster from here."""
    if not account.target.own_users:
        raise OperationRefused(f"the database of {account.target.name} is yours, and so are its users")
    function = account.output("MakeUsersFunction")
    made = _asked(account, function)
    if new_passwords:  # it works, and is warm: whoever comes with a new password meets the old one for a moment only
        for name in (WRITER, READER):
            _renew(account, name_of(account.target, name))
        made = _asked(account, function)
    say(f"made: {', '.join(made)}" if made else "all users are in order")
    return 0


def _asked(account: TargetAccount, function: str) -> list[str]:
    """Who was made."""
    answer = account.client("lambda").invoke(FunctionName=function, Payload=b"{}")
    told = json.load(answer["Payload"])
    if "FunctionError" in answer:
        raise OperationRefused(f"make_users failed: {told.get('errorType')}: {told.get('errorMessage')}")
    return list(told["users"])


def _renew(account: TargetAccount, secret: str) -> None:
    """Another password beside the same name and way; functions read it within five minutes, or when refused."""
    manager = account.client("secretsmanager")
    known = json.loads(manager.get_secret_value(SecretId=secret)["SecretString"])
    password = manager.get_random_password(**OF_A_PASSWORD)["RandomPassword"]
    manager.put_secret_value(SecretId=secret, SecretString=json.dumps({**known, "password": password}))
    say(f"{secret} has a new password")


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="make users", description="Has the users of a database made.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    parser.add_argument("--new-passwords", action="store_true", help="gives each another password first")
    asked = parser.parse_args(arguments)
    return users(TargetAccount.of(asked.target), new_passwords=asked.new_passwords)


if __name__ == "__main__":
    run(main)

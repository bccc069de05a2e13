"""Asks for the keys of a target and puts them into its secrets: make keys ENV=dev [ARGS="--only x"]."""

import argparse
import getpass
import json
from collections.abc import Callable, Sequence

from botocore.exceptions import ClientError

from cdk.settings import DOCUMENTDB, FORMS, Target
from operations.account import Account, OperationRefused, code_of, run, say

Ask = Callable[[str], str]


def fill(account: Account, names: Sequence[str], *, ask: Ask) -> int:
    """Asks for each; what is left empty stays as it is."""
    for name in names:
        given = ask(f"{FORMS[name][0]} of {name} (nothing: as it is): ").strip()
        if given:
            _put(account, name, given)
            say(f"{name_of(account.target, name)} is filled: functions read it within five minutes")
    if empty := [name for name in names if not is_filled(account, name)]:
        raise OperationRefused(f"still empty: {', '.join(name_of(account.target, name) for name in empty)}")
    return 0


def name_of(target: Target, name: str) -> str:
    """What the secret is called in the account."""
    return f"{target.prefix}/{name}"


def asked_for(target: Target) -> list[str]:
    """The secrets that one key of a person fills."""
    single = (name for name, parts in FORMS.items() if len(parts) == 1)
    return [name for name in single if name != "mongodb" or target.database != DOCUMENTDB]


def is_filled(account: Account, name: str) -> bool:
    """Whether anything is in it."""
    try:
        account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, name))
    except ClientError as failure:
        if code_of(failure) == "ResourceNotFoundException":
            return False
        raise
    return True


def _put(account: Account, name: str, key: str) -> None:
    try:
        account.client("secretsmanager").put_secret_value(
            SecretId=name_of(account.target, name), SecretString=json.dumps({FORMS[name][0]: key})
        )
    except ClientError as failure:
        if code_of(failure) != "ResourceNotFoundException":
            raise
        refused = f"there is no secret {name_of(account.target, name)}: make deploy ENV={account.target.name} makes it"
        raise OperationRefused(refused) from failure


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for; keys are typed, so that no history keeps them."""
    parser = argparse.ArgumentParser(prog="make keys", description="Puts keys into the secrets of a target.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    parser.add_argument(
        "--only",
        action="append",
        choices=[name for name, parts in FORMS.items() if len(parts) == 1],
        help="one of them; may be repeated",
    )
    asked = parser.parse_args(arguments)
    account = Account.of(asked.target)
    return fill(account, asked.only or asked_for(account.target), ask=getpass.getpass)


if __name__ == "__main__":
    run(main)

"""Asks for the keys of a target and puts them into its secrets: make keys ENV=dev [ARGS="--only x"]."""

import argparse
import getpass
import json
import secrets
from collections.abc import Callable, Mapping, Sequence

from botocore.exceptions import ClientError

from cdk.settings import DOCUMENTDB, SECRET_FIELDS, Target
from footy.api.credentials import VIEWERS
from footy.core.errors import MalformedRequest
from footy.goals.adapters.webhooks.targets import read_targets
from operations.account import OperationRefused, TargetAccount, code_of, run, say
from operations.viewers import kept_of

Ask = Callable[[str], str]
PAGE, WEBHOOKS = "page", "webhooks"
QUESTIONS = {PAGE: "password for viewers", WEBHOOKS: 'targets, [{"url": "https://...", "leagues": [39]}],'}


def fill(account: TargetAccount, names: Sequence[str], *, ask: Ask) -> int:
    """Asks for each; what is left empty stays as it is."""
    for name in names:
        given = ask(f"{QUESTIONS.get(name, SECRET_FIELDS[name][0])} of {name} (nothing: as it is): ").strip()
        if given:
            _put(account, name, _content_of(account, name, given))
            say(f"{name_of(account.target, name)} is filled: functions read it within five minutes")
    if empty := [name for name in names if not is_filled(account, name)]:
        raise OperationRefused(f"still empty: {', '.join(name_of(account.target, name) for name in empty)}")
    say(f"the next full hour's ingest takes them; at once: make ingest ENV={account.target.name}")
    return 0


def name_of(target: Target, name: str) -> str:
    """What the secret is called in the account."""
    return f"{target.prefix}/{name}"


def asked_for(target: Target) -> list[str]:
    """The secrets that only a person can fill."""
    return [name for name in target.secret_names if name != "mongodb" or target.database != DOCUMENTDB]


def is_filled(account: TargetAccount, name: str) -> bool:
    """Whether anything is in it."""
    try:
        account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, name))
    except ClientError as failure:
        if code_of(failure) == "ResourceNotFoundException":
            return False
        raise
    return True


def _content_of(account: TargetAccount, name: str, given: str) -> dict[str, str]:
    if name == PAGE:
        return _page(account, given)
    if name == WEBHOOKS:
        _check_targets(given)
    return {SECRET_FIELDS[name][0]: given}


def _check_targets(given: str) -> None:
    """A mistake is told to whoever makes it, and not to the log of a function."""
    try:
        read_targets(given)
    except MalformedRequest as wrong:
        raise OperationRefused(str(wrong)) from wrong


def _page(account: TargetAccount, password: str) -> dict[str, str]:
    """The password's hash, and beside it the operators there are; the first one is made, and told once."""
    viewers = kept_of(password)
    kept = _content(account, PAGE) if is_filled(account, PAGE) else {}
    if not any(word != VIEWERS for word in kept):
        kept["operator"] = secrets.token_urlsafe(24)
        say(f"the key of the operator, told only now: {kept['operator']}")
    return {**kept, VIEWERS: viewers}


def _content(account: TargetAccount, name: str) -> dict[str, str]:
    told = account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, name))
    return dict(json.loads(told["SecretString"]))


def _put(account: TargetAccount, name: str, content: Mapping[str, str]) -> None:
    try:
        account.client("secretsmanager").put_secret_value(
            SecretId=name_of(account.target, name), SecretString=json.dumps(content)
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
        choices=list(SECRET_FIELDS),
        help="one of them; may be repeated",
    )
    asked = parser.parse_args(arguments)
    account = TargetAccount.of(asked.target)
    return fill(account, asked.only or asked_for(account.target), ask=getpass.getpass)


if __name__ == "__main__":
    run(main)

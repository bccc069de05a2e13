"""Keys of a target, entered into its secrets: make keys ENV=dev [ARGS="--only x"]."""

import getpass
import json
import os
import secrets
from collections.abc import Callable, Mapping, Sequence

from botocore.exceptions import ClientError

from cdk.settings import DOCUMENTDB, SECRET_FIELDS, Target
from footy.api.credentials import LONGEST_PASSWORD, SALT_BYTES, VIEWERS, hash_password
from footy.core.errors import MalformedRequest
from footy.goals.adapters.webhooks.targets import read_targets
from operations.account import OperationRefused, TargetAccount, code_of, run, say, target_parser

Ask = Callable[[str], str]
PAGE, WEBHOOKS = "page", "webhooks"
QUESTIONS = {PAGE: "password for viewers", WEBHOOKS: 'targets, [{"url": "https://...", "leagues": [39]}],'}
SHORTEST_PASSWORD = 10


def fill(account: TargetAccount, names: Sequence[str], *, ask: Ask) -> int:
    """Ask for each key; an empty answer leaves it unchanged."""
    for name in names:
        answer = ask(f"{QUESTIONS.get(name, SECRET_FIELDS[name][0])} of {name} (empty: no change): ").strip()
        if answer:
            _put(account, name, _content_of(account, name, answer))
            say(f"{name_of(account.target, name)} is stored; functions read it within five minutes")
    if empty := [name for name in names if not is_filled(account, name)]:
        raise OperationRefused(
            f"still empty: {', '.join(name_of(account.target, name) for name in empty)}. "
            f"Run make keys ENV={account.target.name} again."
        )
    say(f"the next hourly ingest uses them. To use them now, run make ingest ENV={account.target.name}.")
    return 0


def name_of(target: Target, name: str) -> str:
    """Return the name of a secret in the account."""
    return f"{target.prefix}/{name}"


def entered_keys(target: Target) -> list[str]:
    """Return the secrets that an operator enters."""
    return [name for name in target.secret_names if name != "mongodb" or target.database != DOCUMENTDB]


def is_filled(account: TargetAccount, name: str) -> bool:
    """Return whether a secret has a value."""
    try:
        account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, name))
    except ClientError as failure:
        if code_of(failure) == "ResourceNotFoundException":
            return False
        raise
    return True


def _content_of(account: TargetAccount, name: str, answer: str) -> dict[str, str]:
    if name == PAGE:
        return _page(account, answer)
    if name == WEBHOOKS:
        try:
            read_targets(answer)
        except MalformedRequest as error:
            raise OperationRefused(str(error)) from error
    return {SECRET_FIELDS[name][0]: answer}


def _page(account: TargetAccount, password: str) -> dict[str, str]:
    """Return the password's hash and the existing operators; the first operator's key is created and printed once."""
    viewers = _hash(password)
    content = _content(account, PAGE) if is_filled(account, PAGE) else {}
    if not any(name != VIEWERS for name in content):
        content["operator"] = secrets.token_urlsafe(24)
        say(f"key of the operator, shown only once: {content['operator']}")
    return {**content, VIEWERS: viewers}


def _hash(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        limits = f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD}"
        raise OperationRefused(f"the password for viewers has {len(password)} characters. Use {limits}.")
    return hash_password(password, os.urandom(SALT_BYTES))


def _content(account: TargetAccount, name: str) -> dict[str, str]:
    secret = account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, name))
    return dict(json.loads(secret["SecretString"]))


def _put(account: TargetAccount, name: str, content: Mapping[str, str]) -> None:
    try:
        account.client("secretsmanager").put_secret_value(
            SecretId=name_of(account.target, name), SecretString=json.dumps(content)
        )
    except ClientError as failure:
        if code_of(failure) != "ResourceNotFoundException":
            raise
        problem = (
            f"the secret {name_of(account.target, name)} does not exist. Run make deploy ENV={account.target.name}."
        )
        raise OperationRefused(problem) from failure


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; keys are typed, so that no shell history contains them."""
    parser = target_parser("make keys", "Enter the keys of a target into its secrets.")
    parser.add_argument("--only", action="append", choices=list(SECRET_FIELDS), help="one key; may be repeated")
    options = parser.parse_args(arguments)
    account = TargetAccount.of(options.target)
    return fill(account, options.only or entered_keys(account.target), ask=getpass.getpass)


if __name__ == "__main__":
    run(main)

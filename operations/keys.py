"""Keys of a target, entered into its secrets: make keys ENV=dev [ARGS="--only x"|"--operator NAME"|"--revoke NAME"]."""

import getpass
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence

from botocore.exceptions import ClientError

from cdk.settings import MASTER, NAMING, SECRET_FIELDS, Target
from footy.api.credentials import LONGEST_PASSWORD, SALT_BYTES, VIEWERS, hash_key, hash_password, new_key
from footy.core.errors import MalformedRequest
from footy.goals.adapters.webhooks.targets import read_targets
from operations.account import OperationRefused, TargetAccount, code_of, run, say, target_parser

Ask = Callable[[str], str]
PAGE, OPERATORS, WEBHOOKS = "page", "operators", "webhooks"
QUESTIONS = {PAGE: "password for viewers", WEBHOOKS: 'targets, [{"url": "https://...", "leagues": [39]}],'}
SHORTEST_PASSWORD = 10
FIRST_OPERATOR, OPERATOR_NAME = "operator", re.compile(r"[a-z][a-z0-9._-]{0,39}")


def fill(account: TargetAccount, names: Sequence[str], *, ask: Ask) -> int:
    """Ask for each key; create the key of the first operator."""
    for name in names:
        if name == OPERATORS:
            _have_an_operator(account)
        else:
            _enter(account, name, ask)
    if empty := [name for name in names if not is_filled(account, name)]:
        raise OperationRefused(
            f"still empty: {', '.join(name_of(account.target, name) for name in empty)}. "
            f"Run make keys ENV={account.target.name} again."
        )
    say(f"the next hourly ingest uses them. To use them now, run make ingest ENV={account.target.name}.")
    return 0


def issue_key(account: TargetAccount, operator: str) -> int:
    """Store the hash of a new key, which replaces the operator's previous one, and print the key."""
    if not OPERATOR_NAME.fullmatch(operator):
        raise OperationRefused(f"{operator!r} cannot name an operator. Use 1 to 40 of a-z, 0-9, '.', '_' and '-'.")
    key = new_key()
    _put(account, OPERATORS, {**_content(account, OPERATORS), operator: hash_key(key)})
    say(f"key of {operator}, shown only once: {key}")
    say("functions accept it within five minutes")
    return 0


def revoke_key(account: TargetAccount, operator: str) -> int:
    """Delete the hash of an operator's key."""
    hashes = _content(account, OPERATORS)
    if operator not in hashes:
        raise OperationRefused(f"{operator} has no key. Operators with a key: {_names(hashes)}.")
    _put(account, OPERATORS, {name: stored for name, stored in hashes.items() if name != operator})
    say(f"the key of {operator} is revoked; functions refuse it within five minutes")
    return 0


def name_of(target: Target, name: str) -> str:
    """Return the name of a secret in the account."""
    return f"{target.prefix}/{name}"


def entered_keys(target: Target) -> list[str]:
    """Return the secrets that an operator enters."""
    generated = {NAMING, *([MASTER] if target.own_users else [])}
    return [name for name in target.secret_names if name not in generated]


def is_filled(account: TargetAccount, name: str) -> bool:
    """Return whether a secret has a value."""
    try:
        account.client("secretsmanager").get_secret_value(SecretId=name_of(account.target, name))
    except ClientError as failure:
        if code_of(failure) == "ResourceNotFoundException":
            return False
        raise
    return True


def _enter(account: TargetAccount, name: str, ask: Ask) -> None:
    """Ask for one key; an empty answer leaves it unchanged."""
    answer = ask(f"{QUESTIONS.get(name) or SECRET_FIELDS[name][0]} of {name} (empty: no change): ").strip()
    if answer:
        _put(account, name, _content_of(name, answer))
        say(f"{name_of(account.target, name)} is stored; functions read it within five minutes")


def _have_an_operator(account: TargetAccount) -> None:
    if not _content(account, OPERATORS):
        issue_key(account, FIRST_OPERATOR)
    say(f"operators with a key: {_names(_content(account, OPERATORS))}")


def _names(hashes: Mapping[str, str]) -> str:
    return ", ".join(sorted(hashes)) or "none"


def _content_of(name: str, answer: str) -> dict[str, str]:
    if name == PAGE:
        return {VIEWERS: _hash(answer)}
    if name == WEBHOOKS:
        try:
            read_targets(answer)
        except MalformedRequest as error:
            raise OperationRefused(str(error)) from error
    return {SECRET_FIELDS[name][0]: answer}


def _hash(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        limits = f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD}"
        raise OperationRefused(f"the password for viewers has {len(password)} characters. Use {limits}.")
    return hash_password(password, os.urandom(SALT_BYTES))


def _content(account: TargetAccount, name: str) -> dict[str, str]:
    """Return the content of a secret, empty before it is filled."""
    if not is_filled(account, name):
        return {}
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
    entered = sorted(SECRET_FIELDS.keys() - {NAMING})
    parser.add_argument("--only", action="append", choices=entered, help="one key; may be repeated")
    parser.add_argument("--operator", metavar="NAME", help="create or replace the key of one operator, print it")
    parser.add_argument("--revoke", metavar="NAME", help="revoke the key of one operator")
    options = parser.parse_args(arguments)
    account = TargetAccount.of(options.target)
    if options.operator:
        return issue_key(account, options.operator)
    if options.revoke:
        return revoke_key(account, options.revoke)
    return fill(account, options.only or entered_keys(account.target), ask=getpass.getpass)


if __name__ == "__main__":
    run(main)

"""Database users of DocumentDB, checked and repaired.

make users ENV=prod ARGS="--new-passwords"     # best while no match is on
"""

import json
from collections.abc import Sequence

from cdk.settings import READER, WRITER
from operations.account import OperationRefused, TargetAccount, run, say, target_parser
from operations.keys import name_of

PASSWORD = {"PasswordLength": 40, "ExcludePunctuation": True}


def users(account: TargetAccount, *, new_passwords: bool = False) -> int:
    """Invoke the function that knows the master password; the cluster is not reachable from here."""
    if not account.target.own_users:
        raise OperationRefused(f"the database of {account.target.name} is external. Manage its users there.")
    function = account.output("MakeUsersFunction")
    changed = _invoke(account, function)
    if new_passwords:  # the function is warm now, so a new password is valid almost at once
        for name in (WRITER, READER):
            _renew(account, name_of(account.target, name))
        changed = _invoke(account, function)
    say(f"created or updated: {', '.join(changed)}" if changed else "all users are correct")
    return 0


def _invoke(account: TargetAccount, function: str) -> list[str]:
    """Return the users that the function created or updated."""
    answer = account.client("lambda").invoke(FunctionName=function, Payload=b"{}")
    result = json.load(answer["Payload"])
    if "FunctionError" in answer:
        reason = f"{result.get('errorType')}: {result.get('errorMessage')}"
        raise OperationRefused(f"make_users failed: {reason}. See its log.")
    return list(result["users"])


def _renew(account: TargetAccount, secret: str) -> None:
    """Store a new password; functions read it within five minutes, or after a refused login."""
    manager = account.client("secretsmanager")
    content = json.loads(manager.get_secret_value(SecretId=secret)["SecretString"])
    password = manager.get_random_password(**PASSWORD)["RandomPassword"]
    manager.put_secret_value(SecretId=secret, SecretString=json.dumps({**content, "password": password}))
    say(f"{secret} has a new password")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make users", "Check and repair the database users.")
    parser.add_argument("--new-passwords", action="store_true", help="give each user a new password first")
    options = parser.parse_args(arguments)
    return users(TargetAccount.of(options.target), new_passwords=options.new_passwords)


if __name__ == "__main__":
    run(main)

"""Deployment of a target: make deploy ENV=dev [APPROVAL=never] [ARGS="--no-rollback"].

It checks the account, shows the changes of permissions, asks once, and deploys the assembly that it has shown.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cdk.packages import ROOT
from operations.account import OperationRefused, TargetAccount, add_context, run, target_parser
from operations.destroy import Ask, typed
from operations.preflight.__main__ import preflight

CLI = ROOT / "node_modules" / ".bin" / "cdk"
ASSEMBLY = "cdk.out"
ONCE = "once"
# values of cdk's own --require-approval, which asks for each stack
OF_CDK = ("never", "broadening", "any-change", "destructive")
Cdk = Callable[..., None]


@dataclass(frozen=True, slots=True)
class DeployOptions:
    """Options of the command; `more` goes to `cdk deploy`."""

    approval: str = ONCE
    context: Sequence[str] = ()
    more: Sequence[str] = ()


def deploy(account: TargetAccount, options: DeployOptions, *, cdk: Cdk, ask: Ask) -> int:
    """Deploy all stacks of a target."""
    if status := preflight(account):
        return status
    name, approval = account.target.name, options.approval
    cdk("synth", "--quiet", "--app", f"{sys.executable} app.py", "--output", ASSEMBLY, *_context(name, options))
    if approval == ONCE:
        cdk("diff", "--app", ASSEMBLY, "--security-only")
        if not ask(f"type yes to deploy {account.target.prefix}: ", "yes"):
            raise OperationRefused("nothing was deployed. Type yes, or set APPROVAL=never where no person can answer.")
        approval = "never"
    cdk("deploy", "--all", "--app", ASSEMBLY, "--require-approval", approval, *options.more)
    return 0


def call_cdk(*arguments: str) -> None:
    """Run the CDK CLI of this checkout."""
    if not CLI.exists():
        raise OperationRefused("the npm package aws-cdk is missing. Run npm ci.")
    process = subprocess.run([str(CLI), *arguments], cwd=ROOT, check=False)  # noqa: S603 - the pinned CLI
    if process.returncode:
        raise OperationRefused(f"cdk {arguments[0]} failed with exit code {process.returncode}. See its output above.")


def _context(name: str, options: DeployOptions) -> list[str]:
    return [word for pair in (f"target={name}", *options.context) for word in ("-c", pair)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make deploy", "Deploy a target; further options go to cdk deploy.")
    parser.add_argument("--approval", default=ONCE, choices=[ONCE, *OF_CDK], help="how often to ask")
    add_context(parser)
    options, more = parser.parse_known_args(arguments)
    chosen = DeployOptions(options.approval, options.context, more)
    return deploy(TargetAccount.of(options.target, options.context), chosen, cdk=call_cdk, ask=typed)


if __name__ == "__main__":
    run(main)

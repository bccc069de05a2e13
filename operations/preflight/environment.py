"""Credentials, region, tools, and what the CDK needs in the account."""

import os
import shutil
import subprocess

from botocore.exceptions import BotoCoreError, ClientError

from cdk.bootstrap import DEFAULT_QUALIFIER, QUALIFIER
from cdk.settings import DOCUMENTDB
from operations.account import DeployedStack, TargetAccount, code_of
from operations.preflight.findings import Finding, error, ok, warning

# parameter of the CDK's bootstrap template
BOOTSTRAP = "/cdk-bootstrap/{qualifier}/version"
OLDEST_BOOTSTRAP = 6
DOCKER = "docker"
VPCS = ("vpc", "L-F678F1CE")
DEFAULT_VPCS = 5


def credentials(account: TargetAccount) -> Finding:
    """Check that the credentials work and belong to the target's account."""
    try:
        caller = account.client("sts").get_caller_identity()
    except (ClientError, BotoCoreError) as failure:
        return error(f"not valid: {failure}", "run aws configure sso, or set AWS_PROFILE")
    if account.target.account not in {"", caller["Account"]}:
        text = f"account {caller['Account']}, but the target has account {account.target.account}"
        return error(text, "use another profile, or correct `account` in cdk.json")
    return ok(f"{caller['Arn']}")


def region(account: TargetAccount) -> Finding:
    """Check that a region is set."""
    name = account.client("sts").meta.region_name
    if not name or name == "aws-global":
        return error("not set", "set AWS_REGION, or `region` of the target in cdk.json")
    return ok(str(name))


def bootstrap(account: TargetAccount) -> Finding:
    """Check the version of the CDK bootstrap."""
    number = account.client("sts").get_caller_identity()["Account"]
    # the CDK runs the app also for a bootstrap, and the app needs a target
    environment = f"aws://{number}/{account.client('sts').meta.region_name}"
    advice = f"npx cdk bootstrap {environment} -c target={account.target.name}"
    if account.qualifier != DEFAULT_QUALIFIER:
        advice += f" -c {QUALIFIER}={account.qualifier} --toolkit-stack-name CDKToolkit-{account.qualifier}"
    name = BOOTSTRAP.format(qualifier=account.qualifier)
    try:
        version = account.client("ssm").get_parameter(Name=name)["Parameter"]["Value"]
    except ClientError as failure:
        if code_of(failure) != "ParameterNotFound":
            raise
        return error("this account and region are not bootstrapped", advice)
    if int(version) < OLDEST_BOOTSTRAP:
        return error(f"version {version} is older than {OLDEST_BOOTSTRAP}", advice)
    return ok(f"version {version}")


def docker(account: TargetAccount) -> Finding:
    """Check the program that builds the images, as the CDK selects it; Docker needs buildx for other architectures."""
    name = os.environ.get("CDK_DOCKER") or DOCKER
    program = shutil.which(name)
    if program is None:
        return error(f"{name} is not installed", "install Docker, or set CDK_DOCKER to finch or podman")
    if _output(program, "info") is None:
        return error(f"the engine of {name} does not run", f"start {name}")
    if name == DOCKER and _output(program, "buildx", "version") is None:
        advice = f"install docker-buildx: images for {account.target.architecture} need it"
        return error("without buildx", advice)
    return ok(f"{name} runs" if name != DOCKER else "docker runs, with buildx")


def _output(*command: str) -> str | None:
    process = subprocess.run(  # noqa: S603 - the program that the operator selected
        command, capture_output=True, text=True, check=False
    )
    return None if process.returncode else process.stdout.strip()


def network(account: TargetAccount) -> Finding:
    """Check that the account can have one more VPC."""
    if any(stack.name == account.state_stack for stack in account.stacks()):
        return ok("the target has its VPC")
    used = len(account.client("ec2").describe_vpcs()["Vpcs"])
    limit = quota(account, *VPCS) or DEFAULT_VPCS
    text = f"{used} of {limit:.0f} VPCs are used"
    if used >= limit:
        return error(text, "delete one, or request more (Service Quotas, L-F678F1CE)")
    return ok(text)


def service_role(account: TargetAccount) -> Finding:
    """Check the role that ECS otherwise creates too late for the first cluster."""
    try:
        account.client("iam").get_role(RoleName="AWSServiceRoleForECS")
    except ClientError as failure:
        if code_of(failure) not in {"NoSuchEntity", "NoSuchEntityException"}:
            raise
        advice = "aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com"
        return error("the account has no service-linked role for ECS", advice)
    return ok("AWSServiceRoleForECS")


def quota(account: TargetAccount, service: str, code: str) -> float | None:
    """Return a quota of the account, or None when Service Quotas does not know it."""
    try:
        answer = account.client("service-quotas").get_service_quota(ServiceCode=service, QuotaCode=code)
    except ClientError as failure:
        if code_of(failure) == "NoSuchResourceException":
            return None
        raise
    return float(answer["Quota"]["Value"])


def stacks(account: TargetAccount) -> Finding:
    """Check for stacks whose state prevents every later deployment."""
    failed = [one for one in account.stacks() if one.status.endswith(("_FAILED", "ROLLBACK_COMPLETE"))]
    stuck = [stack for stack in failed if stack.status != "UPDATE_ROLLBACK_COMPLETE"]
    if stuck:
        return error(", ".join(f"{one.name} is {one.status}" for one in stuck), _repair(account, stuck[0]))
    if failed:
        return warning(f"the last deployment of {failed[0].name} was rolled back", "see its events in CloudFormation")
    return ok(f"{len(account.stacks())} stacks" if account.stacks() else "not deployed yet")


def _repair(account: TargetAccount, stack: DeployedStack) -> str:
    """Return the command for a stuck stack; a protected stack or database needs its protection removed first."""
    target = account.target
    if stack.status.startswith("UPDATE_"):
        command = f"aws cloudformation continue-update-rollback --stack-name {stack.name}"
    elif target.database == DOCUMENTDB and stack.name == account.state_stack:
        command = f'make destroy ENV={target.name} ARGS="--database {target.prefix}"'
    else:
        unprotect = "aws cloudformation update-termination-protection --no-enable-termination-protection"
        first = f"{unprotect} --stack-name {stack.name} && " if stack.status.startswith("ROLLBACK_") else ""
        command = f"{first}aws cloudformation delete-stack --stack-name {stack.name}"
    return f"{command}; the reason is in its events"

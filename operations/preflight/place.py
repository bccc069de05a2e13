"""Where it would be deployed: whose credentials, which region, and what the CDK needs there."""

import shutil
import subprocess

from botocore.exceptions import BotoCoreError, ClientError

from cdk.settings import DOCUMENTDB
from operations.account import DeployedStack, TargetAccount, code_of
from operations.preflight.findings import Finding, bad, good, look

# as the CDK's own templates ask for it
BOOTSTRAP = "/cdk-bootstrap/hnb659fds/version"
OLDEST_BOOTSTRAP = 6
VPCS = ("vpc", "L-F678F1CE")
USUAL_VPCS = 5


def credentials(account: TargetAccount) -> Finding:
    """Whose they are."""
    try:
        caller = account.client("sts").get_caller_identity()
    except (ClientError, BotoCoreError) as failure:
        return bad(f"none that work: {failure}", "aws configure sso, or set AWS_PROFILE")
    if account.target.account not in {"", caller["Account"]}:
        said = f"account {caller['Account']}, but the target says {account.target.account}"
        return bad(said, "take the other profile, or mend `account` in cdk.json")
    return good(f"{caller['Arn']}")


def region(account: TargetAccount) -> Finding:
    """Where to."""
    name = account.client("sts").meta.region_name
    if not name or name == "aws-global":
        return bad("none", "set AWS_REGION, or `region` of the target in cdk.json")
    return good(str(name))


def bootstrap(account: TargetAccount) -> Finding:
    """The bucket, repository and roles that the CDK deploys with."""
    whose = account.client("sts").get_caller_identity()["Account"]
    # without a target the app has nothing to say, and the CDK asks it all the same
    where = f"aws://{whose}/{account.client('sts').meta.region_name}"
    advice = f"npx cdk bootstrap {where} -c target={account.target.name}"
    try:
        told = account.client("ssm").get_parameter(Name=BOOTSTRAP)["Parameter"]["Value"]
    except ClientError as failure:
        if code_of(failure) != "ParameterNotFound":
            raise
        return bad("this account and region were never bootstrapped", advice)
    if int(told) < OLDEST_BOOTSTRAP:
        return bad(f"version {told} is older than {OLDEST_BOOTSTRAP}", advice)
    return good(f"version {told}")


def docker(account: TargetAccount) -> Finding:
    """Images are built by it, for any processor and without emulating one."""
    program = shutil.which("docker")
    if program is None:
        return bad("not installed", "install Docker, Finch (CDK_DOCKER=finch) or Podman with its docker command")
    done = subprocess.run(  # noqa: S603 - its own program
        [program, "buildx", "version"], capture_output=True, text=True, check=False
    )
    engine = subprocess.run(  # noqa: S603 - its own program
        [program, "info", "--format", "{{.ServerVersion}}"], capture_output=True, text=True, check=False
    )
    if engine.returncode:
        return bad("its engine does not run", "start Docker")
    if done.returncode:
        return bad("without buildx", f"install docker-buildx: images for {account.target.architecture} need it")
    return good(f"engine {engine.stdout.strip()} with buildx")


def network(account: TargetAccount) -> Finding:
    """Every target has a VPC of its own, and an account five at first."""
    if any(one.name == account.state_stack for one in account.stacks()):
        return good("the target has its VPC")
    used = len(account.client("ec2").describe_vpcs()["Vpcs"])
    most = quota(account, *VPCS) or USUAL_VPCS
    if used >= most:
        return bad(f"{used} of {most:.0f} VPCs are used", "delete one, or ask for more (Service Quotas, L-F678F1CE)")
    return good(f"{used} of {most:.0f} VPCs are used")


def service_role(account: TargetAccount) -> Finding:
    """ECS makes its own role with the first cluster, which then does not wait for it."""
    try:
        account.client("iam").get_role(RoleName="AWSServiceRoleForECS")
    except ClientError as failure:
        if code_of(failure) not in {"NoSuchEntity", "NoSuchEntityException"}:
            raise
        advice = "aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com"
        return bad("ECS was never used here and has no role", advice)
    return good("AWSServiceRoleForECS")


def quota(account: TargetAccount, service: str, code: str) -> float | None:
    """What this account may have of it; None where Service Quotas knows only the usual."""
    try:
        told = account.client("service-quotas").get_service_quota(ServiceCode=service, QuotaCode=code)
    except ClientError as failure:
        if code_of(failure) == "NoSuchResourceException":
            return None
        raise
    return float(told["Quota"]["Value"])


def leftovers(account: TargetAccount) -> Finding:
    """A stack that stands still keeps every later deployment from going on."""
    stuck = [one for one in account.stacks() if one.status.endswith(("_FAILED", "ROLLBACK_COMPLETE"))]
    broken = [one for one in stuck if one.status != "UPDATE_ROLLBACK_COMPLETE"]
    if broken:
        return bad(", ".join(f"{one.name} is {one.status}" for one in broken), _way_out(account, broken[0]))
    if stuck:
        return look(f"the last deployment of {stuck[0].name} was taken back", "its events in CloudFormation say why")
    return good(f"{len(account.stacks())} stacks" if account.stacks() else "not deployed yet")


def _way_out(account: TargetAccount, stack: DeployedStack) -> str:
    """One that never came to stand is taken away, lifting the protection that it or its database was given first."""
    target = account.target
    if stack.status.startswith("UPDATE_"):
        said = f"aws cloudformation continue-update-rollback --stack-name {stack.name}"
    elif target.database == DOCUMENTDB and stack.name == account.state_stack:
        said = f'make destroy ENV={target.name} ARGS="--database {target.prefix}"'
    else:
        unprotected = "aws cloudformation update-termination-protection --no-enable-termination-protection"
        lifted = f"{unprotected} --stack-name {stack.name} && " if stack.status.startswith("ROLLBACK_") else ""
        said = f"{lifted}aws cloudformation delete-stack --stack-name {stack.name}"
    return f"{said}; its events say what went wrong"

"""How much of everything a new account may have."""

from cdk.constructs.compute.clips_workers import CPU
from cdk.constructs.vision.sagemaker import MACHINE
from operations.account import TargetAccount, pages_of
from operations.preflight.findings import Finding, bad, good, look
from operations.preflight.place import quota

# a tick, a search and the uploads of a few goals at once
COMFORTABLE = 50
ON_DEMAND, SPOT = ("fargate", "L-3032A538"), ("fargate", "L-36FBB829")
TASKS = 8
PROCESSORS = CPU / 1024
GPUS, SPOT_GPUS = ("ec2", "L-DB2E81BA"), ("ec2", "L-3819A6DF")
# what the smallest instance with a GPU counts as
ONE_GPU = 4
GPU_CHOICES = frozenset({"ec2", "sagemaker"})


def functions(account: TargetAccount) -> Finding:
    """How many functions may run at once; none of them is set apart."""
    limit = account.client("lambda").get_account_settings()["AccountLimit"]
    most = int(limit["ConcurrentExecutions"])
    said = f"{most} at once"
    if most < COMFORTABLE:
        return look(f"{said}: one evening needs more", "ask for 1,000 (Service Quotas, Lambda, L-B99A9384): it is free")
    return good(said)


def tasks(account: TargetAccount) -> Finding:
    """How many processors tasks may have."""
    on_demand, spot = quota(account, *ON_DEMAND), quota(account, *SPOT)
    if on_demand is None or spot is None:
        return good("as many as usual")
    said = f"{on_demand:.0f} vCPU on demand, {spot:.0f} on Spot: {int((on_demand + spot) / PROCESSORS)} clips workers"
    if min(on_demand, spot) < PROCESSORS:
        return bad(said, "ask for more (Service Quotas, Fargate, L-3032A538 and L-36FBB829)")
    if (on_demand + spot) / PROCESSORS < TASKS:
        return look(f"{said}; a Saturday has {TASKS}", "ask for more (Service Quotas, Fargate, L-3032A538, L-36FBB829)")
    return good(said)


def gpus(account: TargetAccount) -> Finding:
    """Whether an instance with a GPU could be started at all; only asked where one is wanted."""
    choice = vision_of(account)
    if choice not in GPU_CHOICES:
        return good("none is asked for")
    return _endpoint(account) if choice == "sagemaker" else _machines(account)


def _endpoint(account: TargetAccount) -> Finding:
    """SageMaker counts its machines by type, and apart from those of EC2."""
    name, most = f"{MACHINE} for endpoint usage", account.target.numbers.vision_pool_most
    listed = pages_of(account.client("service-quotas"), "list_service_quotas", "Quotas", ServiceCode="sagemaker")
    allowed = next((float(one["Value"]) for one in listed if one["QuotaName"] == name), None)
    if allowed is None:
        return look(f"Service Quotas knows no {name} here", "another region, or another choice for vision")
    said = f"{allowed:.0f} of {name}"
    if allowed < 1:
        return bad(said, f'ask for {most} (Service Quotas, SageMaker, by that name); until then "vision": "cpu"')
    if allowed < most:
        return look(f"{said}; the pool may want {most}", "ask for more (Service Quotas, SageMaker, by that name)")
    return good(said)


def _machines(account: TargetAccount) -> Finding:
    """EC2 counts the processors of all types with a GPU together, and has not every type everywhere."""
    wanted = account.target.gpu_machines
    types = [{"Name": "instance-type", "Values": wanted}]
    listed = pages_of(account.client("ec2"), "describe_instance_type_offerings", "InstanceTypeOfferings", Filters=types)
    here = {one["InstanceType"] for one in listed}
    absent = ", ".join(one for one in wanted if one not in here)
    if not here:
        return bad(f"this region has no {absent}", '"gpu_machines" of the target: types that it has; or another region')
    on_demand, spot = quota(account, *GPUS), quota(account, *SPOT_GPUS)
    if on_demand is None or spot is None:
        return look("Service Quotas tells nothing", "look in its console: EC2, L-DB2E81BA and L-3819A6DF")
    said = f"{on_demand:.0f} vCPU of G instances on demand, {spot:.0f} on Spot"
    if on_demand < ONE_GPU:
        return bad(said, 'ask for 4 or more (Service Quotas, EC2, L-DB2E81BA); until then "vision": "cpu"')
    if absent:
        return look(f"{said}; this region has no {absent}", 'leave it out of "gpu_machines" of the target')
    if spot < ONE_GPU:
        return look(said, "ask for Spot too (Service Quotas, EC2, L-3819A6DF): it costs a third")
    return good(said)


def vision_of(account: TargetAccount) -> str:
    """Who looks at clips: the target's choice, or the server whose address it names."""
    chosen = str(getattr(account.target, "vision", "") or "")
    return chosen or ("url" if account.target.settings.get("vision_url") else "")

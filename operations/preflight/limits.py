"""Quotas of the account, compared with what the target needs."""

from cdk.constructs.compute.clips_workers import CPU
from cdk.constructs.vision.sagemaker import MACHINE
from operations.account import TargetAccount, pages_of
from operations.preflight.environment import quota
from operations.preflight.findings import Finding, error, ok, warning

# a tick, a search and the uploads of a few goals in parallel
COMFORTABLE = 50
ON_DEMAND, SPOT = ("fargate", "L-3032A538"), ("fargate", "L-36FBB829")
BUSY_DAY_WORKERS = 8
VCPU_PER_WORKER = CPU / 1024
GPUS, SPOT_GPUS = ("ec2", "L-DB2E81BA"), ("ec2", "L-3819A6DF")
# vCPU of the smallest GPU instance
GPU_VCPU = 4
GPU_BACKENDS = frozenset({"ec2", "sagemaker"})


def functions(account: TargetAccount) -> Finding:
    """Check the concurrency of Lambda."""
    limit = account.client("lambda").get_account_settings()["AccountLimit"]
    concurrency = int(limit["ConcurrentExecutions"])
    text = f"{concurrency} concurrent executions"
    if concurrency < COMFORTABLE:
        advice = "request 1,000 (Service Quotas, Lambda, L-B99A9384), without costs"
        return warning(f"{text}, too few for an evening", advice)
    return ok(text)


def tasks(account: TargetAccount) -> Finding:
    """Check the vCPU of Fargate tasks."""
    on_demand, spot = quota(account, *ON_DEMAND), quota(account, *SPOT)
    if on_demand is None or spot is None:
        return ok("default quota")
    workers = (on_demand + spot) / VCPU_PER_WORKER
    text = f"{on_demand:.0f} vCPU on demand, {spot:.0f} on Spot: {int(workers)} clips workers"
    advice = "request more (Service Quotas, Fargate, L-3032A538 and L-36FBB829)"
    if min(on_demand, spot) < VCPU_PER_WORKER:
        return error(text, advice)
    return warning(f"{text}; a busy day needs {BUSY_DAY_WORKERS}", advice) if workers < BUSY_DAY_WORKERS else ok(text)


def gpus(account: TargetAccount) -> Finding:
    """Check the GPU quotas of a backend that needs one."""
    if account.target.vision not in GPU_BACKENDS:
        return ok("not needed")
    return _sagemaker(account) if account.target.vision == "sagemaker" else _ec2(account)


def _sagemaker(account: TargetAccount) -> Finding:
    """Check the quota of the instance type, which SageMaker counts apart from EC2."""
    name, most = f"{MACHINE} for endpoint usage", account.target.numbers.vision_pool_most
    listing = pages_of(account.client("service-quotas"), "list_service_quotas", "Quotas", ServiceCode="sagemaker")
    limit = next((float(entry["Value"]) for entry in listing if entry["QuotaName"] == name), None)
    if limit is None:
        return warning(f"Service Quotas has no entry for {name} here", "use another region or vision backend")
    text = f"{limit:.0f} of {name}"
    if limit < 1:
        advice = f'request {most} (Service Quotas, SageMaker, by that name); until then use "vision": "cpu"'
        return error(text, advice)
    if limit < most:
        return warning(f"{text}; the pool can need {most}", "request more (Service Quotas, SageMaker, by that name)")
    return ok(text)


def _ec2(account: TargetAccount) -> Finding:
    """Check the instance types of the region, and the quota that all GPU instances share."""
    types = account.target.gpu_machines
    filters = [{"Name": "instance-type", "Values": types}]
    ec2 = account.client("ec2")
    listing = pages_of(ec2, "describe_instance_type_offerings", "InstanceTypeOfferings", Filters=filters)
    offered = {entry["InstanceType"] for entry in listing}
    absent = ", ".join(name for name in types if name not in offered)
    if not offered:
        advice = "set `gpu_machines` of the target to types of this region, or use another region"
        return error(f"this region has no {absent}", advice)
    on_demand, spot = quota(account, *GPUS), quota(account, *SPOT_GPUS)
    if on_demand is None or spot is None:
        return warning("Service Quotas has no entry", "check its console: EC2, L-DB2E81BA and L-3819A6DF")
    text = f"{on_demand:.0f} vCPU of G instances on demand, {spot:.0f} on Spot"
    if on_demand < GPU_VCPU:
        return error(text, 'request 4 or more (Service Quotas, EC2, L-DB2E81BA); until then use "vision": "cpu"')
    if absent:
        return warning(f"{text}; this region has no {absent}", "remove it from `gpu_machines` of the target")
    if spot < GPU_VCPU:
        return warning(text, "request Spot too (Service Quotas, EC2, L-3819A6DF): it costs a third")
    return ok(text)

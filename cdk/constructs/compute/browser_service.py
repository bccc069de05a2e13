"""The instances of the sessions' service, never two with one account."""

from aws_cdk.aws_ecs import Cluster, DeploymentCircuitBreaker, FargateService, PropagatedTagSource
from constructs import Construct

from cdk.constructs.compute.browser_task import NAME, BrowserTask
from cdk.constructs.network.private_service import INSIDE, PrivateService, pool_of_tasks


class BrowserService(Construct):
    """A service without a number of its own: a new one starts with one task, and no deployment changes how many."""

    def __init__(self, scope: Construct, cluster: Cluster, task: BrowserTask, network: PrivateService) -> None:
        super().__init__(scope, "Service")
        service = FargateService(
            self,
            "Service",
            cluster=cluster,
            service_name=NAME,
            task_definition=task.definition,
            vpc_subnets=INSIDE,
            security_groups=[network.group],
            assign_public_ip=False,
            # the old one goes first, and gives its account back to the new one
            min_healthy_percent=0,
            max_healthy_percent=100,
            circuit_breaker=DeploymentCircuitBreaker(rollback=True),
            propagate_tags=PropagatedTagSource.SERVICE,
            cloud_map_options=network.registered(),
        )
        service.node.add_dependency(cluster)
        self.pool = pool_of_tasks(self, cluster.cluster_name, NAME)

"""DocumentDB Serverless: encrypted at rest and in transit, reached by the functions only."""

from typing import cast

from aws_cdk import Acknowledgment, Duration, RemovalPolicy, Validations
from aws_cdk.aws_docdb import (
    BackupProps,
    CfnDBCluster,
    CfnDBInstance,
    ClusterParameterGroup,
    DatabaseCluster,
    Login,
    ServerlessV2ScalingConfiguration,
)
from aws_cdk.aws_ec2 import Port, SecurityGroup, SubnetSelection, SubnetType
from aws_cdk.aws_secretsmanager import ISecret, SecretTargetAttachment
from constructs import Construct

from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.network.vpc import VpcNetwork
from cdk.constructs.permissions import acknowledge
from cdk.settings import Target
from cdk.stacks.data import DATABASE_USER

VERSION = "8.0.0"
FAMILY = "docdb8.0"
CLASS = "db.serverless"
PORT = 27117
SMALLEST, LARGEST = 0.5, 8.0
# as long as the versions of a removed clip are kept: neither is worth much without the other
BACKUP = Duration.days(14)


class DocumentDb(Construct):
    """The database of a target that has its own."""

    def __init__(
        self, scope: Construct, target: Target, network: VpcNetwork, functions: SecurityGroup, *, secret: ISecret
    ) -> None:
        super().__init__(scope, "DocumentDb")
        name = f"footy-{target.name}"
        logs = [
            log_group(Construct(self, stream.capitalize()), target, f"/aws/docdb/{name}/{stream}")
            for stream in ("audit", "profiler")
        ]
        parameters = ClusterParameterGroup(
            self, "Parameters", family=FAMILY, parameters={"tls": "enabled", "audit_logs": "ddl", "profiler": "enabled"}
        )
        guard = SecurityGroup(self, "Guard", vpc=network.vpc, description="the database", allow_all_outbound=False)
        guard.connections.allow_from(functions, Port.tcp(PORT), "functions that keep the state of the game")
        self.cluster = DatabaseCluster(
            self,
            "Cluster",
            db_cluster_name=name,
            engine_version=VERSION,
            master_user=Login(username=DATABASE_USER, password=secret.secret_value_from_json("password")),
            vpc=network.vpc,
            vpc_subnets=SubnetSelection(subnet_type=SubnetType.PRIVATE_ISOLATED),
            security_group=guard,
            port=PORT,
            serverless_v2_scaling_configuration=ServerlessV2ScalingConfiguration(
                min_capacity=SMALLEST, max_capacity=LARGEST
            ),
            storage_encrypted=True,
            parameter_group=parameters,
            export_audit_logs_to_cloud_watch=True,
            export_profiler_logs_to_cloud_watch=True,
            backup=BackupProps(retention=BACKUP),
            deletion_protection=target.keeps_data,
            removal_policy=RemovalPolicy.SNAPSHOT if target.keeps_data else RemovalPolicy.DESTROY,
        )
        if target.database_snapshot:
            self._begin_with(target.database_snapshot)
        # whoever reads the secret finds the way to the cluster in it
        SecretTargetAttachment(self, "Way", secret=secret, target=self.cluster)
        # a cluster that finds no groups for its logs makes some that never forget
        self.cluster.node.add_dependency(*logs)
        instance = CfnDBInstance(
            self,
            "Instance",
            db_cluster_identifier=self.cluster.cluster_identifier,
            db_instance_class=CLASS,
            auto_minor_version_upgrade=True,
        )
        _accept_class(instance)
        self._accept_findings()

    def _begin_with(self, snapshot: str) -> None:
        """The cluster brings its user and password along; they are those of the secret, which outlived it."""
        cluster = cast("CfnDBCluster", self.cluster.node.default_child)
        cluster.snapshot_identifier = snapshot
        cluster.master_username = cluster.master_user_password = None

    def _accept_findings(self) -> None:
        acknowledge(self.cluster, "the password is generated into a secret, which the rule cannot look through", "DOC3")
        acknowledge(
            self.cluster,
            "audit and profiler logs are exported; what the rule asks for are kinds of events within the audit log",
            *(f"DOC5[LogExport::{kind}]" for kind in ("authenticate", "createIndex", "dropCollection")),
        )


def _accept_class(instance: CfnDBInstance) -> None:
    """The list of instance classes that both checkers carry is older than DocumentDB Serverless."""
    reason = "db.serverless is the class of every instance of a serverless cluster"
    Validations.of(instance).acknowledge(Acknowledgment(id="CloudFormation-Validate::E3620", reason=reason))
    instance.add_metadata("cfn-lint", {"config": {"ignore_checks": ["E3620"]}})

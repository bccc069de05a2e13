"""DocumentDB Serverless, encrypted at rest and in transit, reachable by the functions only."""

from typing import cast

from aws_cdk import Acknowledgment, Duration, RemovalPolicy, Validations
from aws_cdk import aws_docdb as docdb
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
# as long as deleted clips can be restored: one is useless without the other
BACKUP = Duration.days(14)


class DocumentDb(Construct):
    """Cluster with one serverless instance."""

    def __init__(
        self,
        scope: Construct,
        target: Target,
        network: VpcNetwork,
        functions: SecurityGroup,
        *,
        secret: ISecret,
    ) -> None:
        super().__init__(scope, "DocumentDb")
        name = target.prefix
        logs = [
            log_group(Construct(self, stream.capitalize()), target, f"/aws/docdb/{name}/{stream}")
            for stream in ("audit", "profiler")
        ]
        parameters = docdb.ClusterParameterGroup(
            self, "Parameters", family=FAMILY, parameters={"tls": "enabled", "audit_logs": "ddl", "profiler": "enabled"}
        )
        guard = SecurityGroup(self, "Guard", vpc=network.vpc, description="the database", allow_all_outbound=False)
        guard.connections.allow_from(functions, Port.tcp(PORT), "functions that use the database")
        self.cluster = docdb.DatabaseCluster(
            self,
            "Cluster",
            db_cluster_name=name,
            engine_version=VERSION,
            master_user=docdb.Login(username=DATABASE_USER, password=secret.secret_value_from_json("password")),
            vpc=network.vpc,
            vpc_subnets=SubnetSelection(subnet_type=SubnetType.PRIVATE_ISOLATED),
            security_group=guard,
            port=PORT,
            serverless_v2_scaling_configuration=docdb.ServerlessV2ScalingConfiguration(
                min_capacity=SMALLEST, max_capacity=LARGEST
            ),
            storage_encrypted=True,
            parameter_group=parameters,
            export_audit_logs_to_cloud_watch=True,
            export_profiler_logs_to_cloud_watch=True,
            backup=docdb.BackupProps(retention=BACKUP),
            deletion_protection=target.keeps_data,
            removal_policy=RemovalPolicy.SNAPSHOT if target.keeps_data else RemovalPolicy.DESTROY,
        )
        if target.database_snapshot:
            self._restore_from(target.database_snapshot)
        # adds the host and port of the cluster to the secret
        SecretTargetAttachment(self, "Way", secret=secret, target=self.cluster)
        # without these log groups the cluster creates groups without retention
        self.cluster.node.add_dependency(*logs)
        instance = docdb.CfnDBInstance(
            self,
            "Instance",
            db_cluster_identifier=self.cluster.cluster_identifier,
            db_instance_class=CLASS,
            auto_minor_version_upgrade=True,
        )
        _accept_class(instance)
        self._accept_findings()

    def _restore_from(self, snapshot: str) -> None:
        """Restore from a snapshot, which contains the user and the password of the retained secret."""
        cluster = cast("docdb.CfnDBCluster", self.cluster.node.default_child)
        cluster.snapshot_identifier = snapshot
        cluster.master_username = cluster.master_user_password = None

    def _accept_findings(self) -> None:
        acknowledge(self.cluster, "the password comes from a generated secret, which the rule does not see", "DOC3")
        acknowledge(
            self.cluster,
            "audit and profiler logs are exported; the rule asks for event types within the audit log",
            *(f"DOC5[LogExport::{kind}]" for kind in ("authenticate", "createIndex", "dropCollection")),
        )


def _accept_class(instance: docdb.CfnDBInstance) -> None:
    """Ignore a check whose list of instance classes is older than DocumentDB Serverless."""
    reason = "db.serverless is the class of every instance of a serverless cluster"
    Validations.of(instance).acknowledge(Acknowledgment(id="CloudFormation-Validate::E3620", reason=reason))
    instance.add_metadata("cfn-lint", {"config": {"ignore_checks": ["E3620"]}})

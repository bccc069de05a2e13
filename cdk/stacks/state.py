"""Stack of the database, the network and the alarms; the data themselves are in the data stack."""

from aws_cdk.aws_secretsmanager import Secret
from constructs import Construct

from cdk.constructs.monitoring.alarms import Alarms
from cdk.constructs.network.vpc import VpcNetwork
from cdk.constructs.storage.documentdb import DocumentDb
from cdk.settings import MASTER, READER, WRITER
from cdk.stacks.base import TargetStack
from cdk.stacks.data import DataStack


class StateStack(TargetStack):
    """Shared infrastructure, and references to the data for the stacks above."""

    def __init__(self, scope: Construct, data: DataStack) -> None:
        super().__init__(scope, data.target, "state")
        self.media, self.work, self.backup = data.media, data.work, data.backup
        self.uploads, self.thumbnails = data.uploads, data.thumbnails
        self.squares, self.models = data.squares, data.models
        self.image_events = data.image_events
        self.secrets, self.sessions = dict(data.secrets), data.sessions
        self.alarms = Alarms(self, self.target)
        self.network = VpcNetwork(self, self.target)
        for value in self.network.exports:
            self.export_value(value)
        if self.target.own_users and self.network.functions is not None:
            DocumentDb(self, self.target, self.network, self.network.functions, secret=self.secrets[MASTER])
            # the users stack creates these; references by name need no export (docs/decisions/0031)
            for name in (WRITER, READER):
                self.secrets[name] = Secret.from_secret_name_v2(self, name, f"{self.target.prefix}/{name}")

"""The stack of what runs all day: the database, the network around it, and who is told. Its content is in `data`."""

from aws_cdk import Environment, Stack, StackSynthesizer
from aws_cdk.aws_secretsmanager import Secret
from constructs import Construct

from cdk.constructs.monitoring.alarms import Alarms
from cdk.constructs.network.vpc import VpcNetwork
from cdk.constructs.storage.documentdb import DocumentDb
from cdk.settings import MASTER, READER, WRITER
from cdk.stacks.data import DataStack


class StateStack(Stack):
    """What costs something while nothing is on, and what the stacks above it know of the data."""

    def __init__(self, scope: Construct, data: DataStack, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(scope, f"{data.target.prefix}-state", env=env, synthesizer=synthesizer)
        self.target = data.target
        self.media, self.work, self.backup = data.media, data.work, data.backup
        self.uploads, self.thumbnails = data.uploads, data.thumbnails
        self.squares, self.models = data.squares, data.models
        self.image_events = data.image_events
        self.secrets, self.sessions = dict(data.secrets), data.sessions
        self.alarms = Alarms(self, self.target)
        self.network = VpcNetwork(self, self.target)
        for value in self.network.lasting:
            self.export_value(value)
        if self.target.own_users and self.network.functions is not None:
            DocumentDb(self, self.target, self.network, self.network.functions, secret=self.secrets[MASTER])
            # made by the stack above, and known by their names: nothing has to let go of them (docs/decisions/0031)
            for name in (WRITER, READER):
                self.secrets[name] = Secret.from_secret_name_v2(self, name, f"{self.target.prefix}/{name}")

"""The stack of what runs all day: the database, the network around it, and who is told. Its content is in `data`."""

from aws_cdk import Environment, Stack, StackSynthesizer
from constructs import Construct

from cdk.constructs.alarms import Alarms
from cdk.constructs.documentdb import DocumentDb
from cdk.constructs.network import Network
from cdk.data import Data
from cdk.settings import DOCUMENTDB


class State(Stack):
    """What costs something while nothing is on, and what the stacks above it know of the data."""

    def __init__(self, scope: Construct, data: Data, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(scope, f"{data.target.prefix}-state", env=env, synthesizer=synthesizer)
        self.target = data.target
        self.media, self.work, self.backup = data.media, data.work, data.backup
        self.uploads, self.thumbnails, self.models = data.uploads, data.thumbnails, data.models
        self.image_events = data.image_events
        self.secrets, self.sessions = data.secrets, data.sessions
        self.alarms = Alarms(self, self.target)
        self.network = Network(self, self.target)
        for value in self.network.lasting:
            self.export_value(value)
        if self.target.database == DOCUMENTDB and self.network.functions is not None:
            DocumentDb(self, self.target, self.network, self.network.functions, secret=self.secrets["mongodb"])

"""The MongoDB and the AWS that tests share: imported by the first test that needs one, for pure tests need neither."""

from pymongo import monitoring

from tests.commands import Listener

COMMANDS = Listener()
monitoring.register(COMMANDS)

"""`make logs` of a deployed target."""

import pytest

from operations.account import OperationRefused
from operations.logs import tail_command
from tests.support.aws_accounts import account_of, stack


def test_logs_of_a_function_are_followed() -> None:
    with account_of("dev") as account:
        stack(account, "goals")
        account.client("logs").create_log_group(logGroupName="/footy/dev/poll_batch")
        command = tail_command(account, "poll_batch", ["--since", "1h"])
        assert command == ["aws", "logs", "tail", "/footy/dev/poll_batch", "--follow", "--since", "1h"]
        with pytest.raises(OperationRefused, match=r"footy-dev has no logs of nothing\. Set FUNCTION to poll_batch\."):
            tail_command(account, "nothing", [])


def test_logs_need_a_deployed_target() -> None:
    with account_of("dev") as account, pytest.raises(OperationRefused, match="footy-dev is not deployed here"):
        tail_command(account, "poll_batch", [])

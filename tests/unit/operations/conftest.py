"""Accounts for every test of operations."""

from collections.abc import Iterator

import pytest

from tests.support.aws_accounts import Accounts


@pytest.fixture
def accounts() -> Iterator[Accounts]:
    with Accounts() as accounts:
        yield accounts

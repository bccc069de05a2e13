"""`make deploy`: one question, and the assembly that was shown."""

from collections.abc import Callable

import pytest

from operations import deploy as module
from operations.account import OperationRefused, TargetAccount
from operations.deploy import DeployOptions, deploy
from tests.support.aws_accounts import Accounts

Run = Callable[..., tuple[int, list[tuple[str, ...]], list[str]]]


@pytest.fixture
def run(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Deploy with a CLI that only records its calls."""

    def run(
        *, answer: bool = True, preflight: int = 0, **options: object
    ) -> tuple[int, list[tuple[str, ...]], list[str]]:
        calls: list[tuple[str, ...]] = []
        questions: list[str] = []

        def ask(question: str, _: str) -> bool:
            questions.append(question)
            return answer

        monkeypatch.setattr(module, "preflight", lambda _: preflight)
        status = deploy(
            accounts.of(),
            DeployOptions(**options),  # type: ignore[arg-type]
            cdk=lambda *words: calls.append(words),
            ask=ask,
        )
        return status, calls, questions

    return run


def test_a_deployment_asks_once_and_deploys_what_it_showed(run: Run) -> None:
    status, [synth, diff, last], questions = run(context=["a=b"], more=["--no-rollback"])
    assert (status, questions) == (0, ["type yes to deploy footy-dev: "])
    assert synth[-4:] == ("-c", "target=dev", "-c", "a=b")
    assert diff == ("diff", "--app", "cdk.out", "--security-only")
    assert last == ("deploy", "--all", "--app", "cdk.out", "--require-approval", "never", "--no-rollback")


def test_no_answer_deploys_nothing(run: Run) -> None:
    with pytest.raises(OperationRefused, match=r"nothing was deployed.*APPROVAL=never"):
        run(answer=False)


@pytest.mark.parametrize("approval", ["never", "broadening"])
def test_approval_of_cdk_replaces_the_question(run: Run, approval: str) -> None:
    _, [_, last], questions = run(approval=approval)
    assert questions == []
    assert last[last.index("--require-approval") + 1] == approval


def test_a_failed_preflight_prevents_the_deployment(run: Run) -> None:
    assert run(preflight=2) == (2, [], [])


def test_a_missing_cdk_is_named(monkeypatch: pytest.MonkeyPatch, accounts: Accounts) -> None:
    monkeypatch.setattr(module, "CLI", module.CLI / "nowhere")
    monkeypatch.setattr(module, "preflight", lambda _: 0)
    monkeypatch.setattr(TargetAccount, "of", lambda *_: accounts.of())
    with pytest.raises(OperationRefused, match=r"^the npm package aws-cdk is missing\. Run npm ci\.$"):
        module.main(["--target", "dev", "--approval", "never"])


def test_a_failed_cdk_is_a_failed_deployment() -> None:
    with pytest.raises(OperationRefused, match="cdk no-such-command failed with exit code 1"):
        module.call_cdk("no-such-command")

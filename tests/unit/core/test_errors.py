import pytest

from footy.core import errors


@pytest.mark.parametrize("name", ["UpstreamUnavailable", "RateLimited", "PartialAnswer", "WriteConflict"])
def test_transient_errors_are_worth_another_try(name: str) -> None:
    assert issubclass(getattr(errors, name), errors.TransientError)


@pytest.mark.parametrize(
    "name", ["QuotaExhausted", "AccessDenied", "SessionExpired", "MalformedAnswer", "MalformedMessage"]
)
def test_permanent_errors_are_not(name: str) -> None:
    assert issubclass(getattr(errors, name), errors.PermanentError)
    assert not issubclass(getattr(errors, name), errors.TransientError)


def test_a_rate_limit_says_when_to_come_back() -> None:
    assert errors.RateLimited("slow down", retry_after=12.5).retry_after == 12.5


def test_a_clip_error_names_its_outcome() -> None:
    assert errors.ClipError("geo_blocked").reason == "geo_blocked"

"""Small logs of Casino with their logical consequences, and older logs that were judged by other rules."""

from pathlib import Path

import pytest

from tests.support.exact.small_logs import logs_of, play_log
from tests.support.table import Table


@pytest.mark.parametrize("path", logs_of("casino"), ids=lambda path: path.stem)
def test_a_log_is_judged_as_logic_has_it(path: Path) -> None:
    log = play_log(path)
    if "said" in log.case:
        assert status(log.table, *log.case["said"]) == log.case["exact"]
    if log.answer is not None:
        assert log.answer == log.case["exact"]


def status(table: Table, code: str, seat: int, version: int) -> str:
    """The status of an assertion."""
    if any(
        assertion.code == code and assertion.version == version for assertion in table.match.state.knowledge.open[seat]
    ):
        return "open"
    return (
        "proven" if (code, seat, version) in {infraction[:3] for infraction in table.proven_infractions()} else "upheld"
    )

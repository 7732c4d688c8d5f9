"""Tests of the access that an operator may open to everybody. Nothing is open by default."""

from pathlib import Path

from tests.support.service import start


def test_people_and_metrics_are_open_to_all_where_the_operator_says_so(tmp_path: Path) -> None:
    with start(tmp_path, REFEREE_PUBLIC_PEOPLE="1", REFEREE_PUBLIC_METRICS="1") as running:
        assert running.get("/v1/players").json() == {"items": [], "next": None}
        assert "referee_log_position" in running.get("/metrics").text
        assert running.get("/v1/health/ready").json() == {"status": "ready"}

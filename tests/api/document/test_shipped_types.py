"""The TypeScript types of the API: the service serves those of its own version."""

from pathlib import Path

from tests.support.service import Caller

SHIPPED = Path(__file__).parents[3] / "openapi" / "openapi.d.ts"


def test_the_service_hands_out_its_types(public: Caller) -> None:
    answer = public.get("/v1/docs/openapi.d.ts")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == SHIPPED.read_text(encoding="utf-8")
    assert "export type MatchView = " in answer.text

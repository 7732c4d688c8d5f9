"""Which services answer a request: the app's own, or those of the standby that it was given to."""

from typing import Any

from litestar import Litestar
from litestar.datastructures import State

from api.context import ELSEWHERE, services_in

OWN: Any = object()
STANDBY: Any = object()


def scope_of(**entries: object) -> Any:
    return {"state": entries, "litestar_app": Litestar([], state=State({"services": OWN}), openapi_config=None)}


def test_a_request_is_answered_by_the_services_of_its_app() -> None:
    assert services_in(scope_of()) is OWN


def test_a_request_that_the_standby_answers_is_answered_by_its_services() -> None:
    assert services_in(scope_of(**{ELSEWHERE: STANDBY})) is STANDBY

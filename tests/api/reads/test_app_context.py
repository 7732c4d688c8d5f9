"""The services that answer a request: the app's own, or those of the standby."""

from typing import Any

from litestar import Litestar
from litestar.datastructures import State

from api.context import begin_context, context_in, services_in

OWN: Any = object()
STANDBY: Any = object()


def scope() -> Any:
    app = Litestar([], state=State({"services": OWN}), openapi_config=None)
    fields: Any = {"litestar_app": app, "headers": []}
    begin_context(fields)
    return fields


def test_a_request_is_answered_by_the_services_of_its_app() -> None:
    assert services_in(scope()) is OWN


def test_a_request_that_the_standby_answers_is_answered_by_its_services() -> None:
    own = scope()
    context_in(own).services = STANDBY
    assert services_in(own) is STANDBY

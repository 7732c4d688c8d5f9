"""Absolute addresses of this service: a host must be a valid one."""

from api.context import Request, services_of
from api.proxy.public import HOST

HERE = "127.0.0.1:8000"


def host_of(request: Request) -> str:
    """The host and port of a request; an invalid one is replaced by `HERE`."""
    host = request.headers.get("host", "")
    return host if HOST.fullmatch(host) else HERE


def origin_of(request: Request) -> str:
    """The beginning of an absolute address of this service, as `https://cards.example`: the public address if the
    operator set one, else the address of the request.
    """
    scheme = "https" if request.scope["scheme"] == "https" else "http"
    return services_of(request).url or f"{scheme}://{host_of(request)}"


def board_of(request: Request, championship: str, contest: str | None = None) -> str:
    """The address of the board of a championship, or of one contest of it."""
    return f"{origin_of(request)}/board/{championship}" + (f"?only={contest}" if contest else "")

"""Heads of requests as the parser reads them, and their refusals before the application is called (RFC 9112).

The parser treats a request that offers another protocol (`Upgrade`, RFC 9110, 7.8) as the last one of its connection, and the
bytes after its head as bytes of that protocol. This service speaks HTTP/1.1 only and ignores the offer. So another parser reads
the head again without the offer, and finds the body and its end.
"""

import re
from typing import Any, Final

from httptools import HttpParserError, HttpParserInvalidMethodError, HttpRequestParser, parse_url

from api.middleware.response_headers import RawHeaders
from referee.errors import BadRequest, Flaw, ServiceRefusal
from referee.text import Text

HEAD_BYTES: Final = 65_536
"""The most bytes of a request line and its headers together. A browser sends less than a tenth of them."""
_LINE_BYTES: Final = len(b": \r\n")
_OFFER: Final = b"upgrade"
_HOST: Final = re.compile(rb"([A-Za-z0-9._~!$&'()*+,;=%-]*|\[[0-9A-Fa-f:.]{2,45}\])(:[A-Za-z0-9]*)?")
"""`uri-host [ ":" port ]` (RFC 9110, 7.2). A port that is no number is harmless: no address is made of it (`api.http.paths`)."""
_VERSIONS: Final = {"1.0", "1.1"}


class AddressTooLong(ServiceRefusal):
    """An address that is longer than a whole head may be."""

    status, code = 414, "address-too-long"


class HeadTooLarge(ServiceRefusal):
    """A head of more than HEAD_BYTES."""

    status, code = 431, "head-too-large"


class HeadTooSlow(ServiceRefusal):
    """A head that began and did not end in time (RFC 9110, 15.5.9)."""

    status, code = 408, "head-too-slow"


class UnknownMethod(ServiceRefusal):
    """A method that no address of this service takes."""

    status, code = 405, "not-allowed"


def new_parser(protocol: Any) -> HttpRequestParser:
    """A parser for the requests of one connection. Bytes after the last request are no error of the earlier ones."""
    parser = HttpRequestParser(protocol)
    parser.set_dangerous_leniencies(lenient_data_after_close=True)
    return parser


def without_offer(method: bytes, target: bytes, version: str, headers: RawHeaders) -> bytes:
    """Writes a head as it came, without its offer of another protocol."""
    lines = [b"%s %s HTTP/%s" % (method, target, version.encode())]
    lines += [name + b": " + value for name, value in headers if name != _OFFER]
    return b"\r\n".join([*lines, b"", b""])


def with_path(target: bytes) -> bytes:
    """A target with a path: an absolute address without one means the root (RFC 9112, 3.2.2)."""
    if target.startswith(b"/"):
        return target
    address = parse_url(target)
    if address.path is not None:
        return target
    return b"/" if address.query is None else b"/?" + address.query


def require_sound_head(method: bytes, target: bytes, version: str, headers: RawHeaders) -> None:
    """Raises ServiceRefusal for a head that is too large, of another version, for a tunnel, or lacks its one valid `Host`."""
    if len(target) + sum(len(name) + len(value) + _LINE_BYTES for name, value in headers) > HEAD_BYTES:
        raise too_large(target)
    if version not in _VERSIONS:
        raise BadRequest(
            Text(
                es=f"este servicio habla HTTP/1.1, no HTTP/{version}",
                en=f"this service speaks HTTP/1.1, not HTTP/{version}",
            )
        )
    if method == b"CONNECT":
        raise UnknownMethod(Text(es="este servicio no abre túneles", en="this service opens no tunnels"))
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) != 1 and not (version == "1.0" and not hosts):
        raise _unsound_host(
            Text(es=f"va una sola vez, no {len(hosts)}", en=f"is sent exactly once, not {len(hosts)} times")
        )
    if hosts and not _HOST.fullmatch(hosts[0]):
        raise _unsound_host(Text(es="es un nombre, con su puerto o sin él", en="is a name, with its port or without"))


def _unsound_host(problem: Text) -> BadRequest:
    return BadRequest(
        Text(es=f"la cabecera Host {problem.es}", en=f"the Host header {problem.en}"), flaws=(Flaw("Host", problem),)
    )


def too_large(target: bytes) -> ServiceRefusal:
    """The refusal of a head that is too large; it names the address if that is the larger part."""
    if len(target) > HEAD_BYTES // 2:
        return AddressTooLong(
            Text(
                es=f"la dirección es demasiado larga: con las cabeceras caben {HEAD_BYTES} bytes",
                en=f"the address is too long: together with the headers it may have {HEAD_BYTES} bytes",
            )
        )
    return HeadTooLarge(
        Text(
            es=f"la línea de petición y las cabeceras pasan de {HEAD_BYTES} bytes",
            en=f"the request line and the headers are larger than {HEAD_BYTES} bytes",
        )
    )


def too_slow(seconds: float) -> ServiceRefusal:
    """The refusal of a head that is incomplete after so many seconds."""
    return HeadTooSlow(
        Text(
            es=f"la línea de petición y las cabeceras no llegaron enteras en {seconds:g} segundos",
            en=f"the request line and the headers did not arrive whole within {seconds:g} seconds",
        )
    )


def endless_frame() -> ServiceRefusal:
    """The refusal of a body that consists mostly of sizes and extensions of its chunks, or of trailers."""
    return BadRequest(
        Text(
            es="lo que delimita el cuerpo es mucho más que el cuerpo",
            en="what frames the body is much more than the body",
        )
    )


def unreadable(error: HttpParserError, target: bytes, *, is_in_head: bool) -> ServiceRefusal:
    """The refusal of bytes that the parser cannot read; it names the part of the request."""
    if isinstance(error, HttpParserInvalidMethodError):
        return UnknownMethod(Text(es="ninguna dirección admite ese método", en="no address takes that method"))
    if not is_in_head:
        return BadRequest(
            Text(es="el cuerpo no está delimitado como pide HTTP/1.1", en="the body is not framed as HTTP/1.1 asks")
        )
    if not target:
        return BadRequest(
            Text(es="la línea de petición no es de HTTP/1.1", en="the request line is not one of HTTP/1.1"),
        )
    return BadRequest(
        Text(
            es="la línea de petición o una cabecera no es de HTTP/1.1",
            en="the request line or a header is not of HTTP/1.1",
        )
    )

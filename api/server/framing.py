"""Heads of requests as the parser reads them, and what of them is refused before any application is asked (RFC 9112).

The parser takes a request that offers another protocol (`Upgrade`, RFC 9110, 7.8) for the last one of its connection, and what
follows its head for bytes of that protocol. This service speaks HTTP/1.1 only and ignores the offer. So such a head is read again
without it, by another parser, which finds the body and its end where they are.
"""

import re
from typing import Any, Final

from httptools import HttpParserError, HttpParserInvalidMethodError, HttpRequestParser, parse_url

from api.http.answers import RawHeaders
from referee.errors import Flaw, Malformed, Refused
from referee.text import Text

HEAD_BYTES: Final = 65_536
"""Of a request line and its headers together. A browser sends less than a tenth of it."""
_LINE_BYTES: Final = len(b": \r\n")
_OFFER: Final = b"upgrade"
_HOST: Final = re.compile(rb"([A-Za-z0-9._~!$&'()*+,;=%-]*|\[[0-9A-Fa-f:.]{2,45}\])(:[A-Za-z0-9]*)?")
"""`uri-host [ ":" port ]` (RFC 9110, 7.2). A port that is no number harms nobody: no address is made of it (`api.http.paths`)."""
_VERSIONS: Final = {"1.0", "1.1"}


class AddressTooLong(Refused):
    """An address that takes more than all of a head may."""

    status, code = 414, "address-too-long"


class HeadTooLarge(Refused):
    """A head of more than HEAD_BYTES."""

    status, code = 431, "head-too-large"


class HeadTooSlow(Refused):
    """A head that has begun, and does not end in time (RFC 9110, 15.5.9)."""

    status, code = 408, "head-too-slow"


class UnknownMethod(Refused):
    """A method that no address of this service takes."""

    status, code = 405, "not-allowed"


def new_parser(protocol: Any) -> HttpRequestParser:
    """A parser for the requests of one connection. What follows the last one is no error of the ones before."""
    parser = HttpRequestParser(protocol)
    parser.set_dangerous_leniencies(lenient_data_after_close=True)
    return parser


def without_offer(method: bytes, target: bytes, version: str, headers: RawHeaders) -> bytes:
    """A head as it came, without its offer of another protocol."""
    lines = [b"%s %s HTTP/%s" % (method, target, version.encode())]
    lines += [name + b": " + value for name, value in headers if name != _OFFER]
    return b"\r\n".join([*lines, b"", b""])


def with_path(target: bytes) -> bytes:
    """A target as it names a resource: an absolute address without a path is that of the root (RFC 9112, 3.2.2)."""
    if target.startswith(b"/"):
        return target
    address = parse_url(target)
    if address.path is not None:
        return target
    return b"/" if address.query is None else b"/?" + address.query


def need_sound_head(method: bytes, target: bytes, version: str, headers: RawHeaders) -> None:
    """Raises Refused for a head that is too large, of another version, for a tunnel, or without exactly one sound `Host`."""
    if len(target) + sum(len(name) + len(value) + _LINE_BYTES for name, value in headers) > HEAD_BYTES:
        raise too_large(target)
    if version not in _VERSIONS:
        raise Malformed(
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


def _unsound_host(what: Text) -> Malformed:
    return Malformed(
        Text(es=f"la cabecera Host {what.es}", en=f"the Host header {what.en}"), flaws=(Flaw("Host", what),)
    )


def too_large(target: bytes) -> Refused:
    """The refusal of a head that is too large: for its address, where that is the larger part."""
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


def too_slow(seconds: float) -> Refused:
    """The refusal of a head that is not whole after so many seconds."""
    return HeadTooSlow(
        Text(
            es=f"la línea de petición y las cabeceras no llegaron enteras en {seconds:g} segundos",
            en=f"the request line and the headers did not arrive whole within {seconds:g} seconds",
        )
    )


def endless_frame() -> Refused:
    """The refusal of a body of which nearly all is sizes and extensions of its chunks, or what follows the last of them."""
    return Malformed(
        Text(
            es="lo que delimita el cuerpo es mucho más que el cuerpo",
            en="what frames the body is much more than the body",
        )
    )


def unreadable(error: HttpParserError, target: bytes, *, is_in_head: bool) -> Refused:
    """The refusal of what the parser cannot read, and of which part of a request it is."""
    if isinstance(error, HttpParserInvalidMethodError):
        return UnknownMethod(Text(es="ninguna dirección admite ese método", en="no address takes that method"))
    if not is_in_head:
        return Malformed(
            Text(es="el cuerpo no está delimitado como pide HTTP/1.1", en="the body is not framed as HTTP/1.1 asks")
        )
    if not target:
        return Malformed(
            Text(es="la línea de petición no es de HTTP/1.1", en="the request line is not one of HTTP/1.1"),
        )
    return Malformed(
        Text(
            es="la línea de petición o una cabecera no es de HTTP/1.1",
            en="the request line or a header is not of HTTP/1.1",
        )
    )

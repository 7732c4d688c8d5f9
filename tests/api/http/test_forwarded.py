"""The client, scheme and host of a request: the headers of proxies, and the peers that are trusted."""

from ipaddress import ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.proxy.forwarded import Proxies
from api.proxy.public import read_networks, read_url
from referee.errors import Inconsistent

OWN = "10.0.0.1"
"""The proxy that asks the service."""
NAMED = Proxies([ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48")])
CLIENT, OTHER = "203.0.113.7", "198.51.100.9"
Headers = tuple[str, str, str]


def send_from(*headers: tuple[str, str], peer: str | None = OWN, proxies: Proxies = NAMED) -> Headers:
    """The client, scheme and host of a request from this peer with these headers, and with `Host: 10.0.0.2:8000`."""
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    scope: dict[str, Any] = {
        "client": (peer, 5000) if peer else None,
        "scheme": "http",
        "headers": [(b"host", b"10.0.0.2:8000"), *raw],
    }
    proxies.restore(scope)
    [host] = [value.decode() for name, value in scope["headers"] if name == b"host"]
    return scope["client"][0] if scope["client"] else "", scope["scheme"], host


UNCHANGED = (OWN, "http", "10.0.0.2:8000")


@pytest.mark.parametrize(
    ("headers", "hop"),
    [
        ([("X-Forwarded-For", CLIENT)], (CLIENT, "http", "10.0.0.2:8000")),
        ([("X-Forwarded-Proto", "https")], (OWN, "https", "10.0.0.2:8000")),
        ([("X-Forwarded-Host", "cards.example")], (OWN, "http", "cards.example")),
        # The header of the client stands before that of the proxy, in one line or in several.
        ([("X-Forwarded-For", f"{OTHER}, {CLIENT}")], (CLIENT, "http", "10.0.0.2:8000")),
        ([("X-Forwarded-For", OTHER), ("X-Forwarded-For", CLIENT)], (CLIENT, "http", "10.0.0.2:8000")),
        ([("X-Forwarded-Host", "evil.example, cards.example")], (OWN, "http", "cards.example")),
        ([("X-Forwarded-Proto", "http"), ("X-Forwarded-Proto", "https")], (OWN, "https", "10.0.0.2:8000")),
        # Several named proxies: the last address that is not theirs counts, or the first one if all are.
        ([("X-Forwarded-For", f"{OTHER}, {CLIENT}, 10.0.0.9,10.3.0.1")], (CLIENT, "http", "10.0.0.2:8000")),
        ([("X-Forwarded-For", "10.0.0.7, 10.0.0.9")], ("10.0.0.7", "http", "10.0.0.2:8000")),
        # Ports, brackets, and one address written in two ways.
        ([("X-Forwarded-For", f"{CLIENT}:4711")], (CLIENT, "http", "10.0.0.2:8000")),
        ([("X-Forwarded-For", "[2001:DB8::7]:4711")], ("2001:db8::7", "http", "10.0.0.2:8000")),
        ([("X-Forwarded-For", f"2001:db8::7, 2001:db8:1::5, ::ffff:{OWN}")], ("2001:db8::7", "http", "10.0.0.2:8000")),
        # A value that is no address ends the way: the client is the last known address.
        ([("X-Forwarded-For", "unknown")], UNCHANGED),
        ([("X-Forwarded-For", f"{CLIENT}, unknown, 10.0.0.9")], ("10.0.0.9", "http", "10.0.0.2:8000")),
        ([("X-Forwarded-For", "")], UNCHANGED),
        ([("X-Forwarded-Proto", "gopher"), ("X-Forwarded-Host", "a b")], UNCHANGED),
        ([("X-Forwarded-Host", "cards.example/<b>")], UNCHANGED),
        ([("Forwarded", f"for={CLIENT};proto=https;host=cards.example")], (CLIENT, "https", "cards.example")),
        ([("Forwarded", f'For="{CLIENT}:80" ; Proto=HTTPS;Host="cards.example:8443"')], (CLIENT, "https", "cards.example:8443")),
        ([("Forwarded", 'for="[2001:db8::7]:4711";proto=https')], ("2001:db8::7", "https", "10.0.0.2:8000")),
        ([("Forwarded", "proto=https;host=cards.example")], (OWN, "https", "cards.example")),
        ([("Forwarded", f"for={OTHER};host=evil.example, for={CLIENT};proto=https;by=x")], (CLIENT, "https", "10.0.0.2:8000")),
        ([("Forwarded", f"for={OTHER};host=evil.example"), ("Forwarded", f"for={CLIENT}")], (CLIENT, "http", "10.0.0.2:8000")),
        # The proxy at the client gives the client's scheme and host; the proxies behind it give those among themselves.
        (
            [("Forwarded", f"for={OTHER}, for={CLIENT};proto=https;host=cards.example, for=10.0.0.9;proto=http;host=inside")],
            (CLIENT, "https", "cards.example"),
        ),
        ([("Forwarded", f"for={CLIENT}, for=10.0.0.9;proto=https")], (CLIENT, "https", "10.0.0.2:8000")),
        ([("Forwarded", f"for={CLIENT};proto=https, for=_hidden;host=cards.example")], (OWN, "http", "cards.example")),
        ([("Forwarded", 'for="no end')], UNCHANGED),
        ([("Forwarded", 'for="no end'), ("Forwarded", f"for={CLIENT}")], (CLIENT, "http", "10.0.0.2:8000")),
        ([("Forwarded", f";, ,for={CLIENT};;")], (CLIENT, "http", "10.0.0.2:8000")),
        # A proxy that writes one kind of header passes the other on.
        ([("X-Forwarded-For", CLIENT), ("Forwarded", f"for={OTHER}")], UNCHANGED),
        ([("X-Forwarded-Proto", "https"), ("Forwarded", "host=evil.example")], UNCHANGED),
        (
            [("X-Forwarded-For", CLIENT), ("X-Forwarded-Proto", "https"), ("Forwarded", f"for={CLIENT};proto=https;host=evil")],
            (CLIENT, "https", "10.0.0.2:8000"),
        ),
    ],
)  # fmt: skip
def test_a_named_proxy_is_believed(headers: list[tuple[str, str]], hop: Headers) -> None:
    assert send_from(*headers) == hop


SPOOFED = (
    ("X-Forwarded-For", OTHER),
    ("X-Forwarded-Proto", "https"),
    ("X-Forwarded-Host", "evil.example"),
    ("Forwarded", f"for={OTHER};proto=https;host=evil.example"),
    ("X-Real-IP", OTHER),
)


@pytest.mark.parametrize("peer", [CLIENT, "2001:db8:2::1", "fe80::1%eth0", "", None, "testclient", "11.0.0.1"])
@pytest.mark.parametrize("headers", [[one] for one in SPOOFED], ids=lambda headers: headers[0][0])
def test_nobody_else_is_believed(peer: str | None, headers: list[tuple[str, str]]) -> None:
    assert send_from(*headers, peer=peer) == (peer or "", "http", "10.0.0.2:8000")
    assert send_from(*headers, peer=OWN, proxies=Proxies()) == UNCHANGED


@pytest.mark.parametrize("peer", [OWN, f"::ffff:{OWN}", "2001:db8:1::1", "2001:0DB8:1:0::1%eth0"])
def test_a_named_proxy_is_known_however_its_address_is_written(peer: str) -> None:
    assert send_from(("X-Forwarded-For", CLIENT), peer=peer)[0] == CLIENT


ADDRESS = st.ip_addresses().map(str)
NAMES = ("X-Forwarded-For", "Forwarded")
LIES = st.lists(
    st.one_of(
        ADDRESS,
        ADDRESS.map("for={}".format),
        st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=12),
    ),
    max_size=4,
).map(", ".join)


@given(lies=LIES, hops=st.lists(st.integers(2, 250).map("10.0.0.{}".format), max_size=3), one_line=st.booleans())
def test_whatever_a_client_sends_before_it_is_found(lies: str, hops: list[str], one_line: bool) -> None:
    chain = ", ".join([CLIENT, *hops])
    lines = [f"{lies}, {chain}"] if one_line else [lies, chain]
    assert send_from(*(("X-Forwarded-For", line) for line in lines))[0] == CLIENT


@given(lies=LIES, hops=st.lists(st.integers(2, 250).map("10.0.0.{}".format), max_size=3))
def test_the_same_in_lines_of_forwarded(lies: str, hops: list[str]) -> None:
    chain = [f"for={CLIENT};proto=https;host=cards.example", *(f"for={hop};proto=http" for hop in hops)]
    lines = [lies, ", ".join(chain)]
    assert send_from(*(("Forwarded", line) for line in lines)) == (CLIENT, "https", "cards.example")


@given(lies=LIES)
def test_a_client_never_takes_an_address_that_no_proxy_wrote(lies: str) -> None:
    """The proxy writes `X-Forwarded-*` and passes a `Forwarded` of the client on."""
    client, scheme, host = send_from(("X-Forwarded-For", CLIENT), ("X-Forwarded-Proto", "https"), ("Forwarded", lies))
    assert client in {CLIENT, OWN}
    assert scheme in {"http", "https"}
    assert host == "10.0.0.2:8000"


def test_a_long_malformed_header_says_nothing() -> None:
    for line in (";" + " " * 60_000 + "x", 'for="' + "\\" * 60_000, "for=" + "a" * 60_000 + '"', "," * 60_000):
        assert send_from(("Forwarded", line)) == UNCHANGED


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://cards.example", "https://cards.example"),
        ("https://Cards.Example/", "https://cards.example"),
        ("https://cards.example:443", "https://cards.example"),
        ("http://cards.example:80/", "http://cards.example"),
        ("https://cards.example:8443", "https://cards.example:8443"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("https://[2001:db8::7]:8443", "https://[2001:db8::7]:8443"),
        ("https://peña.example", "https://xn--pea-8ma.example"),
    ],
)
def test_a_public_address(text: str, url: str) -> None:
    assert read_url(text, "REFEREE_URL") == url


@pytest.mark.parametrize(
    "text",
    [
        "cards.example",
        "https://",
        "https:cards.example",
        "ftp://cards.example",
        "https://ana:secret@cards.example",
        "https://cards.example:70000",
        "https://cards.example:port",
        "https://cards example",
        "https://<b>",
        "https://[2001:db8::7",
        "https://" + "a" * 64 + ".example",
    ],
)
def test_what_is_no_public_address_is_refused_in_both_languages(text: str) -> None:
    with pytest.raises(Inconsistent) as error:
        read_url(text, "REFEREE_URL")
    assert error.value.text.es.startswith("REFEREE_URL tiene que ser la dirección pública del servicio")
    assert error.value.text.en.startswith("REFEREE_URL must be the public address of the service")


@pytest.mark.parametrize("text", ["https://cards.example/referee", "https://cards.example/a/", "https://c.example?x=1"])
def test_a_path_is_refused_in_both_languages(text: str) -> None:
    with pytest.raises(Inconsistent) as error:
        read_url(text, "REFEREE_URL")
    assert "no lleva ruta" in error.value.text.es
    assert "has no path" in error.value.text.en
    assert text in error.value.text.en


def test_networks_are_addresses_and_networks() -> None:
    networks = read_networks("127.0.0.1, ::1\n10.0.0.0/8 127.0.0.1/32 ,2001:db8::/48", "REFEREE_PROXIES")
    assert [*map(str, networks)] == ["127.0.0.1/32", "::1/128", "10.0.0.0/8", "2001:db8::/48"]
    assert read_networks(" ", "REFEREE_PROXIES") == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("localhost", "not 'localhost'"),
        ("127.0.0.1 *", "not '*'"),
        ("10.0.0.300", "not '10.0.0.300'"),
        ("10.0.0.0/33", "not '10.0.0.0/33'"),
        ("10.0.0.1/8", "the network of that address is 10.0.0.0/8"),
        ("0.0.0.0/0", "everybody is in '0.0.0.0/0'"),
        ("::/0", "everybody is in '::/0'"),
        ("unix:/run/nginx.sock", "not 'unix:/run/nginx.sock'"),
    ],
)
def test_what_is_no_network_is_refused(text: str, words: str) -> None:
    with pytest.raises(Inconsistent) as error:
        read_networks(text, "REFEREE_PROXIES")
    assert error.value.text.en.startswith("REFEREE_PROXIES")
    assert words in error.value.text.en
    assert error.value.text.es.startswith("REFEREE_PROXIES")
    assert error.value.text.es != error.value.text.en

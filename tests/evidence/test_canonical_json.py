"""The form of which hashes are made is that of RFC 8785; what earlier releases hashed otherwise is verified as it is."""

import struct
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api import settings
from referee.canonical_json import MOST_EXACT, canonical_json, hashed_forms
from referee.commitments.commitments import commitment
from referee.evidence.chains import Chains
from referee.match.entries import GENESIS, chain, first_chain_flaw, line, link, link_hash
from referee.operations.acts import ActEntry, AdministrationOpened, SettingsInEffect, decoder
from tests.support import acts, stored

# RFC 8785, appendix B.
NUMBERS = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.text(max_size=8) | st.integers(-MOST_EXACT, MOST_EXACT),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def objects(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.text(max_size=4), values, max_size=4)


@pytest.mark.parametrize(("bits", "text"), NUMBERS.items())
def test_a_number_is_written_as_the_rfc_says(bits: str, text: str) -> None:
    [number] = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical_json({"n": number, "of": [number, number]}).decode() == f'{{"n":{text},"of":[{text},{text}]}}'


def test_names_are_sorted_by_the_units_of_utf_16() -> None:
    # RFC 8785, 3.2.3.
    names = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert [*msgspec.json.decode(canonical_json(dict.fromkeys(reversed(names))))] == names


@pytest.mark.parametrize("number", [MOST_EXACT + 1, -MOST_EXACT - 1, 2**64, 10**30])
def test_a_number_that_readers_round_has_no_form(number: int) -> None:
    with pytest.raises(OverflowError):
        canonical_json({"n": [number]})
    assert hashed_forms({"n": [number]}) == (f'{{"n":[{number}]}}'.encode(),)


@given(objects(JSON))
def test_texts_and_whole_numbers_have_one_form_and_it_reads_back(value: dict[str, Any]) -> None:
    form = canonical_json(value)
    assert msgspec.json.decode(form) == value
    assert hashed_forms(value)[0] == form
    assert sorted(value, key=lambda name: name.encode("utf-16-be")) == [*msgspec.json.decode(form)]


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-MOST_EXACT, MOST_EXACT))
def test_no_number_is_lost(number: float) -> None:
    form = canonical_json({"n": number})
    assert msgspec.json.decode(form, type=dict[str, float]) == {"n": float(number)}
    assert not form.endswith((b".0}", b":-0}"))


def test_a_commitment_is_over_the_form_too() -> None:
    assert commitment("00" * 32, "row", {"\ufb33": 1, "\U0001f600": 2}) == commitment(
        "00" * 32, "row", {"\U0001f600": 2, "\ufb33": 1}
    )


# What earlier releases hashed


def chain_lines(lines: Iterable[dict[str, Any]], *, earlier: bool) -> list[dict[str, Any]]:
    """Lines with the hashes of this release, or of an earlier one, which made them of whatever msgspec writes."""
    head, entries = GENESIS, []
    for bare in lines:
        form = msgspec.json.encode(bare, order="sorted") if earlier else canonical_json(bare)
        head = link_hash(head, form)
        entries.append({**bare, "hash": head.hex()})
    return entries


def flaws(lines: list[dict[str, Any]], stream: str) -> list[str]:
    """The problems that each way of following a chain finds."""
    chains = Chains()
    problem = next((flaw.problem for one in lines if (flaw := chains.follow(stream, one))), None)
    return [problem or "", "chain" if first_chain_flaw(lines)[1] else ""]


OPENED = {"type": "administration_opened", "administration": "administration", "version": 1}
WRITTEN: dict[str, dict[str, Any]] = {
    "a fraction that is none": {"seconds": 60.0},
    "names beyond U+FFFF": {"of": {"\ufb33": 1, "\U0001f600": 2}},
}


@pytest.mark.parametrize("case", WRITTEN)
@pytest.mark.parametrize("earlier", [True, False], ids=["earlier", "today"])
def test_either_form_of_such_an_entry_is_verified_and_no_other(case: str, earlier: bool) -> None:
    fields = WRITTEN[case]
    lines = chain_lines([OPENED, {"type": "settings_in_effect", **fields, "version": 2}], earlier=earlier)
    assert flaws(lines, "administration") == ["", ""]
    assert flaws([lines[0], {**lines[1], "recorded_by": "x"}], "administration") == ["chain", "chain"]
    assert flaws([lines[0], {**lines[1], "seconds": 60.5}], "administration") == ["chain", "chain"]


def test_an_earlier_entry_with_a_large_number_is_verified() -> None:
    lines = chain_lines([OPENED, {"type": "rows_bound", "many": 10**17, "version": 2}], earlier=True)
    assert flaws(lines, "administration") == ["", ""]
    assert flaws([lines[0], {**lines[1], "many": 10**17 + 1}], "administration") == ["chain", "chain"]


def test_stored_settings_are_of_the_earlier_form_and_fit() -> None:
    entries = [decoder.decode(state) for file in stored.files(acts.FOLDER) for state in stored.read(file)[1]]
    starts = [entry.event for entry in entries if isinstance(entry.event, SettingsInEffect)]
    assert any(isinstance(start.checkpoint_seconds, float) for start in starts)
    for entry in entries:
        assert line(entry) == line(decoder.decode(msgspec.json.encode(entry)))


@pytest.mark.parametrize(("seconds", "text"), [("60", b"60"), ("60.0", b"60"), ("0.5", b"0.5"), ("0", b"0")])
def test_new_settings_are_written_in_the_form(seconds: str, text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CHECKPOINT_SECONDS", seconds)
    opened: ActEntry = chain(
        GENESIS, 1, AdministrationOpened("administration"), (), "2026-05-01T10:00:00.000Z", "service"
    )
    event = settings.in_effect("1.0", open_table=False)
    entry: ActEntry = chain(bytes.fromhex(opened.hash), 2, event, (), "2026-05-01T10:00:00.000Z", "service")
    state = msgspec.json.encode(entry)
    assert b'"checkpoint_seconds":' + text + b"," in state
    assert hashed_forms(line(entry)) == (canonical_json(line(entry)),)
    assert link(bytes.fromhex(opened.hash), line(entry)).hex() == entry.hash
    assert decoder.decode(state) == entry

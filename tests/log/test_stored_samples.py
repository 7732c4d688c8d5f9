"""Logs in the form of an old database are read, folded and chained by today's code, for every type in them."""

from pathlib import Path

import msgspec
import pytest

from referee.championship.state import Championship, decoder
from referee.match.aggregate import Match
from referee.match.entries import decode, first_chain_flaw, stored_line
from referee.match.registry import rulesets, tag
from referee.operations.acts import decoder as act_decoder
from referee.series.chain import decoder as series_decoder
from referee.series.chain import fold
from tests.support import acts, stored, stored_series

SAMPLES = [file for kind in stored.kinds() for file in stored.files(kind)]
MATCHES = [file for file in SAMPLES if file.parent.name in rulesets()]
TIMES = [file for file in SAMPLES if file.parent.name == stored.CHAMPIONSHIPS]


def sample_name(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_type_of_a_ruleset_has_a_stored_sample(name: str) -> None:
    missing = stored.ruleset_types(name) - stored.stored_types()
    assert not missing, f"no stored sample of {stored.type_names(missing)}: {stored.MAKE}"


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_ruleset_has_stored_matches_of_its_own(name: str) -> None:
    assert stored.files(name), f"no stored match of {name}: {stored.MAKE}"


def test_every_type_of_championships_has_a_stored_sample() -> None:
    missing = stored.championship_types() - stored.stored_championship_types()
    assert not missing, f"no stored sample of {stored.type_names(missing)}: {stored.MAKE}"


def test_every_type_of_act_has_a_stored_sample() -> None:
    missing = acts.types() - acts.stored_types()
    assert not missing, f"no stored sample of {stored.type_names(missing)}: {stored.MAKE}"


@pytest.mark.parametrize("file", stored.files(acts.FOLDER), ids=sample_name)
def test_stored_acts_are_read_and_written(file: Path) -> None:
    account, states = stored.read(file)
    entries = [act_decoder.decode(state) for state in states]
    assert entries == [act_decoder.decode(msgspec.json.encode(entry)) for entry in entries]
    assert [tag(type(entry.event)) for entry in entries] == account["types"]


@pytest.mark.parametrize("file", SAMPLES, ids=sample_name)
def test_a_sample_is_as_it_was_stored(file: Path) -> None:
    assert file.stem == stored.digest(file.read_bytes()), "samples are added, and never rewritten"
    lines = [stored_line(state) for state in stored.read(file)[1]]
    assert first_chain_flaw(lines) == (len(lines), None)


@pytest.mark.parametrize("file", MATCHES, ids=sample_name)
def test_a_stored_match_is_read_written_and_folded(file: Path) -> None:
    entries = stored.entries(file)
    assert entries == [
        decode(msgspec.json.encode(entry), tag(type(entry.event)), file.parent.name) for entry in entries
    ]
    assert stored.stands(Match.fold("sample", entries)) == stored.read(file)[0]


@pytest.mark.parametrize("file", TIMES, ids=sample_name)
def test_a_stored_championship_is_read_written_and_folded(file: Path) -> None:
    account, states = stored.read(file)
    entries = [decoder.decode(state) for state in states]
    assert entries == [decoder.decode(msgspec.json.encode(entry)) for entry in entries]
    assert stored.championship_stands(Championship.fold("sample", entries)) == account


def test_every_type_of_series_has_a_stored_sample() -> None:
    missing = stored_series.types() - stored_series.stored_types()
    assert not missing, f"no stored sample of {stored.type_names(missing)}: {stored.MAKE}"


@pytest.mark.parametrize("file", stored.files(stored_series.FOLDER), ids=sample_name)
def test_stored_series_are_read_written_and_folded(file: Path) -> None:
    account, states = stored.read(file)
    entries = [series_decoder.decode(state) for state in states]
    assert entries == [series_decoder.decode(msgspec.json.encode(entry)) for entry in entries]
    assert stored_series.stands(fold(entries)) == account

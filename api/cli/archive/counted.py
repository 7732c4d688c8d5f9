"""Numbers with their nouns, for verdicts."""

from collections.abc import Mapping

from referee.text import Text


def many(count: int, one: str, more: str) -> str:
    """`1 seed`, `3 seeds`."""
    return f"{count} {one if count == 1 else more}"


def rows(by_table: Mapping[str, int]) -> Text:
    """The rows of these tables with their nouns: `3 people, 2 tokens and 1 webhook`."""
    # Here, since `referee --help` loads this module, and needs no hashes.
    from referee.commitments.committed_rows import PEOPLE, PINS, TOKENS, WEBHOOKS

    nouns = {
        PEOPLE: (Text(es="persona", en="person"), Text(es="personas", en="people")),
        TOKENS: (Text(es="token", en="token"), Text(es="tokens", en="tokens")),
        PINS: (Text(es="PIN", en="PIN"), Text(es="PIN", en="PINs")),
        WEBHOOKS: (Text(es="webhook", en="webhook"), Text(es="webhooks", en="webhooks")),
    }
    there = [(by_table[table], *nouns[table]) for table in nouns if by_table.get(table)]
    es = [many(count, one.es, more.es) for count, one, more in there]
    en = [many(count, one.en, more.en) for count, one, more in there]
    return Text(es=_enumerate(es, "y"), en=_enumerate(en, "and"))


def _enumerate(parts: list[str], last: str) -> str:
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)

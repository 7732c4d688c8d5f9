"""Every kind of proof in the log has its words on the page of a dispute."""

from typing import get_args, get_type_hints

import pytest

from api.pages.print.claim import WORDS
from referee.match.ledger import Evidence


@pytest.mark.parametrize("language", sorted(WORDS))
def test_every_proof_has_its_words(language: str) -> None:
    ways = set(get_args(get_type_hints(Evidence)["how"])) - {"ruling"}
    assert ways <= WORDS[language].keys()

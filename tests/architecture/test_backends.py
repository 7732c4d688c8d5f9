"""The kind of the database is asked where a backend is chosen, and nowhere else."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHOICES = {
    r"dialect\.name\b": {"referee/log/backend.py"},
    r"log\.is_file\b": set[str](),
    r"backend\.is_local\b": {"api/runtime/database_calls.py", "api/compose.py"},
    r"isinstance\(\S+, \w*(SQLite|Postgres)\w*\)": set(),
}
"""Each way to ask for the kind of the database, and the modules that may."""


def asking(question: str) -> set[str]:
    """The modules of the product that ask this."""
    files = [file for folder in ("api", "projections", "referee") for file in (ROOT / folder).rglob("*.py")]
    return {file.relative_to(ROOT).as_posix() for file in files if re.search(question, file.read_text("utf-8"))}


@pytest.mark.parametrize("question", CHOICES)
def test_the_kind_of_the_database_is_asked_where_a_backend_is_chosen(question: str) -> None:
    assert asking(question) == CHOICES[question]


def test_a_question_is_seen() -> None:
    asked = 'isinstance(log.recorder, SQLiteRecorder) or store.dialect.name == "sqlite" or log.is_file or log.backend.is_local'
    assert all(re.search(question, asked) for question in CHOICES)

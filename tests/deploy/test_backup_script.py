"""The backup script and its arguments for other programs, which everybody on a machine can read."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "deploy" / "backup.sh"
STANDS_IN = """#!/bin/sh
printf '%s\\n' "$@" > "$SEEN/arguments"
printf '%s' "$PGPASSWORD" > "$SEEN/password"
for argument in "$@"; do case "$argument" in --file=*) : > "${argument#--file=}";; esac; done
"""


def run(folder: Path, database: str) -> subprocess.CompletedProcess[str]:
    """The script with programs in the place of PostgreSQL's that record their arguments."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("pg_dump", "pg_restore"):
        program = programs / name
        program.write_text(STANDS_IN if name == "pg_dump" else "#!/bin/sh\n", encoding="utf-8")
        program.chmod(0o755)
    settings = {"PATH": f"{programs}:{os.environ['PATH']}", "REFEREE_DATABASE": database, "SEEN": str(folder)}
    command = ["bash", str(SCRIPT), str(folder / "backups")]
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=False)


@pytest.mark.skipif(shutil.which("bash") is None, reason="the script is of bash")
@pytest.mark.parametrize(
    ("url_password", "password"),
    [("hunter2", "hunter2"), ("a%40b%2Fc%25d", "a@b/c%d"), ("back%5Cslash\\n", "back\\slash\\n"), ("-e%20x", "-e x")],
)
@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg", "postgres"])
def test_the_password_goes_by_the_environment(tmp_path: Path, url_password: str, password: str, scheme: str) -> None:
    process = run(tmp_path, f"{scheme}://user:{url_password}@127.0.0.1:5432/referee?sslmode=require")
    assert process.returncode == 0, process.stderr
    arguments = (tmp_path / "arguments").read_text(encoding="utf-8").splitlines()
    assert arguments[-1] == "--dbname=postgresql://user@127.0.0.1:5432/referee?sslmode=require"
    assert (tmp_path / "password").read_text(encoding="utf-8") == password
    assert url_password not in process.stdout + process.stderr
    [backup] = (tmp_path / "backups").iterdir()
    assert backup.stat().st_mode & 0o777 == 0o600


def test_without_a_password_nothing_is_made_up(tmp_path: Path) -> None:
    assert run(tmp_path, "postgresql://user@127.0.0.1/referee").returncode == 0
    assert (tmp_path / "password").read_text(encoding="utf-8") == ""


def test_a_password_in_another_place_is_refused_unsaid(tmp_path: Path) -> None:
    process = run(tmp_path, "postgresql://127.0.0.1/referee?user=user&password=hunter2")
    assert process.returncode == 2
    assert "hunter2" not in process.stdout + process.stderr
    assert not (tmp_path / "arguments").exists()

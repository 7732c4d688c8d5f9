#!/usr/bin/env bash
# A whole cluster on this one machine, to try it and to test it: see "Trying a cluster" in deploy/README.md.
#   deploy/cluster.sh up|down|status|switchover FOLDER
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
python="${REFEREE_PYTHON:-$root/.venv/bin/python}"
[ -x "$python" ] || { echo "cluster.sh: run make setup first, or set REFEREE_PYTHON" >&2; exit 1; }
PYTHONPATH="$root${PYTHONPATH:+:$PYTHONPATH}" exec "$python" -m deploy.trial "$@"

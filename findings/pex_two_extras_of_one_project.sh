#!/usr/bin/env bash
# Pex builds a file that can never start, where one project is asked for with two extras in two requirements.
#
# One would guess: `pex 'psycopg[binary]' 'psycopg[pool]'` builds a file with what both extras need, as pip installs both, or else the
# build fails. Two requirements with one name and different extras are usual: a library asks for `psycopg[pool]`, and the application
# that uses it for `psycopg[binary]`.
# What happens: with its default resolver the build ends with status 0 and says nothing, and what the second extra needs is not in the
# file. Its first start fails: "this pex had no 'psycopg-pool' distributions". With `--resolver-version pip-2020-resolver` it is whole.
# Why it matters: the file is built on one machine and started on another, often without a network. Only there is it seen that it lacks
# something. Whoever ships an application with pex has to name the other resolver, or start each file before it is handed out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PEX_ROOT="$folder/pex-root" PIP_DISABLE_PIP_VERSION_CHECK=1
requirements=('psycopg[binary]==3.3.3' 'psycopg[pool]==3.3.3')
look='import psycopg, psycopg_binary, psycopg_pool; print("it starts")'

python3 -m venv venv
venv/bin/pip install --quiet pex==2.105.2
python3 -m venv by-pip
by-pip/bin/pip install --quiet "${requirements[@]}"
echo "pex $(venv/bin/pex --version), $(python3 --version)"
echo "asked for: ${requirements[*]}"
echo "pip: $(by-pip/bin/python -c "$look")"

venv/bin/pex --python venv/bin/python --resolver-version pip-2020-resolver "${requirements[@]}" --output newer.pex
echo "pex --resolver-version pip-2020-resolver: $(venv/bin/python newer.pex -c "$look")"

venv/bin/pex --python venv/bin/python "${requirements[@]}" --output default.pex
echo "pex: built with status $?"
if venv/bin/python default.pex -c "$look" 2>errors.txt; then
    echo "CHANGED: the file that pex builds by default starts"
    exit 1
fi
grep -m 1 "But this pex had no 'psycopg-pool' distributions" errors.txt
echo "as described: the file that pex builds by default does not start"

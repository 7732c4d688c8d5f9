#!/usr/bin/env bash
# Back up the database of referee while it runs.
#
#   REFEREE_DATABASE=... deploy/backup.sh [FOLDER]
#
# PostgreSQL is read by pg_dump, SQLite by `referee backup`. FOLDER is ./backups unless given;
# REFEREE_BACKUP_KEEP (30) is how many backups stay in it.
set -euo pipefail

# Backups hold the hands of players: for their owner only.
umask 077

folder="${1:-backups}"
keep="${REFEREE_BACKUP_KEEP:-30}"
database="${REFEREE_DATABASE:-}"
stamp="$(date --utc +%Y%m%dT%H%M%SZ)"

[[ "$keep" =~ ^[1-9][0-9]*$ ]] || { echo "REFEREE_BACKUP_KEEP must be a number above zero, and is: $keep" >&2; exit 2; }
mkdir -p "$folder"

case "$database" in
postgresql://* | postgresql+*://* | postgres://*)
    suffix=dump
    ;;
*)
    suffix=sqlite
    ;;
esac

file="$folder/referee-$stamp.$suffix"
# A name of its own until it is complete: half a backup must never be taken for one.
partial="$file.partial"
trap 'rm -f "$partial"' EXIT

if [[ "$suffix" == dump ]]; then
    # pg_dump does not know the driver's name that may follow "postgresql".
    address="postgresql://${database#*://}"
    # Whoever is on this machine can read the arguments of a program: the password goes by the environment.
    if [[ "$address" =~ ^postgresql://([^/:@?]*):([^/@?]*)@(.*)$ ]]; then
        address="postgresql://${BASH_REMATCH[1]}@${BASH_REMATCH[3]}"
        escaped="${BASH_REMATCH[2]//\\/\\\\}"
        PGPASSWORD="$(printf '%b' "${escaped//%/\\x}")"
        export PGPASSWORD
    fi
    [[ "$address" != *password=* ]] || { echo "Put the password before the server: postgresql://user:password@server/name" >&2; exit 2; }
    pg_dump --format=custom --no-owner --file="$partial" --dbname="$address"
    pg_restore --list "$partial" >/dev/null
else
    referee backup "$partial"
fi

mv "$partial" "$file"
echo "Backup written: $file"

# The name carries the time, so the order of names is the order of age.
find "$folder" -maxdepth 1 -type f -name "referee-*.$suffix" -print0 | sort -z | head -z -n "-$keep" | xargs -0 -r rm --

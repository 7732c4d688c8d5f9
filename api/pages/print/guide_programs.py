"""The programs of the guide, as they are pasted. Braces are doubled: the address of the service is filled in like everywhere."""

from importlib.resources import files

BOT_PROGRAM = """cat > bot.py <<'END'
import json, sys, time, urllib.request
from pathlib import Path

service, championship = sys.argv[1:3]
announced = Path("announced.txt")


def get(path, **headers):
    return urllib.request.urlopen(urllib.request.Request(service + path, headers=headers), timeout=60)


def announce(entry):
    if entry["type"] not in ("result_reported", "result_corrected", "walkover_given", "match_finished"):
        return
    fixture = json.load(get(f"/v1/fixtures/{{entry['fixture']}}"))
    result = fixture.get("result")
    if result:
        names = [player["name"] or "?" for player in fixture["entrants"]]
        points = result.get("points") or ["-"] * len(names)
        first = " = ".join(names[place] for place in (result.get("ranking") or [[]])[0])
        print(", ".join(f"{{name}} {{figure}}" for name, figure in zip(names, points)), f"(1. {{first}})", flush=True)


def follow():
    last = announced.read_text(encoding="utf-8") if announced.exists() else "0"
    path = f"/v1/championships/{{championship}}/stream" + ("?once=true" if "once" in sys.argv else "")
    with get(path, **{{"Last-Event-ID": last}}) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                entry = json.loads(line[6:])
                announce(entry)
                announced.write_text(str(entry["version"]), encoding="utf-8")


while True:
    try:
        follow()
    except OSError as error:
        print(error, file=sys.stderr)
    if "once" in sys.argv:
        break
    time.sleep(2)
END
python3 bot.py $url $championship once"""
"""Announces the results of a championship, with nothing but Python."""
CHAIN_PROGRAM = """cat > chain.py <<'END'
import hashlib, json, sys

for file in sys.argv[1:]:
    for line in open(file, encoding="utf-8"):
        entry = json.loads(line)
        if entry["version"] == 1:
            head = bytes(32)
        expected = entry.pop("hash")
        entry.pop("names", None)
        if entry["type"] in ("open", "seats"):
            for seat in entry["seats"]:
                seat.pop("name", None)
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        head = hashlib.sha256(head + text.encode()).digest()
        if head.hex() != expected:
            sys.exit(f"{{file}}: version {{entry['version']}} was changed: {{text}}")
    print("the chain is whole:", file, head.hex())
END
python3 chain.py championship.jsonl match.jsonl"""
"""Checks the chains of exported logs, with nothing but Python."""
TABLE_PROGRAM = (
    "cat > table.mts <<'END'\n"
    + (files("api.pages.print") / "table.mts").read_text(encoding="utf-8").replace("{", "{{").replace("}", "}}")
    + "END"
)
"""Opens a match and records two tricks, in TypeScript."""

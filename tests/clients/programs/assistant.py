"""A play of Hearts by an assistant's tools, which FastMCP makes of the document: each call is a tool.

A program of its own: `assistant.py DOCUMENT URL TOKEN`.
"""

import asyncio
import json
import sys
from pathlib import Path

import httpx2
from fastmcp import Client, FastMCP


async def main(path: str, url: str, token: str) -> None:
    """Prints the figures of the view."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    service = httpx2.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"})
    async with service, Client(FastMCP.from_openapi(document, client=service, name="Referee")) as client:
        operations = {one["operationId"] for item in document["paths"].values() for one in item.values()}
        assert {tool.name for tool in await client.list_tools()} == operations
        opening = {"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}], "first_dealer": 0}
        answer = await client.call_tool("openMatch", {"body": opening})
        # The answer is one of several views, and so no plain object: it comes as `result`.
        match = {"match_id": answer.structured_content["result"]["id"]}
        for event in ({"type": "deal"}, {"type": "play", "seat": 0, "card": "2C"}):
            await client.call_tool("appendEvents", {**match, "body": event})
        view = (await client.call_tool("getMatch", match)).structured_content["result"]
        print("version", view["version"], "on the table", f"[{' '.join(view['table']['trick'])}]", "seat", view["turn"])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

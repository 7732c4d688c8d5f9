"""A person is renamed or merged: every answer shows it, even to a client with a copy of the same version."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.api.people.test_erasure import GONE, Scene
from tests.support.receiver import receiving
from tests.support.service import start

NEW = "Renata Rebautizada"


class Staying(Scene):
    """The same scene, before anything happens to the person. What an importer keeps stays as it is with another name."""

    importers_data: ClassVar[dict[str, Any]] = {}

    def leave(self) -> None:
        """Does nothing."""


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with (
        receiving() as receiver,
        start(tmp_path, REFEREE_WEBHOOKS_PRIVATE="1") as running,
        running.client() as client,
        running.client(token=None) as anybody,
    ):
        yield Staying(client, anybody, running, receiver, tmp_path, None)


def rename(scene: Scene) -> None:
    assert scene.client.put(f"/v1/players/{scene.erased_player}", json={"name": NEW}).status_code == 200


def merge(scene: Scene) -> None:
    other = scene.client.post("/v1/players", json={"name": NEW}).json()["id"]
    body = {"into": other, "reason": "dos veces"}
    assert scene.client.post(f"/v1/players/{scene.erased_player}/merge", json=body).status_code == 201


def is_of_entries(place: str) -> bool:
    return "/merge " in place or "/export " in place or place.startswith("/v1/backup ")


@pytest.mark.parametrize("change", [rename, merge])
def test_everything_has_the_new_name_and_no_copy_is_taken_for_new(
    scene: Scene, change: Callable[[Scene], None]
) -> None:
    copies: dict[tuple[str, str], str] = {}
    for address in scene.addresses():
        for media in ("application/json", "text/html", "text/csv"):
            answer = scene.ask(scene.client, address, media)
            if GONE in answer.text and (etag := answer.headers.get("etag")):
                copies[address, media] = etag
    assert len(copies) >= 5, copies
    change(scene)
    for (address, media), etag in copies.items():
        again = scene.ask(scene.client, address, media, **{"If-None-Match": etag})
        assert (address, again.status_code) == (address, 200)
        assert NEW in again.text, address
    texts: defaultdict[str, str] = defaultdict(str)
    for where, text in scene.all_answers():
        texts[where] += text
    # A merge can be taken back, so its history and a copy of everything have the entry that was. In an export each id has the
    # name by which it was entered, as that one alone can be proven of it.
    has_both = {where for where in texts if change is merge and is_of_entries(where)}
    assert {where for where, text in texts.items() if GONE in text or "Zenobia" in text} - has_both == set()
    assert {where for where in scene.named_before if NEW not in texts[where]} == set()

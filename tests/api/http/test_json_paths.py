"""Places in JSON documents, and the parts that several documents have in common."""

from api.http.json_paths import common


def test_what_chance_decides_of_one_of_a_list_is_not_told_of_any() -> None:
    """The second item is the same in every run here, as it may be with uneven chances."""
    runs = [[{"rest": rest, "round": 1}, {"rest": "Ana", "round": 2}] for rest in ("Beto", "Ana", "Beto")]
    assert common([{"byes": run} for run in runs]) == {"byes": [{"rest": None, "round": 1}, {"rest": None, "round": 2}]}
    lengths = [{"order": order, "size": 2} for order in ([1, 2], [1], [1, 2])]
    assert common(lengths) == {"order": None, "size": 2}

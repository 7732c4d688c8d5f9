"""Matchings of a graph, by rustworkx: the largest, and the perfect one of least weight.

rustworkx follows Galil (1986) with numbers of 128 bits and does not say when they overflow. Weights are at most w here, and none
is negative; n is the number of vertices. While a larger matching exists, these bounds hold:

- The dual variables are kept doubled. Those of all free vertices are equal, and no vertex has a lower one: call it f.
- By duality the weight of a perfect matching exceeds that of the present one by at most the sum of the free vertices' duals. The
  present one has at most n / 2 - 1 edges, and two vertices or more are free, so f >= -(n / 2 - 1) * w.
- A matched edge has no slack, so the dual variable of a matched vertex is at most 2 * w - f, and that of a blossom at most w - f.
- The slack of an edge is at most the sum of two of them: 4 * w - 2 * f, which is below (n + 4) * w.

So (n + 4) * w < 2 ** 127 is enough (`scale_of` sees to it). Without a larger matching the bounds would not hold, so
`least_matching` looks for a perfect matching first, without weights.
"""

from collections.abc import Iterator, Sequence

Edge = tuple[int, int, int]
"""Two vertices, and what it costs to match them."""


def largest_matching(vertices: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """A matching with the most edges, whatever these cost."""
    # numpy comes with it: both are loaded only where a round is paired.
    from rustworkx import PyGraph, max_weight_matching

    graph: PyGraph[None, int] = PyGraph()
    graph.add_nodes_from([None] * vertices)
    graph.add_edges_from(edges)
    return [(min(edge), max(edge)) for edge in max_weight_matching(graph, max_cardinality=True)]


def least_matching(vertices: int, edges: Sequence[Edge]) -> list[tuple[int, int]] | None:
    """The matching of all vertices with the least sum of costs, or None where no matching holds all of them."""
    if 2 * len(largest_matching(vertices, edges)) < vertices:
        return None
    return [edge for members, part in _parts(vertices, edges) for edge in _least_of_part(members, part)]


def _parts(vertices: int, edges: Sequence[Edge]) -> Iterator[tuple[list[int], list[Edge]]]:
    """The parts of a graph that no edge connects, vertices and edges. Each is matched by itself: all at once takes far longer."""
    from rustworkx import PyGraph, connected_components

    graph: PyGraph[None, int] = PyGraph()
    graph.add_nodes_from([None] * vertices)
    graph.add_edges_from(edges)
    components = connected_components(graph)
    numbers = {vertex: i for i, members in enumerate(components) for vertex in members}
    parts: list[list[Edge]] = [[] for _ in components]
    for edge in edges:
        parts[numbers[edge[0]]].append(edge)
    yield from ((sorted(members), part) for members, part in zip(components, parts, strict=True))


def _least_of_part(members: list[int], edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """The perfect matching of least cost of a part that has one."""
    from rustworkx import PyGraph, max_weight_matching

    highest = max(cost for _, _, cost in edges)
    numbers = {vertex: i for i, vertex in enumerate(members)}
    graph: PyGraph[None, int] = PyGraph()
    graph.add_nodes_from([None] * len(members))
    graph.add_edges_from([(numbers[one], numbers[other], highest - cost) for one, other, cost in edges])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(members[min(edge)], members[max(edge)]) for edge in matching]

"""The order of long lists: by time, and of one time by the position in the log. A cursor is a position."""

from sqlalchemy import Column, ColumnElement, func, select, tuple_


def beyond_cursor(at: Column[str], place: Column[int], cursor: int, *, upwards: bool = False) -> ColumnElement[bool]:
    """The condition for rows after the one at this position; if that one has moved since, after its old place."""
    nearest = select(at).where(place <= cursor).order_by(place.desc()).limit(1).scalar_subquery()
    here = tuple_(func.coalesce(nearest, ""), cursor)
    return tuple_(at, place) > here if upwards else tuple_(at, place) < here

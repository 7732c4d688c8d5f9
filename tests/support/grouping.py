"""Group commit on a log, as the running service has it."""

from api.runtime.database_calls import database_calls
from api.runtime.writer_thread import WriterThread
from referee.log.commits.group import GroupCommit
from referee.log.log import Log


def group_commit(log: Log) -> GroupCommit:
    """Returns the group commit of a log, with a writer thread of its own."""
    return GroupCommit(log, database_calls(log, WriterThread()))

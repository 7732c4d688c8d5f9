"""Alembic's entry: runs the migrations on the connection that the service hands over."""

from alembic import context

from referee.people.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()

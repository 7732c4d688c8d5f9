"""Alembic's entry: runs the migrations on the connection that the service hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], version_table="people_version")
with context.begin_transaction():
    context.run_migrations()

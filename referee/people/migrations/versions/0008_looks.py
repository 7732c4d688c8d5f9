"""What people's names look like, so that two of one look are noticed."""

import sqlalchemy as sa
from alembic import op

from referee.people.likeness import look

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("people", sa.Column("look", sa.String(64)))
    connection = op.get_bind()
    people = sa.table("people", sa.column("id", sa.String), sa.column("name", sa.Text), sa.column("look", sa.String))
    for row in connection.execute(sa.select(people.c.id, people.c.name)).all():
        connection.execute(people.update().where(people.c.id == row.id).values(look=look(row.name)))
    op.create_index("people_look", "people", ["look"])


def downgrade() -> None:
    op.drop_index("people_look", "people")
    op.drop_column("people", "look")

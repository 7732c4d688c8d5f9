"""With which token a token was made, so that revoking one revokes what it made."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tokens", sa.Column("created_by", sa.String(36)))
    op.create_index("tokens_created_by", "tokens", ["created_by"])


def downgrade() -> None:
    op.drop_index("tokens_created_by", "tokens")
    op.drop_column("tokens", "created_by")

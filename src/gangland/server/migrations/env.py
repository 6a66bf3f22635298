"""Runs the steps on the connection that `Store.migrate` provides. Alembic runs this file."""

from alembic import context

from gangland.server.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
context.run_migrations()

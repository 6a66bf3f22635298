"""The steps that bring a database to the current schema, one in each file."""

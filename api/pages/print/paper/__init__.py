"""Papers for a hall: fixtures on the wall, sheets for tables without a tablet, the general table, diplomas."""

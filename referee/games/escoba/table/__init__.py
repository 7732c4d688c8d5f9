"""The cards on the table, and the takes that they allow."""

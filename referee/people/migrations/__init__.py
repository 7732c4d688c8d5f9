"""How the tables of people and tokens came to their present shape; applied when the service starts."""

"""What PostgreSQL servers are like, and what lies before them."""

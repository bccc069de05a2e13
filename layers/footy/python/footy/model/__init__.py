"""What travels and what is stored: shapes, ids, places. It imports nothing of the other rooms."""

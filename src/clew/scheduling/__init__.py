"""Who runs which task where, and what is remembered of earlier runs."""

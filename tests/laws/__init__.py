"""Laws that hold for all values: round trips, simplifiers that keep the value."""

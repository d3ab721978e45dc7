"""The doors to the solvers outside: one file each.  Nothing of theirs goes through but plain values."""

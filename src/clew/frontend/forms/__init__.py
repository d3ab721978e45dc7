"""Functions as they are whatever way they are written: what `clew diff` compares before it compares what they do."""

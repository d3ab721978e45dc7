"""What is shown of a goal, and what is said of it: `evidence` is gathered by whoever runs, searches or proves, and
`conclude` alone makes verdicts of it.
"""

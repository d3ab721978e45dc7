"""What the project itself uses: fuzzing of its verdicts."""

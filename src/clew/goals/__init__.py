"""What is to be settled: places of the source text where something must happen, read off it by `frontend` (coverage
goals) and by whoever reads claims.
"""

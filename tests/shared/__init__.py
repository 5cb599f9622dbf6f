"""What several tests share: strategies, puzzles, states, and ways to run the command line."""

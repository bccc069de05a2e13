"""What is measured, as ratios taken in one run."""

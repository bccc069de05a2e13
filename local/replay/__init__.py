"""Match days as readable files, and what can be asked of them at any moment."""

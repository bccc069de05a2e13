"""What an account lacks for a target, told before anything is deployed: make preflight ENV=dev."""

"""Checks of an account before a deployment: make preflight ENV=dev."""

"""Mutation testing of the rules."""

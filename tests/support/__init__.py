"""Shared builders, fakes and waiting functions of the tests."""

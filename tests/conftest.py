"""Shared by all tests. That it lies here lets them import `strategies` from this folder."""

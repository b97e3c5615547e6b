"""Tests of work that pages wait for."""

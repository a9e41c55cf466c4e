"""Tests of the compliance tool."""

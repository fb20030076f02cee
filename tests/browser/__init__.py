"""Tests that drive a real Chromium over the built site."""

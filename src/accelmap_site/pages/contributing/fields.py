"""stub"""
FIELDS: dict[str, dict[str, str]] = {"Record": {}}
PARTS: dict[str, str] = {}

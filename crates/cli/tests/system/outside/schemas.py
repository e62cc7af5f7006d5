"""Holds the lines of a file against a JSON Schema: schemas.py SCHEMA FILE. Prints how many there are, or the first wrong one."""

import json
import sys

import jsonschema

schema, lines = (open(name, encoding="utf-8") for name in sys.argv[1:])
validator = jsonschema.validators.validator_for(schema := json.load(schema))(schema)
count = 0
for line in lines:
    error = next(validator.iter_errors(json.loads(line)), None)
    if error:
        sys.exit(f"{line[:2000]}\n{error.message[:2000]}")
    count += 1
print(count)

"""Holds JSON documents against a JSON Schema: the schema is the first line of stdin, each other line is a document.

Prints a line for each document: 'ok', or where it is out of range for and why. The schema itself is checked first. It is read as draft 7,
which it declares, and as draft 2020-12; where these disagree, that is a fault, too.
"""

import json
import sys

from jsonschema import Draft7Validator, Draft202012Validator


def main():
    schema = json.loads(sys.stdin.readline())
    later = {**schema, "$schema": Draft202012Validator.META_SCHEMA["$id"]}
    for validator, one in (Draft7Validator, schema), (Draft202012Validator, later):
        validator.check_schema(one)
    validators = [Draft7Validator(schema), Draft202012Validator(later)]
    for line in sys.stdin:
        document = json.loads(line)
        faults = [next(validator.iter_errors(document), None) for validator in validators]
        if all(fault is None for fault in faults):
            print("ok")
        elif None in faults:
            print("the drafts disagree")
        else:
            print(f"{faults[0].json_path}: {faults[0].message[:200]}".replace("\n", " "))


main()

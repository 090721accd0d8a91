#!/usr/bin/env bash
# patchdiff 1.0.0, pyjsonpatch 0.1.3, json-merge-patch 0.3.0 (PyPI), 2026-11-29, next to jsonpatch 1.48: patches that change nothing.
#
# Guess: a patch that a library makes of two JSON documents turns the first into the second; a merge patch cannot set a null (RFC 7396, 1),
# so making one is an error. Seen: patchdiff, pyjsonpatch and json-merge-patch make an empty patch if a number becomes a Boolean of the same
# value in Python or the other way round (0 and false, 1 and true), at any depth: the change is lost. jsonpatch makes a patch of it, also of
# 1 to 1.0, which are equal in JSON Patch (RFC 6902, 4.6). If the whole document is another one, patchdiff replaces the path "/", which is
# the member with the empty name, and not the root: jsonpatch refuses that patch, or changes that member if there is one, and patchdiff's
# own apply() ends with an AttributeError. json-merge-patch makes of a new null the patch that deletes the member, without a word.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check patchdiff==1.0.0 pyjsonpatch==0.1.3 json-merge-patch==0.3.0 jsonpatch==1.48
cat > check.py <<'P'
import json
from copy import deepcopy

import json_merge_patch
import jsonpatch
import patchdiff
import pyjsonpatch

PAIRS = {
    "false for 0": ({"stock": 0}, {"stock": False}),
    "1 for true": ({"stock": True}, {"stock": 1}),
    "in a list": ({"a": [{"b": [0, 1]}]}, {"a": [{"b": [False, True]}]}),
    "other root": ({"a": 1}, []),
    "other root, too": ({"": 1, "a": 2}, []),
    "new null": ({"a": 1}, {"a": 1, "b": None}),
    "text and number": ({"a/b": "1"}, {"a/b": 1}),
}


def patch_of(tool, old, new):
    old, new = deepcopy(old), deepcopy(new)
    if tool == "jsonpatch":
        return jsonpatch.make_patch(old, new).patch
    if tool == "patchdiff":
        return json.loads(patchdiff.to_json(patchdiff.diff(old, new)[0]))
    return pyjsonpatch.generate_patch(old, new) if tool == "pyjsonpatch" else json_merge_patch.create_patch(old, new)


def result(tool, old, patch):
    """What the patch makes of the old document (a merge patch by its own library, the others by jsonpatch); as text, as 0 == False."""
    try:
        apply = json_merge_patch.merge if tool == "json-merge-patch" else jsonpatch.apply_patch
        return json.dumps(apply(deepcopy(old), patch))
    except jsonpatch.JsonPatchException as error:
        return type(error).__name__


wrong = {}
for tool in ("jsonpatch", "pyjsonpatch", "patchdiff", "json-merge-patch"):
    for name, (old, new) in PAIRS.items():
        patch = patch_of(tool, old, new)
        got = result(tool, old, patch)
        if got != json.dumps(new):
            wrong.setdefault(tool, {})[name] = patch, got
            print(f"{tool:16} {json.dumps(old)} to {json.dumps(new)}: {json.dumps(patch)} gives {got}")
empty = {name: ([], json.dumps(PAIRS[name][0])) for name in ("false for 0", "1 for true", "in a list")}
merge = {name: ({}, got) for name, (_, got) in empty.items()}
root = [{"op": "replace", "path": "/", "value": []}]
assert wrong == {
    "pyjsonpatch": empty,
    "patchdiff": empty | {"other root": (root, "JsonPatchPathNotFound"), "other root, too": (root, '{"": [], "a": 2}')},
    "json-merge-patch": merge | {"new null": ({"b": None}, '{"a": 1}')},
}, wrong
assert patch_of("jsonpatch", [1], [1.0]) == [{"op": "replace", "path": "/0", "value": 1.0}]
try:
    own = patchdiff.apply({"a": 1}, patchdiff.diff({"a": 1}, [])[0])
except AttributeError as error:
    own = str(error)
print("patchdiff.apply:", own)
assert own == "'NoneType' object has no attribute 'remove'"
P
v/bin/python check.py
echo "as seen: false for 0 is no change to three of the four"

"""What is wrong with a target, for a person."""

from pydantic_core import ErrorDetails

KINDS = {
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "dict_type": "an object",
    "greater_than_equal": "0 or more",
}


def in_one_line(name: str, errors: list[ErrorDetails]) -> str:
    """The first of what is wrong; all keys that are unknown, or missing, at once."""
    for kind, complaint in (("extra_forbidden", "has unknown keys"), ("missing", "lacks")):
        if keys := sorted(str(error["loc"][0]) for error in errors if error["type"] == kind):
            return f"target {name!r} {complaint}: {', '.join(keys)}"
    first, why = errors[0], errors[0].get("ctx", {})
    if "error" in why:
        complaint = str(why["error"])
    elif "expected" in why:
        allowed = why["expected"].replace("'", "").replace(" or ", ", ")
        complaint = f"must be one of {allowed}"
    else:
        complaint = f"must be {KINDS.get(first['type'], first['msg'])}, not {first['input']!r}"
    return f"target {name!r}: {' '.join([*map(str, first['loc']), complaint])}"

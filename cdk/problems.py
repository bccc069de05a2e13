"""Messages about an invalid target."""

from pydantic_core import ErrorDetails

TYPES = {
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "dict_type": "an object",
    "greater_than_equal": "0 or more",
}


def in_one_line(name: str, errors: list[ErrorDetails]) -> str:
    """Describe the first error; unknown keys and missing keys are listed together."""
    for kind, problem in (("extra_forbidden", "has unknown keys"), ("missing", "lacks")):
        if keys := sorted(str(error["loc"][0]) for error in errors if error["type"] == kind):
            return f"target {name!r} {problem}: {', '.join(keys)}"
    first, context = errors[0], errors[0].get("ctx", {})
    if "error" in context:
        problem = str(context["error"])
    elif "expected" in context:
        choices = context["expected"].replace("'", "").replace(" or ", ", ")
        problem = f"must be one of {choices}"
    else:
        problem = f"must be {TYPES.get(first['type'], first['msg'])}, not {first['input']!r}"
    return f"target {name!r}: {' '.join([*map(str, first['loc']), problem])}"

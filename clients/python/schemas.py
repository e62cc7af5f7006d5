"""Writes the types of results from the JSON Schemas: `python3 schemas.py`. The tests hold the files against it."""

import json
from pathlib import Path
from typing import Any, List, Set

HERE = Path(__file__).parent
SPEC = HERE.parent.parent / "spec"
PAGES = {"checked": "report.schema.json", "judged": "judge.schema.json", "validated": "validate.schema.json"}
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def written(schema: Any) -> str:
    """The type of a schema, as Python writes it."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return joined([written(part) for part in schema[key]])
    if "const" in schema:
        return f"Literal[{json.dumps(schema['const'])}]"
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    kind = schema.get("type")
    if isinstance(kind, list):
        return joined([written({**schema, "type": one}) for one in kind])
    if kind == "array":
        return f"List[{written(schema.get('items', {}))}]"
    if kind == "object":
        return f"Dict[str, {written(schema.get('additionalProperties') or {})}]"
    return PLAIN.get(kind, "Any")


def joined(parts: List[str]) -> str:
    """One of several types."""
    return parts[0] if len(parts) == 1 else f"Union[{', '.join(parts)}]"


def fields(schema: Any, names: List[str]) -> str:
    """The lines of a class, each field with what it means."""
    lines = []
    for name in names:
        lines.append(f"    {name}: {written(schema['properties'][name])}")
        about = schema["properties"][name].get("description")
        lines += [f'    """{" ".join(about.split())}"""'] if about else []
    return "\n".join(lines) or "    pass"


def module(name: str) -> str:
    """The whole text of a module."""
    file = PAGES[name]
    text = f'"""The types of spec/{file}; schemas.py writes this file."""\n\n'
    text += "from typing import Any, Dict, List, Literal, TypedDict, Union\n"
    plain, classes = "", ""
    whole = json.loads((SPEC / file).read_text(encoding="utf-8"))
    kinds = {**whole.get("$defs", {}), **({whole["title"]: whole} if "properties" in whole else {})}
    for kind, schema in kinds.items():
        about = " ".join(schema.get("description", kind).split())
        if "properties" not in schema:
            plain += f"\n{kind} = {written(schema)}\n"
            continue
        needed: List[str] = schema.get("required", [])
        rest = [field for field in schema["properties"] if field not in needed]
        base = f"_{kind}" if rest else kind
        classes += f'\n\nclass {base}(TypedDict):\n    """{about}"""\n\n{fields(schema, needed)}\n'
        if rest:
            classes += f'\n\nclass {kind}({base}, total=False):\n    """{about}"""\n\n{fields(schema, rest)}\n'
    # A type stands below those that it names.
    return text + plain + ordered(classes)


def ordered(classes: str) -> str:
    """Classes below those that they name."""
    left = [part for part in classes.split("\n\n\nclass ") if part]
    left = [part.removeprefix("\n\nclass ").rstrip("\n") for part in left]
    names = [part.split("(")[0] for part in left]
    done: Set[str] = set()
    text = ""
    while left:
        free = next(p for p in left if not any(n not in done and uses(p, n) for n in names if n != p.split("(")[0]))
        text += f"\n\nclass {free}\n"
        done.add(free.split("(")[0])
        left.remove(free)
    return text


def uses(part: str, name: str) -> bool:
    """True if a class names another."""
    code = [line for line in part.splitlines() if '"""' not in line]
    return any(name in line.replace("[", " ").replace("]", " ").replace("(", " ").replace(",", " ").split() for line in code)


if __name__ == "__main__":
    for name in PAGES:
        (HERE / "src" / "stickler_contest" / f"{name}.py").write_text(module(name), encoding="utf-8")

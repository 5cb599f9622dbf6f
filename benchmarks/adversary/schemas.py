"""Values as a description of an interface (OpenAPI, JSON Schema) wants them, and values spoilt in one place."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from adversary.nesting import value as hostile_value
from adversary.words import number, word

Schema: TypeAlias = Mapping[str, Any]
Made: TypeAlias = Mapping[str, Callable[[Random], Any]]
"""Values for fields of a name, where values by the schema alone would hardly ever mean anything."""

ODD = 0.04
"""Share of simple values that are odd though the schema may allow them."""
LONG = 12
"""Maximum number of items that are made of a list, unless it is an odd one."""


class Maker:
    """Makes values by a schema."""

    def __init__(self, description: Schema, dice: Random, made: Made) -> None:
        self._description = description
        self._dice = dice
        self._made = made

    def value(self, schema: Schema, name: str = "") -> Any:
        """Return a value that a schema allows, mostly.

        Args:
            schema: the schema; a reference into the description is followed.
            name: the field that it is for.
        """
        dice = self._dice
        if "$ref" in schema:
            return self.value(self._referred(schema["$ref"]), name)
        if name in self._made and dice.random() < 0.8:
            return self._made[name](dice)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema and dice.random() > ODD:
            return dice.choice(schema["enum"])
        alternatives = [
            each for each in schema.get("anyOf", schema.get("oneOf", ())) if "$ref" in each or "type" in each
        ]
        if alternatives and "properties" not in schema:
            return self.value({**_annotations(schema), **dice.choice(alternatives)}, name)
        return self._of_type(schema)

    def _referred(self, reference: str) -> Schema:
        found: Any = self._description
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return dict(found)

    def _of_type(self, schema: Schema) -> Any:
        dice = self._dice
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                return self._list(schema)
            case "string":
                return word(dice) if dice.random() < 0.5 else dice.choice(("a", "cat", "square", "x" * 80))
            case "integer":
                low, high = int(schema.get("minimum", 0)), int(schema.get("maximum", 20))
                return number(dice) if dice.random() < ODD else dice.randint(low, min(high, low + 20))
            case "number":
                return number(dice) if dice.random() < ODD else dice.choice((0, 1, 2, 4, 2**0.5, dice.uniform(-5, 5)))
            case "boolean":
                return dice.random() < 0.5
            case "null":
                return None
        return hostile_value(dice)

    def _object(self, schema: Schema) -> dict[str, Any]:
        fields = dict(schema.get("properties", {}))
        if not fields:
            found = hostile_value(self._dice)
            return found if isinstance(found, dict) else {"type": found}
        needed = {*schema.get("required", ())}
        ways = [each["required"] for each in schema.get("oneOf", ()) if "required" in each]
        chosen = {*self._dice.choice(ways)} if ways else set()
        others = {name for way in ways for name in way} - chosen
        return {
            name: self.value(inner, name)
            for name, inner in fields.items()
            if name in needed | chosen or (name not in others and self._dice.random() < 0.4)
        }

    def _list(self, schema: Schema) -> list[Any]:
        if "prefixItems" in schema:
            return [self.value(each) for each in schema["prefixItems"]]
        low = schema.get("minItems", 0)
        count = self._dice.randint(low, max(low, min(schema.get("maxItems", LONG), LONG)))
        if self._dice.random() < ODD:
            most = schema.get("maxItems", 500)
            count = self._dice.choice((0, 1, most // 2, most, most + 1))
        return [self.value(schema.get("items", {})) for _ in range(count)]


def _annotations(schema: Schema) -> dict[str, Any]:
    return {key: schema[key] for key in ("enum", "const") if key in schema}


def spoilt(value: Any, dice: Random) -> Any:
    """Return a value with a hostile one in one place, or with a field too many."""
    if isinstance(value, dict) and value and dice.random() < 0.85:
        name = dice.choice([*value])
        if dice.random() < 0.1:
            return {**value, word(dice): hostile_value(dice)}
        return {**value, name: spoilt(value[name], dice)}
    if isinstance(value, list) and value and dice.random() < 0.85:
        at = dice.randrange(len(value))
        return [*value[:at], spoilt(value[at], dice), *value[at + 1 :]]
    return hostile_value(dice)

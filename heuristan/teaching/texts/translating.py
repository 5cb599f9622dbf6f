"""Translate texts: what the catalogue of a language has, and English for what it lacks."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "zh": "简体中文"}
"""Names of languages, each in itself."""
_ONE: Mapping[str, frozenset[int]] = {"fr": frozenset({0, 1}), "zh": frozenset()}
"""Numbers whose plural form is "one" in CLDR, where it is not 1 alone."""

Entry: TypeAlias = str | Mapping[str, str]
"""A translation, or translations by plural form."""
Section: TypeAlias = Mapping[str, Entry]


@cache
def sections_of(language: str) -> Mapping[str, Section]:
    """Return the catalogue of a language by sections; that of English has what has plural forms alone."""
    text = files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    found: Mapping[str, Section] = json.loads(text)
    return found


def texts_of(language: str, *sections: str) -> dict[str, Entry]:
    """Return the entries of some sections of a catalogue; of all, if none is named."""
    catalogue = sections_of(language)
    return {text: entry for name in sections or catalogue for text, entry in catalogue.get(name, {}).items()}


class Translator:
    """Translates texts into one language."""

    def __init__(self, language: str = "en") -> None:
        """Prepare for a language.

        Args:
            language: one of `LANGUAGES`.
        """
        self.language = language
        self._texts = texts_of(language)

    def listed(self, items: Iterable[str]) -> str:
        """Join items as in a sentence."""
        *others, last = items
        comma, joint = ("、", "和") if self.language == "zh" else (", ", f" {self('and')} ")
        return f"{comma.join(others)}{joint}{last}" if others else last

    def again(self, text: str) -> str:
        """Translate what the core says in English, with numbers and places in it; what no entry is like stays so."""
        for pattern in sections_of(self.language).get("patterns", {}):
            found = re.fullmatch(_as_expression(pattern), text)
            if found:
                return self(pattern, **found.groupdict())
        return text

    def __call__(self, text: str, **values: object) -> str:
        """Return a text in the language, with values in its places; `count` decides its plural form."""
        entry = self._texts.get(text, text)
        if not isinstance(entry, str):
            form = "one" if values.get("count") in _ONE.get(self.language, {1}) else "other"
            entry = entry.get(form) or entry["other"]
        return entry.format_map(values) if values else entry


def patterns_of(language: str) -> list[str]:
    """Return the texts that the program says in English, with values in them."""
    return [text for text in sections_of(language).get("patterns", {}) if "{" in text]


def _as_expression(pattern: str) -> str:
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(pattern))


def module_of(language: str) -> bytes:
    """Return the catalogue of a language as a module of the page, which browsers load faster than they ask for data."""
    said = texts_of(language)
    named = {name: said.get(title, title) for name, title in _titles().items()}
    texts, patterns = (json.dumps(each, ensure_ascii=False) for each in (named | said, patterns_of(language)))
    return f"export const TEXTS = {texts};\nexport const PATTERNS = {patterns};\n".encode()


@cache
def _titles() -> Mapping[str, str]:
    """Return the titles of shapes by their names as the page reads them."""
    return {in_words(name): read_shape(path).title for name, path in shape_files().items()}


def in_words(name: str) -> str:
    """Return the name of a puzzle as the page reads it."""
    return name.replace("-", " ").capitalize()


def modules() -> dict[str, bytes]:
    """Return the catalogues of all languages as modules of the page, by their file names."""
    return {f"texts-{language}.js": module_of(language) for language in LANGUAGES}

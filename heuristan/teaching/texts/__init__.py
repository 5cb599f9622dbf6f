"""Texts in other languages: one catalogue a language, read by Python and by the page in the browser.

Begin with `translating`. A catalogue is a JSON file in sections; a key is the English text, its value the translation,
or translations by the plural forms of CLDR. Texts have named places, like ``{count}``. It imports `common` alone.
"""

"""The option for the language of what is written for people at a table or on paper."""

import click

from heuristan.cli.options import Choice
from heuristan.teaching.texts.translating import LANGUAGES

language_option = click.option(
    "--language",
    type=Choice(tuple(LANGUAGES)),
    default="en",
    help="Language of the words: English, German, French, Spanish or Chinese.",
)

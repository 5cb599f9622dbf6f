"""What each ranking of a report is, in a line."""

from heuristan.common.plain_yaml import Text
from heuristan.common.words import plural
from heuristan.lab.reporting.selection import Selection, entries_of


def rankings_in_words(of: Selection) -> tuple[tuple[str, str], ...]:
    """Return the name of each ranking and what it is: its title, and how many rules from which to which."""
    texts = dict(of.connection.execute("SELECT ranking, text FROM rankings").fetchall())
    digests = {trial.name: trial.ranking for trial in of.trials}
    return tuple((name, _words(texts[digests[name]], of.rules[digests[name]])) for name in of.names)


def _words(text: str, rules: tuple[str, ...]) -> str:
    ends = f", from {rules[0]} to {rules[-1]}" if len(rules) > 1 else ""
    return "; ".join(filter(None, (_title(text), plural(len(rules), "rule") + ends)))


def _title(text: str) -> str:
    found = entries_of(text).get("title")
    return found.text if isinstance(found, Text) else ""

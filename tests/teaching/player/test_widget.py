"""A player in a notebook's cell: Python and the page name the moment to each other."""

import json
import sys

import pytest
from shared.browser import visit

from heuristan import solve
from heuristan.common.faults import MissingExtraError
from heuristan.common.web.bundle import text_of

NOTEBOOK = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A cell</title>
<link rel="icon" href="data:,"></head><body><div id="cell"></div><script type="module">
{widget}
const values = JSON.parse(document.getElementById("values").textContent), heard = [];
globalThis.model = {{
  saved: [],
  get: (name) => values[name],
  set: (name, value) => {{ values[name] = value; }},
  save_changes: () => globalThis.model.saved.push(values.moment),
  on: (event, call) => heard.push(call),
  off: (event, call) => heard.splice(heard.indexOf(call), 1),
  fromPython: (moment) => {{ values.moment = moment; heard.forEach((call) => call()); }},
}};
globalThis.leave = widget.render({{ model: globalThis.model, el: document.getElementById("cell") }});
</script><script type="application/json" id="values">{values}</script></body></html>
"""
"""A page that keeps the values of a widget as a notebook does."""


@pytest.mark.slow
def test_widget_keeps_the_moment_and_tells_who_observes_it():
    pytest.importorskip("anywidget", reason="the widget needs anywidget")
    player = solve("cat").play()
    widget = player.widget()
    heard = []
    widget.observe(lambda change: heard.append(change.new), "moment")
    widget.moment = 3
    assert heard == [3]
    assert (widget.title, widget.page) == (player.title, player.page)
    with pytest.raises(Exception, match="less than 1"):
        widget.moment = 0


@pytest.mark.slow
def test_widget_without_its_library_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(MissingExtraError, match=r"\[notebook\]"):
        solve("cat").play().widget()


@pytest.mark.slow
def test_page_and_python_name_the_moment_to_each_other(chromium, tmp_path):

    player = solve("cat").play()
    values = json.dumps({"title": player.title, "page": player.page, "moment": 4}).replace("<", "\\u003c")
    script = text_of("widget.js").replace("export default", "const widget =")
    (tmp_path / "cell.html").write_text(NOTEBOOK.format(widget=script, values=values), encoding="utf-8")
    with visit(chromium, tmp_path / "cell.html") as page:
        frame = page.frame_locator("iframe")
        shown = frame.locator(".count")
        shown.filter(has_text="4 of").wait_for()  # the moment that Python began with
        frame.get_by_role("button", name="Forward").click()
        page.wait_for_function("model.get('moment') === 5")
        assert page.evaluate("model.saved") == [5]
        page.evaluate("model.fromPython(2)")
        shown.filter(has_text="2 of").wait_for()
        page.evaluate("model.fromPython(999)")  # after the last: the last is shown, and Python is told its number
        page.wait_for_function("model.get('moment') < 999")
        assert shown.inner_text() == "{0} of {0}".format(page.evaluate("model.get('moment')"))
        page.evaluate("leave()")
        saved = page.evaluate("model.saved")
        frame.get_by_role("button", name="Back", exact=False).click()
        assert page.evaluate("model.saved") == saved

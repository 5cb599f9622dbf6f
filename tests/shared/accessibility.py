"""What a page is to people who do not see it, or use no mouse: its accessibility tree, live regions, order of focus."""

from pathlib import Path
from typing import Any

CONTROLS = frozenset(
    {"button", "checkbox", "combobox", "link", "option", "searchbox", "slider", "spinbutton", "textbox", "treeitem"}
)
NAMED = CONTROLS | {"application", "image", "img", "navigation", "region", "tree"}
"""Roles of what must have a name."""
NO_ROLES = frozenset({"", "generic", "none", "presentation", "unknown"})

AXE = "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"


def axe_faults(page: Any, from_npm: Path) -> list[tuple[str, str, list[str]]]:
    """Return what axe finds on a page: a rule, its words, and where it is broken.

    A link to another view begins with #; where the list of views scrolls, axe takes one out of sight for a skip link.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate((from_npm / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate(AXE)["violations"]
    places = [(each["id"], each["help"], [node["html"][:200] for node in each["nodes"]]) for each in found]
    return [each for each in places if each[0] != "skip-link" or any('class="skip"' in place for place in each[2])]


WATCH = """() => {
  const live = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], output";
  window.announced = [];
  new MutationObserver((changes) => {
    const elements = changes.map(({ target }) => (target.closest ? target : target.parentElement));
    const regions = new Set(elements.map((each) => each?.closest(live)));
    for (const region of regions) {
      const words = region?.innerText.trim();
      if (words) window.announced.push(words);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""
"""Note what a screen reader is told from now on."""

ORDER = """() => {
  const regions = "nav, header, section, svg, .stage, .beside, .more, .columns > *, .table-frame, li, main";
  const reached = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const isDrawn = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length;
  const isSeen = (each) => isDrawn(each) && !each.closest("[hidden]");
  const found = [...document.querySelectorAll(reached)].filter((each) => each.tabIndex >= 0 && isSeen(each));
  const boxes = found.filter((each) => !each.classList.contains("skip")).map((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    let region = each.closest(regions);
    while (!region.getClientRects().length) region = region.parentElement.closest(regions); // it has no box of its own
    return { words: each.ariaLabel || each.textContent || each.name, left, right, top, bottom, region };
  });
  const isBefore = (one, other) => {
    const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const inOneRow = shared > 0.5 * Math.min(one.bottom - one.top, other.bottom - other.top);
    return inOneRow ? one.left < other.right : one.top < other.bottom;
  };
  const wrong = boxes.slice(1).flatMap((box, k) => {
    const before = boxes[k];
    if (before.region === box.region) return isBefore(before, box) ? [] : [[before.words, box.words]];
    const [one, other] = [before.region, box.region].map((region) => region.getBoundingClientRect());
    const isWithin = before.region.contains(box.region) || box.region.contains(before.region);
    return isWithin || isBefore(one, other) ? [] : [[before.words, box.words]];
  });
  return { wrong, jumps: found.filter((each) => each.tabIndex > 0).length };
}"""
"""Where the focus goes back: pairs of what it goes through one after the other."""


def faults_of_tree(page: Any) -> list[str]:
    """Return what lacks a name or a role in the accessibility tree that Chromium gives to screen readers."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    found = []
    for node in nodes:
        if node.get("ignored"):
            continue
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "").strip()
        properties = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
        if role in NAMED and not name:
            found.append(f"{role} without a name")
        if properties.get("focusable") and role in NO_ROLES:
            found.append(f"focus goes to something without a role: {name or node['nodeId']}")
    return found

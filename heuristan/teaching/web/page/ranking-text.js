// The text of a ranking, in YAML, taken apart and put together again by its rules.

/**
 * @typedef {{ rule: string, title: string, text: string, refutes: boolean, entry: string | Record<string, any>, line: string, prefer: string[], "three-sided": string | null, "four-sided": string | null }} Rule
 *   A rule as the server says it; `line` is its entry in YAML.
 * @typedef {{ rule: Rule, isOn: boolean }} Entry a rule as it is listed
 * @typedef {{ rule: Rule, place: number }} Off a rule that is switched off, and its place in the list of all
 */

/**
 * Return all rules in one list: those of a ranking, and those that are switched off in their places.
 * @param {Rule[]} rules
 * @param {Off[]} off in the order of their places
 * @returns {Entry[]}
 */
export function withOff(rules, off) {
  const entries = rules.map((rule) => ({ rule, isOn: true }));
  for (const { rule, place } of off) entries.splice(place, 0, { rule, isOn: false });
  return entries;
}

/** Return the rules in a list that are switched off. @param {Entry[]} entries @returns {Off[]} */
export function offAmong(entries) {
  return entries.flatMap(({ rule, isOn }, place) => (isOn ? [] : [{ rule, place }]));
}

/** What a ranking that was changed keeps of its own, besides its rules. */
const KEPT = ["composites", "most-composites", "extension-lines", "strict", "entry-points"];

/**
 * Return the text of a ranking with other rules.
 * @param {string} text of the ranking that it was made of
 * @param {string} title
 * @param {string[]} lines the entries of the rules, in YAML
 */
export function withRules(text, title, lines) {
  const blocks = text.split(/^(?=[a-z-]+:)/m).filter((block) => KEPT.includes(block.split(":")[0]));
  const kept = blocks.map((block) => block.replace(/\s*$/, "\n")).join("");
  return `title: ${JSON.stringify(title)}\n${kept}rules:\n${lines.map((line) => `  - ${line}\n`).join("")}`;
}

/**
 * Return the entry of a rule with some settings changed; those that are empty are as in the catalogue.
 * @param {Rule} rule
 * @param {Record<string, any>} change
 */
export function changedLine(rule, change) {
  const entry = { ...(typeof rule.entry === "string" ? { rule: rule.entry } : rule.entry), ...change };
  const filled = Object.entries(entry).filter(([, value]) => value !== "" && value !== false && !(Array.isArray(value) && !value.length));
  // JSON is YAML
  return JSON.stringify(Object.fromEntries(filled)).replaceAll('":', '": ').replaceAll(',"', ', "');
}

/**
 * Return the place of the rule that stands in a line of a text, from 0; -1 if none does.
 * @param {string} text
 * @param {number} line from 1
 */
export function ruleInLine(text, line) {
  const lines = text.split("\n").slice(0, line);
  const first = lines.findIndex((each) => each.startsWith("rules:"));
  return first < 0 ? -1 : lines.slice(first).filter((each) => /^\s*- /.test(each)).length - 1;
}

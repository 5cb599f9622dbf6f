// The class: for a pupil a name and the tasks, for the teacher's projector who has solved what. It needs heuristan serve --class.

import { ask, listOf, Refusal } from "./api.js";
import { enter, isInClass, leave, me, report } from "./class-pupil.js";
import { button, html } from "./dom.js";
import { fillScreen, shrink } from "./filling.js";
import { t } from "./language.js";
import { tasks as tasksOfLesson } from "./lesson.js";
import { linkForOthers, save } from "./saving.js";
import { shapesIn } from "./shape-names.js";
import { silhouette } from "./silhouette.js";
import { listed } from "./told.js";
import { titleOf } from "./words.js";

/**
 * @import { View } from "./app.js"
 * @import { Ranked, Task } from "./class-pupil.js"
 * @import { Shape } from "./gallery.js"
 * @typedef {{ number: number, name: string, solved: string[], rankings: Ranked[], of_computer: number }} Pupil
 * @typedef {{ tasks: Task[], pupils: Pupil[], is_open: boolean }} Class
 */

const TEACHER = "heuristan teacher";
/** Milliseconds after which the teacher and a pupil look again. */
const AGAIN = { teacher: 3000, pupil: 10_000 };
/** How many names of one computer are more than a few pupils who share it. */
const MANY = 3;

/**
 * Open the view.
 * @param {HTMLElement} place
 * @returns {View}
 */
export function classView(place) {
  place.append(html("h1", {}, t("Class")));
  if (!isInClass()) {
    place.append(html("p", {}, t("There is no class here. A class needs a server, which your teacher starts with:"), " ", html("code", {}, "heuristan serve --class")));
    return { show: () => undefined };
  }
  const token = teacherToken();
  const side = token ? new Projector(place, token) : new Desk(place);
  const timer = setInterval(() => document.hidden || side.look(), token ? AGAIN.teacher : AGAIN.pupil);
  const resized = () => side.fit();
  addEventListener("resize", resized);
  return { show: () => side.look(), leave: () => (clearInterval(timer), removeEventListener("resize", resized)) };
}

/** Return the teacher's token, which does not stay in the address: the projector shows that to everybody. */
function teacherToken() {
  const told = new URLSearchParams(location.hash.split("?")[1] ?? "").get("teacher");
  if (told) {
    sessionStorage.setItem(TEACHER, told);
    history.replaceState(null, "", "#class");
  }
  return sessionStorage.getItem(TEACHER);
}

/** What a pupil sees. */
class Desk {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.said = html("p", { role: "status" });
    this.content = html("div", {});
    this.shown = "";
    place.append(this.said, this.content);
  }

  async look() {
    const now = me();
    if (!now) return this.shown === "door" || this.askName();
    try {
      this.show(await report());
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
      // another class may have begun since; what was done in the one before belongs to nobody here
      if (fault instanceof Refusal && fault.status === 403) await leave(), this.askName();
    }
  }

  askName() {
    this.shown = "door";
    const name = /** @type {HTMLInputElement} */ (html("input", { type: "text", maxlength: 24, autocomplete: "off", placeholder: t("Your name"), "aria-label": t("Your name") }));
    const come = async () => {
      try {
        this.show(await enter(name.value.trim()));
      } catch (fault) {
        this.say(/** @type {Error} */ (fault).message);
      }
    };
    name.addEventListener("keydown", (event) => event.key === "Enter" && come());
    this.content.replaceChildren(
      html("p", { class: "lead" }, t("Write your first name or any other. Your teacher sees it with what you solve; both are forgotten when the class ends.")),
      html("div", { class: "filter" }, name, button(t("Enter"), come, { class: "run" })),
    );
  }

  /** @param {Task[]} tasks */
  show(tasks) {
    const now = me();
    if (!now) return;
    const wanted = Number(new URLSearchParams(location.hash.split("?")[1] ?? "").get("task"));
    const chosen = tasks.filter(({ number }) => number === wanted);
    const shown = JSON.stringify([now, tasks, wanted]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.say("");
    const other = button(t("I am somebody else"), async () => (await leave(), this.askName()), { class: "small" });
    const done = listed(now.solved.map(titleOf));
    const isDone = (/** @type {Task} */ { shapes }) => Number(shapes.length > 0 && shapes.every((shape) => now.solved.includes(shape)));
    this.content.replaceChildren(
      html("p", {}, t("Your name:"), " ", html("b", {}, now.name), " ", other),
      ...(chosen.length ? chosen : [...tasks].sort((a, b) => isDone(a) - isDone(b))).map((task) => taskSection(task, now.solved)),
      html("p", { class: "quiet" }, tasks.length ? "" : t("There is no task yet:"), " ", tasks.length ? "" : html("a", { href: "#gallery" }, t("choose a shape")), now.solved.length ? ` ${t("You solved {shapes}.", { shapes: done })}` : ""),
    );
  }

  /** @param {string} words */
  say(words) {
    this.said.textContent = words;
  }

  /** A pupil's screen scrolls. */
  fit() {}
}

/** @param {Task} task @param {string[]} solved */
function taskSection({ number, shapes, question }, solved) {
  const list = html("ul", { class: "shapes" });
  listOf("shapes").then(({ shapes: all }) => list.replaceChildren(...shapes.map((shape) => card(all.find((/** @type {any} */ each) => each.shape === shape), solved.includes(shape)))), () => undefined);
  return html("section", { "aria-label": t("Task {number}", { number }) }, html("h2", {}, t("Task {number}", { number })), html("p", {}, question), list);
}

/** @param {any} shape @param {boolean} isSolved */
function card(shape, isSolved) {
  const words = html("span", { class: "quiet" }, isSolved ? t("solved") : t("to solve"));
  return html("li", {}, html("a", { class: `shape ${isSolved ? "is-solved" : ""}`, href: `#play?shape=${shape.shape}` }, silhouette(shape.rings), html("b", {}, t(shape.title)), words));
}

/** What the teacher's projector shows. */
class Projector {
  /** @param {HTMLElement} place @param {string} token */
  constructor(place, token) {
    this.token = token;
    this.shown = "";
    this.said = html("p", { role: "status" });
    this.tasks = html("div", { class: "tasks" });
    this.tables = html("div", { class: "tables" });
    this.door = button("", () => this.ask({ do: "door", is_open: !this.isOpen }));
    this.isOpen = true;
    this.isLost = false;
    const address = linkForOthers("");
    const shapes = /** @type {HTMLInputElement} */ (html("input", { type: "text", placeholder: ["cat", "swan", "goose"].map(titleOf).join(", "), "aria-label": t("Shapes of a task") }));
    const question = /** @type {HTMLInputElement} */ (html("input", { type: "text", maxlength: 400, placeholder: t("Which piece did you lay first, and why there?"), "aria-label": t("Question of a task") }));
    const set = async () => {
      const { names, fault } = await shapesIn(shapes.value, (await listOf("shapes")).shapes);
      if (fault) this.said.textContent = fault;
      else if (await this.ask({ do: "task", shapes: names, question: question.value })) shapes.value = question.value = "";
    };
    this.invitation = html("div", { class: "invitation" }, html("img", { src: "class.svg", alt: t("A code that leads to {address}", { address }) }), html("p", {}, t("Open this address, and write your name:"), html("br"), html("b", {}, address)));
    const controls = html("div", { class: "controls" }, button(t("Set the tasks of the lesson"), () => this.begin(forTeacher)), html("a", { class: "button", href: "#lesson?projector" }, t("Lesson")), this.door, button(t("Save the results as CSV"), () => this.save()));
    const forTeacher = html("details", { toggle: () => this.fit() }, html("summary", {}, t("For the teacher")), html("div", { class: "filter" }, shapes, question, button(t("Set the task"), set)), controls);
    this.side = html("div", { class: "side" }, this.invitation, this.said, forTeacher, this.tasks);
    place.classList.add("projector");
    place.append(this.side, this.tables);
  }

  look() {
    return this.ask({ do: "look" });
  }

  /** @param {any} request @returns {Promise<boolean>} whether it was done */
  async ask(request) {
    try {
      const now = await ask("class", { token: this.token, ...request });
      this.show(now, (await listOf("shapes")).shapes);
      if (request.do !== "look" || this.isLost) this.said.textContent = "";
      this.isLost = false;
      return true;
    } catch (fault) {
      this.isLost = request.do === "look";
      this.said.textContent = /** @type {Error} */ (fault).message;
      return false;
    }
  }

  /** Set the tasks of the lesson, one after the other, and show the class nothing else. @param {HTMLElement} forTeacher */
  async begin(forTeacher) {
    for (const task of tasksOfLesson()) if (!(await this.ask({ do: "task", ...task }))) return;
    forTeacher.removeAttribute("open");
  }

  async save() {
    const { table } = await ask("class", { do: "table", token: this.token });
    save("class.csv", new Blob(["\ufeff", table], { type: "text/csv" })); // without the mark Excel garbles names
  }

  /** @param {Class} now @param {Shape[]} all */
  show({ tasks, pupils, is_open }, all) {
    const shown = JSON.stringify([tasks, pupils, is_open]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.isOpen = is_open;
    this.invitation.hidden = !is_open;
    this.door.textContent = is_open ? t("Let nobody else in") : t("Let others in again");
    this.tasks.replaceChildren(...tasks.map((task) => this.task(task, pupils)));
    const wanted = [...new Set(tasks.flatMap((task) => task.shapes))];
    const shapes = wanted.flatMap((name) => all.find(({ shape }) => shape === name) ?? []);
    const others = (/** @type {Pupil} */ { solved }) => solved.filter((shape) => !wanted.includes(shape)).length;
    const hasOthers = pupils.some(others);
    const hasRankings = pupils.some(({ rankings }) => rankings.length);
    const head = () => html("thead", {}, html("tr", {}, html("th", { scope: "col" }, t("Name")), ...shapes.map(headOf), hasOthers && html("th", { scope: "col", title: t("Others"), "aria-label": t("Others") }, "+"), hasRankings && html("th", { scope: "col" }, t("Ranking solves")), html("td", { class: "out" })));
    const rows = [...pupils].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })).map((pupil) => html(
      "tr",
      {},
      html("th", { scope: "row", title: pupil.name }, pupil.name),
      ...wanted.map((shape) => html("td", {}, pupil.solved.includes(shape) ? "✓" : "")),
      hasOthers && html("td", {}, String(others(pupil) || "")),
      hasRankings && rankingCell(pupil.rankings.at(-1)),
      this.outCell(pupil),
    ));
    this.fit = () => {
      if (rows.length) fillScreen(this.tables, rows, head);
      else this.tables.replaceChildren(html("p", { class: "quiet" }, t("Nobody is here yet.")));
      shrink(this.side);
    };
    this.fit();
  }

  /** Lay out anew; what it does is known once somebody looked. */
  fit() {}

  /** @param {Task} task @param {Pupil[]} pupils */
  task({ number, shapes, question }, pupils) {
    const counts = shapes.flatMap((shape, place) => [
      place ? ", " : " ",
      html("a", { href: `#work?shape=${shape}&projector` }, titleOf(shape)),
      ` ${t("{now} of {all}", { now: pupils.filter(({ solved }) => solved.includes(shape)).length, all: pupils.length })}`,
    ]);
    const link = html("a", { href: linkForOthers(`#class?task=${number}`) }, t("Task {number}", { number }));
    return html("p", {}, link, ": ", question, ...counts, " ", removal("✕", t("Take out task {number}", { number }), () => this.ask({ do: "drop", number })));
  }

  /** @param {Pupil} pupil */
  outCell({ number, name, of_computer }) {
    const out = (/** @type {boolean} */ and_idle) => () => this.ask({ do: "remove", number, and_idle });
    return html("td", { class: "out" }, removal("✕", t("Take out {name}", { name }), out(false)), of_computer > MANY && removal("✕✕", t("Take out all of this computer who did nothing"), out(true)));
  }
}

/** @param {string} sign @param {string} words @param {() => void} act */
function removal(sign, words, act) {
  return button(sign, act, { class: "small out", title: words, "aria-label": words });
}

/** @param {Shape} shape */
function headOf({ shape, title, rings }) {
  return html("th", { scope: "col" }, html("a", { href: `#work?shape=${shape}&projector`, title: t(title) }, silhouette(rings, t(title))));
}

/** @param {Ranked | undefined} ranked */
function rankingCell(ranked) {
  return html("td", { title: ranked?.ranking }, ranked ? t("{now} of {all}", { now: ranked.solved, all: ranked.of }) : "");
}

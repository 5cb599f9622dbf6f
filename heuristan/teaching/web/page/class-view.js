// The class: for a pupil a name and the tasks, for the teacher's projector who has solved what. It needs heuristan serve --class.

import { ask, listOf, Refusal } from "./api.js";
import { enter, isInClass, leave, me, report } from "./class-pupil.js";
import { button, html } from "./dom.js";
import { t } from "./language.js";
import { tasks as tasksOfLesson } from "./lesson.js";
import { linkForOthers, save } from "./saving.js";
import { silhouette } from "./silhouette.js";
import { listed } from "./told.js";
import { titleOf } from "./words.js";

/**
 * @import { View } from "./app.js"
 * @import { Ranked, Task } from "./class-pupil.js"
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
  return { show: () => side.look(), leave: () => clearInterval(timer) };
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
    const name = /** @type {HTMLInputElement} */ (html("input", { type: "text", maxlength: 24, autocomplete: "off", "aria-label": t("Your name") }));
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
    this.content.replaceChildren(
      html("p", {}, t("Your name:"), " ", html("b", {}, now.name), " ", other),
      ...(chosen.length ? chosen : [...tasks].reverse()).map((task) => taskSection(task, now.solved)),
      html("p", { class: "quiet" }, tasks.length ? "" : t("There is no task yet:"), " ", tasks.length ? "" : html("a", { href: "#gallery" }, t("choose a shape")), now.solved.length ? ` ${t("You solved {shapes}.", { shapes: done })}` : ""),
    );
  }

  /** @param {string} words */
  say(words) {
    this.said.textContent = words;
  }
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
    this.tasks = html("div", {});
    this.table = html("div", { class: "scroll" });
    this.door = button("", () => this.ask({ do: "door", is_open: !this.isOpen }));
    this.isOpen = true;
    const address = linkForOthers("");
    const shapes = /** @type {HTMLInputElement} */ (html("input", { type: "text", placeholder: "cat, swan, goose", "aria-label": t("Shapes of a task") }));
    const question = /** @type {HTMLInputElement} */ (html("input", { type: "text", maxlength: 400, placeholder: t("Which piece did you lay first, and why there?"), "aria-label": t("Question of a task") }));
    const set = async () => {
      const names = shapes.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
      if (await this.ask({ do: "task", shapes: names, question: question.value })) shapes.value = question.value = "";
    };
    this.invitation = html("div", { class: "invitation" }, html("img", { src: "class.svg", alt: t("A code that leads to {address}", { address }) }), html("p", {}, t("Open this address, and write your name:"), html("br"), html("b", {}, address)));
    place.classList.add("projector");
    place.append(
      this.invitation,
      this.said,
      html("details", {}, html("summary", {}, t("For the teacher")), html("div", { class: "filter" }, shapes, question, button(t("Set the task"), set)), html("div", { class: "controls" }, button(t("Set the tasks of the lesson"), () => this.begin()), this.door, button(t("Save the results as CSV"), () => this.save()))),
      this.tasks,
      this.table,
    );
  }

  look() {
    return this.ask({ do: "look" });
  }

  /** @param {any} request @returns {Promise<boolean>} whether it was done */
  async ask(request) {
    try {
      this.show(await ask("class", { token: this.token, ...request }));
      this.said.textContent = "";
      return true;
    } catch (fault) {
      this.said.textContent = /** @type {Error} */ (fault).message;
      return false;
    }
  }

  /** Set the tasks of the lesson, one after the other. */
  async begin() {
    for (const task of tasksOfLesson()) if (!(await this.ask({ do: "task", ...task }))) return;
  }

  async save() {
    const { table } = await ask("class", { do: "table", token: this.token });
    save("class.csv", new Blob(["\ufeff", table], { type: "text/csv" })); // without the mark Excel garbles names
  }

  /** @param {Class} now */
  show({ tasks, pupils, is_open }) {
    const shown = JSON.stringify([tasks, pupils, is_open]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.isOpen = is_open;
    this.invitation.hidden = !is_open;
    this.door.textContent = is_open ? t("Let nobody else in") : t("Let others in again");
    this.tasks.replaceChildren(...tasks.map((task) => this.task(task, pupils)));
    const shapes = [...new Set(tasks.flatMap((task) => task.shapes))];
    const heads = [t("Name"), ...shapes.map(titleOf), t("Others"), t("Ranking solves")];
    this.table.replaceChildren(
      pupils.length
        ? html("table", {}, html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)), html("td", {}))), html("tbody", {}, ...pupils.map((pupil) => this.row(pupil, shapes))))
        : html("p", { class: "quiet" }, t("Nobody is here yet.")),
    );
  }

  /** @param {Task} task @param {Pupil[]} pupils */
  task({ number, shapes, question }, pupils) {
    const counts = shapes.flatMap((shape, place) => [
      place ? ", " : " ",
      html("a", { href: `#work?shape=${shape}` }, titleOf(shape)),
      ` ${t("{now} of {all}", { now: pupils.filter(({ solved }) => solved.includes(shape)).length, all: pupils.length })}`,
    ]);
    const link = html("a", { href: linkForOthers(`#class?task=${number}`) }, t("Task {number}", { number }));
    return html("p", {}, link, ": ", question, ...counts, " ", button(t("Take out"), () => this.ask({ do: "drop", number }), { class: "small out", "aria-label": t("Take out task {number}", { number }) }));
  }

  /** @param {Pupil} pupil @param {string[]} shapes */
  row({ number, name, solved, rankings, of_computer }, shapes) {
    const others = solved.filter((shape) => !shapes.includes(shape)).length;
    const last = rankings.at(-1);
    const out = (/** @type {boolean} */ all) => this.ask({ do: "remove", number, and_idle: all });
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, name),
      ...shapes.map((shape) => html("td", {}, solved.includes(shape) ? "✓" : "")),
      html("td", {}, others ? String(others) : ""),
      html("td", {}, last ? `${t("{now} of {all}", { now: last.solved, all: last.of })} (${last.ranking})` : ""),
      html("td", {}, button(t("Take out"), () => out(false), { class: "small out", "aria-label": t("Take out {name}", { name }) }), of_computer > MANY && button(t("Take out all of this computer who did nothing"), () => out(true), { class: "small out" })),
    );
  }
}

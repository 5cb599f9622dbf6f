// A pupil of a class, as this browser knows it: the name, the secret that the server gave, and all that was done since then.

import { ask } from "./api.js";

/**
 * @typedef {{ number: number, shapes: string[], question: string }} Task
 * @typedef {{ ranking: string, solved: number, of: number }} Ranked
 * @typedef {{ name: string, secret: string, solved: string[], rankings: Ranked[] }} Me
 */

const NAME = "heuristan class";
/** How many rankings are reported: those that ended last. */
const MOST = 5;

/** Return whether the server has a class; a site without a server never has one. */
export function isInClass() {
  return "class" in document.body.dataset;
}

/** Return who this browser is, if somebody entered a name here. @returns {Me | null} */
export function me() {
  try {
    return isInClass() ? JSON.parse(localStorage.getItem(NAME) ?? "null") : null;
  } catch {
    return null;
  }
}

/** Come into the class. @param {string} name @returns {Promise<Task[]>} what is to be done */
export async function enter(name) {
  const { secret, tasks } = await ask("class", { do: "enter", name });
  write({ name, secret, solved: [], rankings: [] });
  return tasks;
}

/** Go out of the class, for somebody else at this computer. */
export async function leave() {
  const secret = me()?.secret;
  localStorage.removeItem(NAME);
  if (secret) await ask("class", { do: "leave", secret }).catch(() => undefined); // the server has forgotten it before
}

/**
 * Say all that was done: what an earlier report could not say is said now.
 * @returns {Promise<Task[]>} what is to be done
 */
export async function report() {
  const now = me();
  if (!now) return [];
  const { secret, solved, rankings } = now;
  return (await ask("class", { do: "report", secret, solved, rankings })).tasks;
}

/**
 * Return the last task that a shape belongs to, and those of its shapes that are not solved, in the order after it.
 * @param {string} shape
 */
export async function taskOf(shape) {
  const task = (await report().catch(() => [])).findLast(({ shapes }) => shapes.includes(shape));
  if (!task) return undefined;
  const solved = me()?.solved ?? [];
  const at = task.shapes.indexOf(shape);
  return { ...task, left: [...task.shapes.slice(at), ...task.shapes.slice(0, at)].filter((each) => each !== shape && !solved.includes(each)) };
}

/** Report a shape whose pieces were all laid. @param {string} shape */
export function reportSolved(shape) {
  change((now) => ({ ...now, solved: [...now.solved.filter((each) => each !== shape), shape] }));
}

/** Report how many shapes a ranking solves in the first attempt. @param {string} ranking its title @param {number} solved @param {number} of */
export function reportRanking(ranking, solved, of) {
  const title = ranking.slice(0, 80);
  change((now) => ({ ...now, rankings: [...now.rankings.filter((each) => each.ranking !== title), { ranking: title, solved, of }].slice(-MOST) }));
}

/** @param {(now: Me) => Me} changed */
function change(changed) {
  const now = me();
  if (!now) return;
  write(changed(now));
  report().catch(() => undefined); // it is said again with the next one, and by the view of the class
}

/** @param {Me} now */
function write(now) {
  localStorage.setItem(NAME, JSON.stringify(now));
}

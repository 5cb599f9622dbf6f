// What a page that stands in a frame tells the page around it; docs/embedding.md describes it.

/** The version of the messages. */
const VERSION = 1;

/**
 * Return what tells the page around this one of an event; where there is none, nobody is told.
 * @param {"play" | "player"} kind of this page
 * @param {string} id of the puzzle, or title of the run
 * @returns {(event: string, facts?: Record<string, number>) => void}
 */
export function telling(kind, id) {
  if (parent === window) return () => undefined;
  // a frame without an origin of its own can be named by no address, and nothing of this is a secret
  return (event, facts) => parent.postMessage({ heuristan: VERSION, kind, id, event, ...facts }, "*");
}

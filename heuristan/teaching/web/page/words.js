// Words as people write them.

/** Begin with a capital letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return the name of a puzzle as a title. @param {string} id */
export function titleOf(id) {
  return capital(id.replaceAll("-", " "));
}

/** Say what is waited for. @param {string} what */
export function coming(what) {
  return `The ${what} is coming. Right after the start this takes some seconds.`;
}

/** End with a full stop, if with nothing of the kind. @param {string} text */
export function sentence(text) {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

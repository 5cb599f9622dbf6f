// Things to take away: files that the browser saves, and links for others.

/**
 * Save a file.
 * @param {string} name
 * @param {Blob} data
 */
export function save(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Return the link to a view as others can open it: on the server's own computer the page has an address that they have not.
 * @param {string} hash with its '#'
 * @returns {string}
 */
export function linkForOthers(hash) {
  const isOwn = /^(localhost|127\.[0-9.]+|\[::1\])$/.test(location.hostname);
  return `${(isOwn && document.body.dataset.address) || location.href.split("#")[0]}${hash}`;
}

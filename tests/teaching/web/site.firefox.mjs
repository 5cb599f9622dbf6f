// Steps the cat in Firefox, asks, and plays: node site.firefox.mjs FIREFOX ADDRESS...; prints what each page said and asked for.

import puppeteer from "puppeteer-core";

const [executablePath, ...addresses] = process.argv.slice(2);
// each in a browser of its own, at the same time: a page in the background would wait
console.log(JSON.stringify(Object.fromEntries(await Promise.all(addresses.map(visited)))));

async function visited(address) {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath });
  const heard = await visit(await browser.newPage(), address);
  await browser.close();
  return [address, heard];
}

async function visit(page, address) {
  page.setDefaultTimeout(90_000);
  const [errors, asked] = [[], []];
  page.on("console", (message) => errors.push(message.text()));
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("request", (request) => asked.push(request.url().slice(0, 200)));
  const press = (name, role = "button") => page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
  const isThere = (selector, words = "") =>
    page.waitForFunction((place, text) => document.querySelector(place)?.textContent.includes(text), {}, selector, words);

  await page.goto(`${address}#work?shape=cat`);
  await isThere(".count", "0 steps");
  await press("Step");
  await isThere(".count", "1 step");
  await press("Why not rule 1?");
  await isThere(".answer img");
  await press("Go on to the end");
  await isThere(".status.solved");
  await press("Play", "link");
  for (const said of ["Look at this vertex", "goes to this vertex", "goes here"]) {
    await page.locator("button.hint").click();
    await isThere(".advice", said);
  }
  await press("Lay it for me");
  await isThere(".said-small", "1 of 7");
  await page.locator("button.hint").click();
  await isThere(".advice", "Look at this vertex");
  const advice = await page.$eval(".advice", (element) => element.textContent);
  await page.close();
  return { advice, errors, asked };
}

// Steps the cat in Firefox, asks, and plays: node site.firefox.mjs FIREFOX ADDRESS; prints what the page said and asked for.

import puppeteer from "puppeteer-core";

const [executablePath, address] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath });
console.log(JSON.stringify({ [address]: await visit(await browser.newPage(), address) }));
await browser.close();

async function visit(page, address) {
  page.setDefaultTimeout(90_000);
  const [errors, asked] = [[], []];
  page.on("console", (message) => errors.push(message.text()));
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("request", (request) => asked.push(request.url().slice(0, 200)));
  // a click by the mouse waits until nothing moves, which a busy machine may never see
  const press = async (name, role = "button") =>
    (await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`)).evaluate((element) => element.click());
  const isThere = (selector, words = "") =>
    page.waitForFunction((place, text) => document.querySelector(place)?.textContent.includes(text), {}, selector, words);

  await page.goto(`${address}#work?shape=cat`);
  await isThere(".count", "0 steps");
  await press("Step");
  await isThere(".count", "1 step");
  await press("Why nothing? Rule 1");
  await isThere(".picture img");
  await press("Go on to the end");
  await isThere(".status.solved");
  await press("Play", "link");
  for (const said of ["Look at this corner", "goes to this corner", "goes here"]) {
    await page.locator("button.hint").click();
    await isThere(".advice", said);
  }
  await press("Lay it for me");
  await isThere(".said-small", "1 of 7");
  await page.locator("button.hint").click();
  await isThere(".advice", "Look at this corner");
  const advice = await page.$eval(".advice", (element) => element.textContent);
  await page.close();
  return { advice, errors, asked };
}

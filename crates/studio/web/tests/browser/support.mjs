// What the browser tests share: a browser, the page in it, and its cells.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromiumPath, driver, watched } from "./watch.mjs";

export async function browserOf(playwright) {
  const chromium = await driver(playwright);
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** The page in a tab, with everything that went wrong in it. */
export class Page {
  static async open(browser, address, options = {}) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      acceptDownloads: true,
      ...options,
    });
    context.setDefaultTimeout(60_000);
    const page = new Page(context, new URL(address));
    await page.newTab(address);
    return page;
  }

  constructor(context, { origin, hash }) {
    // With the token of a launch the page has the server's files and engines.
    const isServed = hash.startsWith("#token=");
    Object.assign(this, { context, origin, isServed, errors: [] });
  }

  async newTab(address) {
    const tab = watched(await this.context.newPage());
    tab.on("console", (message) => message.type() === "error" && this.errors.push(message.text()));
    tab.on("pageerror", (error) => this.errors.push(String(error.stack ?? error)));
    tab.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.origin) && !/^(data|blob):/.test(url)) this.errors.push(`a request to ${url}`);
    });
    await tab.goto(address);
    this.tab = tab;
    return tab;
  }

  async close() {
    assert.deepEqual(this.errors, []);
    await this.context.close();
  }

  /** Waits until the page says this of the drawing as it is now. */
  async verdict(answer, timeout = 60_000) {
    await this.tab
      .waitForSelector(`#verdict[data-answer="${answer}"][data-settled]`, { timeout })
      .catch(async (error) => {
        throw new Error(
          `wanted ${answer}; the page says: ${await this.tab.textContent(".verdict")}; ${await this.tab.textContent("#notice")}; ${this.errors}; ${error.message}`,
        );
      });
  }

  async newLevel(game) {
    await this.tab.click("#new");
    await this.tab.click(`#new-dialog [data-game="${game}"]`);
  }

  /** Opens a text as a file that is picked. */
  async openFile(name, text) {
    await this.tab.click("#open");
    const [chooser] = await Promise.all([this.tab.waitForEvent("filechooser"), this.tab.click("#open-disk")]);
    await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await this.tab.waitForFunction((wanted) => document.querySelector(".file-name").value === wanted, name);
  }

  /** The middle of a cell, in pixels. */
  async point(x, y) {
    await this.tab.waitForSelector("#level");
    const box = await this.tab.locator("#level").boundingBox();
    const { columns, rows } = await this.size();
    return { x: box.x + ((x + 0.5) / columns) * box.width, y: box.y + ((y + 0.5) / rows) * box.height };
  }

  async size() {
    const [, columns, rows] = (await this.tab.textContent("#status")).match(/(\d+) × (\d+)/);
    return { columns: Number(columns), rows: Number(rows) };
  }

  async paint(letter, x, y) {
    await this.tab.click(`.palette [data-letter="${letter}"]`);
    const { x: left, y: top } = await this.point(x, y);
    await this.tab.mouse.click(left, top);
  }

  async drag(from, to) {
    const a = await this.point(...from),
      b = await this.point(...to);
    await this.tab.mouse.move(a.x, a.y);
    await this.tab.mouse.down();
    await this.tab.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await this.tab.mouse.move(b.x, b.y, { steps: 4 });
    await this.tab.mouse.up();
  }

  /** Saves to the browser's downloads, which a page with a project folder has to be told. */
  async press(button) {
    await this.tab.click(button);
    if (this.isServed && button === "#save") {
      await this.tab.click("#save-dialog button:text-matches('downloads')");
    }
  }

  /** The file as the page saves it. */
  async saved(button = "#save") {
    const downloading = Promise.all([this.tab.waitForEvent("download"), this.press(button)]);
    const [download] = await downloading.catch(async (error) => {
      throw new Error(`nothing was saved; the page says: ${await this.tab.textContent("#notice")}; ${error.message}`);
    });
    const stream = await download.createReadStream();
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
  }

  /** The same text without a download: Chromium allows ten of them in a row. */
  async savedText() {
    await this.tab.evaluate(() => {
      window.handedOver = null;
      window.createAddress ??= URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        window.handedOver = blob;
        return window.createAddress.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = () => {};
    });
    await this.press("#save");
    await this.tab.waitForFunction(() => window.handedOver !== null);
    return this.tab.evaluate(() => window.handedOver.text());
  }

  async drop(name, bytes) {
    const data = await this.tab.evaluateHandle(
      ([name, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], name));
        return data;
      },
      [name, bytes.toString("base64")],
    );
    await this.tab.dispatchEvent("body", "drop", { dataTransfer: data });
  }

  async shot(folder, name) {
    mkdirSync(folder, { recursive: true });
    await this.tab.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
}

import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  accessibilityProblems,
  addChecker,
  pageLanguages,
} from "../../../../e2e/support/accessibility-problems.ts";
import { keyboardProblems } from "../../../../e2e/support/keyboard-problems.ts";
import { openBrowser } from "../../../../e2e/support/open-browser.ts";
import { isDeep } from "../../../../scripts/vitest/depth.ts";
import { allRoutes } from "../support/routes/all-routes.ts";
import { openRow, sendRow, type OpenedRow } from "../support/routes/open-row.ts";

/** Only the pages of the row that is open are behind it. */
const origin = "http://platform.example";

const shown = allRoutes.filter(({ method, status }) => method === "GET" && status === 200);

let browser: Browser;
let page: Page;
let opened: OpenedRow;

beforeAll(async () => {
  browser = await openBrowser();
  // The checker is a script, which the policy of the pages would not let in.
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
  await addChecker(context);
  await context.route("**/*", answer);
  page = await context.newPage();
});
afterAll(() => browser.close());

/** Answers a request of the browser as the owner of the row. */
async function answer(route: Route): Promise<void> {
  const { href } = new URL(route.request().url());
  const cookie = [...opened.owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await opened.platform.fetch(href.slice(origin.length), { headers: { cookie } });
  const headers = Object.fromEntries(reply.headers);
  await route.fulfill({ status: reply.status, headers, body: Buffer.from(await reply.arrayBuffer()) });
}

it.each(shown.map((row, place) => ({ row, place, path: row.path })))(
  "$path has no accessibility problem, no sideways scrolling, and needs no mouse",
  async ({ row, place }) => {
    opened = await openRow(row);
    const { headers } = await sendRow(opened, opened.owner);
    if (headers.get("content-type")?.startsWith("text/html") !== true) return;
    // The quick and the deep run together look at each page in both languages.
    const language = pageLanguages[(place + Number(isDeep)) % pageLanguages.length] ?? "en";
    const address = new URL(opened.request.address ?? row.path, origin);
    address.searchParams.set("lang", language);
    await page.goto(address.href);
    const problems = [
      ...(await accessibilityProblems(page, language, place)),
      ...(await keyboardProblems(page)),
    ];
    expect(problems).toEqual([]);
  },
);

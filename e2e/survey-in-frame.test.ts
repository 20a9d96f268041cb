import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform } from "./support/platform-process.ts";
import { createSurvey, publishForWebsite, signInAuthor } from "./support/survey-author.ts";
import { makeCredentials, startTlsRelay, startTlsWebsite } from "./support/tls-servers.ts";

const text = `Lunch

Welcome.

Which dish?[Single Choice]
Soup
Salad

=== Page Break ===

Anything else?[Single Line Text]`;

let browser: Browser;

beforeAll(async () => {
  // As browsers do that block cookies of other sites, and leave only those that are kept apart for each website.
  browser = await openBrowser(["--test-third-party-cookie-phaseout"]);
});
afterAll(() => browser.close());

function openContext(): Promise<BrowserContext> {
  return browser.newContext({ locale: "en-US", ignoreHTTPSErrors: true });
}

test("over TLS, a survey in a frame of another site is left, resumed and sent in a browser that blocks third-party cookies", async () => {
  const credentials = await makeCredentials();
  let platformPort = 0;
  let framed = "";
  await using relay = await startTlsRelay(credentials, () => platformPort);
  await using website = await startTlsWebsite(credentials, (_, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(`<iframe src="${framed}" width="400" height="900"></iframe>`),
  );
  const url = `https://localhost:${relay.port}`;
  await using platform = await startPlatform({ command: "demo", environment: { SOP_AUTH_URL: url } });
  platformPort = Number(new URL(platform.url).port);
  const ada = await signInAuthor(await openContext(), url);
  const survey = await createSurvey(ada, url, text);
  framed = await publishForWebsite(ada, `${url}${survey}`, `https://127.0.0.1:${website.port}`);
  expect(framed).toMatch(/^https:\/\/localhost:/);

  const visitor = await (await openContext()).newPage();
  const frame = visitor.frameLocator("iframe");
  await visitor.goto(`https://127.0.0.1:${website.port}/`);
  await frame.getByLabel("Salad").check();
  await frame.getByRole("button", { name: "Next" }).click();
  await frame.getByLabel(/Anything else/).waitFor();
  // The cookie in the frame names the half-filled form.
  await visitor.reload();
  await frame.getByLabel(/Anything else/).fill("No");
  await expect
    .poll(
      async () => {
        const send = frame.getByRole("button", { name: "Send answers" });
        if ((await send.count()) > 0) await send.click();
        return frame.locator("main").innerText();
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toMatch(/thank you/i);
});

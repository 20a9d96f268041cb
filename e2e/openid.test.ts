import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials, writePublicApplication } from "./support/declaration-file.ts";
import { openBrowser } from "./support/open-browser.ts";
import { startPlatform } from "./support/platform-process.ts";

const library = readFileSync(
  new URL("browser/oidc-client-ts.min.js", import.meta.resolve("oidc-client-ts").replace(/esm\/.*$/, "")),
);

/** What a developer writes around the library, with nothing but the address of the platform. */
const script = `
  const settings = { ...JSON.parse(document.body.dataset.client), response_type: "code", loadUserInfo: true };
  const manager = new oidc.UserManager(settings);
  const show = (text) => { document.querySelector("output").textContent = text; };
  const told = (error) => show("error " + error.message);
  const [redirect, popup] = document.querySelectorAll("button");
  redirect.onclick = () => manager.signinRedirect().catch(told);
  popup.onclick = () => manager.signinPopup().then((user) => show("popup " + user.profile.name)).catch(told);
  if (location.search !== "" && window.opener) manager.signinPopupCallback().catch(told);
  else if (location.search !== "")
    manager.signinRedirectCallback()
      .then(async (user) => {
        const again = await manager.signinSilent();
        show(user.profile.name + " " + (again.profile.sub === user.profile.sub));
      })
      .catch(told);
`;

/** A website of which everything runs in the browser, on this machine. */
async function serveSite() {
  let client = {};
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/library.js") return void response.end(library);
    if (request.url === "/script.js") return void response.end(script);
    const chunks: string[] = [];
    for await (const chunk of request.setEncoding("utf8")) chunks.push(String(chunk));
    const told = JSON.stringify(client).replaceAll('"', "&quot;");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Site</title><body data-client="${told}"><button>Sign in</button><button>In a window</button>
      <output></output><pre>${request.method} ${chunks.join("").replaceAll("<", "&lt;")}</pre>
      <script src="/library.js"></script><script src="/script.js"></script>`);
  }
  return {
    url,
    tell: (settings: object) => void (client = settings),
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}

async function startSite() {
  const stack = new AsyncDisposableStack();
  const site = stack.use(await serveSite());
  const callback = `${site.url}/callback`;
  const file = writePublicApplication(callback);
  const platform = stack.use(await startPlatform({ parameters: ["--apply", file] }));
  const { appid } = credentials.publicApplication;
  site.tell({
    authority: platform.url,
    client_id: appid,
    redirect_uri: callback,
    scope: "openid profile offline_access",
  });
  return { site, platform, appid, callback, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function signIn(page: Page): Promise<void> {
  await page.locator("input[name=username]").fill(credentials.ada.username);
  await page.locator("input[name=password]").fill(credentials.ada.password);
  await page.keyboard.press("Enter");
  await page.locator("button[name=decision][value=allow]").waitFor();
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("oidc-client-ts signs a user in in the browser, and renews the tokens without asking", async () => {
  await using stage = await startSite();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stage.site.url);
  await page.getByRole("button", { name: "Sign in" }).click();
  await signIn(page);
  await page.locator("button[name=decision][value=allow]").click();
  await expect.poll(() => page.locator("output").textContent()).toBe("Ada Lovelace true");
  await context.close();
});

test("oidc-client-ts signs a user in in a window of its own, which tells the site that opened it, after a wrong password too", async () => {
  await using stage = await startSite();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stage.site.url);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "In a window" }).click();
  const popup = await opening;
  await popup.locator("input[name=username]").fill(credentials.ada.username);
  await popup.locator("input[name=password]").fill("wrong");
  await popup.keyboard.press("Enter");
  await popup
    .locator("input[name=password][aria-invalid=true], .error-summary, [role=alert]")
    .first()
    .waitFor();
  await signIn(popup);
  await popup.locator("button[name=decision][value=allow]").click();
  await expect.poll(() => page.locator("output").textContent()).toBe("popup Ada Lovelace");
  await context.close();
});

describe("a result by a form", () => {
  test.each([true, false])("gets to the application, with scripts: %s", async (javaScriptEnabled) => {
    await using stage = await startSite();
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const link = new URL(`${stage.platform.url}/oauth/authorize`);
    link.search = new URLSearchParams({
      response_type: "code",
      response_mode: "form_post",
      client_id: stage.appid,
      redirect_uri: stage.callback,
      scope: "openid",
      state: "a state",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    }).toString();
    await page.goto(link.href);
    await signIn(page);
    await page.locator("button[name=decision][value=allow]").click();
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(stage.callback);
    expect(await page.locator("pre").innerText()).toMatch(/^POST code=sopc_.*&state=a\+state&iss=http/);
    await context.close();
  });
});

import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Browser, type Page } from "../support/browser.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** The cookie that binds a sign-in form to a browser. */
const formCookie = "sop_sign_in";

/** The token that a form needs when this is the value of the cookie. */
function formToken(cookie: string): string {
  return createHmac("sha256", cookie).update("csrf").digest("base64url");
}

/** Values that the platform never makes, so that others can know them. */
const plantedValues = ["", "x", "x".repeat(31), "x".repeat(33), "=".repeat(32)];

describe("a sign-in form whose cookie has a value that was not made here", () => {
  it.each(plantedValues)("is refused with the cookie %j", async (cookie) => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    browser.cookies.set(formCookie, cookie);
    const fields = { username: "ada", password: sampleSecrets.ada, return_to: "/" };
    const refused: Page = await browser.post("/login", { ...fields, csrf: formToken(cookie) });
    expect(refused.status).toBe(403);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
  });

  it.each(plantedValues)("gets another cookie in place of %j, and works with that", async (cookie) => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    browser.cookies.set(formCookie, cookie);
    const form = await browser.get("/login");
    expect(browser.cookies.get(formCookie)).toMatch(/^[\w-]{32}$/);
    expect(form.html).not.toContain(formToken(cookie));
    const signedIn = await browser.submit(form, "/login", { username: "ada", password: sampleSecrets.ada });
    expect(signedIn.status).toBe(303);
  });
});

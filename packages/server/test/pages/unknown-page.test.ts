import { expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const unknown = ["/nowhere", "/account/nowhere", "/%00"];

test.each(unknown)(
  "the page for %s, which there is not, shows who is signed in, and sets no cookie",
  async (path) => {
    const platform = await startTestPlatform();
    const page = await (await signedInBrowser(platform)).get(`${path}?lang=en`);
    expect(page.status).toBe(404);
    expect(page.html).toContain("Sign out");
    expect(page.headers.getSetCookie()).toEqual([]);
    const other = await new Browser(platform).get(path);
    expect(other.status).toBe(404);
    expect(other.html).not.toContain("Sign out");
  },
);

test("a page that is asked with a method that it does not take names those that it takes", async () => {
  const platform = await startTestPlatform();
  const page = await platform.fetch("/account?lang=en", { method: "DELETE" });
  expect([page.status, page.headers.get("allow")]).toEqual([405, "GET, POST"]);
  expect(page.headers.getSetCookie()).toEqual([]);
});

import type { HtmlEscapedString } from "hono/utils/html";
import { expect, test } from "vitest";
import { contentSecurityPolicy } from "../../src/pages/content-security-policy.ts";
import { renderPage, renderPart } from "../../src/pages/render-page.ts";

async function Late(): Promise<HtmlEscapedString> {
  return Promise.resolve(<p>late</p>);
}

const page = <html lang="en">text</html>;

test("a page is a whole HTML document in UTF-8 with the status asked for", async () => {
  const answer = await renderPage(page, { status: 404 });
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await answer.text()).toBe(`<!doctype html><html lang="en">text</html>`);
});

test("a page cannot be cached or framed, and sends no referrer", async () => {
  const { headers } = await renderPage(page, { status: 200 });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
});

test("a page may load its stylesheet and pictures from this origin and send forms to it, and nothing else", async () => {
  const { headers } = await renderPage(page, { status: 200 });
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test("the consent page's policy says nothing about forms, or the way back to the application would be blocked", async () => {
  const { headers } = await renderPage(page, { status: 200, formAction: false });
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test("a script runs only where asked for, and only as a file of this origin", async () => {
  expect(contentSecurityPolicy({ formAction: true })).not.toContain("script-src");
  expect(contentSecurityPolicy({ formAction: true, script: true })).toContain("; script-src 'self';");
  const { headers } = await renderPage(page, { status: 200, script: true });
  expect(headers.get("content-security-policy")).toContain("script-src");
});

test("no policy ever allows what is written inside a page", () => {
  for (const formAction of [true, false]) {
    for (const script of [true, false]) {
      expect(contentSecurityPolicy({ formAction, script })).not.toMatch(/unsafe|data:|https?:|\*/);
    }
  }
});

test("a page waits for its parts", async () => {
  const answer = await renderPage(<html>{<Late />}</html>, { status: 200 });
  expect(await answer.text()).toBe("<!doctype html><html><p>late</p></html>");
});

test("a part that would have to wait is refused instead of sent as an empty object", () => {
  expect(() => renderPart(<Late />)).toThrow(TypeError);
  expect(() => renderPart(<html>{<Late />}</html>)).toThrow(TypeError);
});

import { expect, test } from "vitest";
import { HomePage } from "../../src/pages/home-page.tsx";
import { htmlOf, textOf } from "./sample-pages.tsx";

test("the start page leads to everything that is there", () => {
  const html = htmlOf(<HomePage language="en" path="/" />);
  for (const path of ["/login", "/account/applications", "/docs/api", "/openapi.json"]) {
    expect(html).toContain(`href="${path}"`);
  }
});

test("the start page says who is signed in, and then does not ask again", () => {
  const signedIn = { nickname: "Ada", username: "ada", administrator: false, csrf: "c" };
  const html = htmlOf(<HomePage language="en" path="/" signedIn={signedIn} />);
  expect(textOf(html)).toContain("You are signed in as Ada.");
  expect(html).not.toContain(`href="/login"`);
  expect(html).toContain(`action="/logout"`);
});

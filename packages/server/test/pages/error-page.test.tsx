import { describe, expect, test } from "vitest";
import { ErrorPage, type PageProblem } from "../../src/pages/error-page.tsx";
import { languages } from "@survey-open-platform/service";
import { textsFor } from "../../src/pages/texts/texts.ts";
import { htmlOf, textOf } from "./sample-pages.tsx";

const requestId = "5b0f2f0e-6c0e-4b8e-9d0a-1c2d3e4f5a6b";
const problems = Object.keys(textsFor("en").problems) as readonly PageProblem[];
const cases = languages.flatMap((language) => problems.map((problem) => ({ language, problem })));

test.each(cases)("$problem in $language says what happened, what to do and the number to name", (given) => {
  const html = htmlOf(<ErrorPage {...given} path="/" requestId={requestId} />);
  const { title, happened, advice, developer } = textsFor(given.language).problems[given.problem];
  expect(html).toContain(`<h1>${title}</h1>`);
  for (const sentence of [happened, advice, developer ?? ""]) expect(textOf(html)).toContain(sentence);
  expect(html).toContain(`<code class="request-id">${requestId}</code>`);
});

function render(problem: PageProblem, detail?: string): string {
  return htmlOf(<ErrorPage language="en" path="/" problem={problem} detail={detail} requestId={requestId} />);
}

describe("the line for developers", () => {
  test("names the parameter", () => {
    expect(render("duplicated_parameter", "scope")).toContain("<code>scope</code>");
  });

  test("is left out when only the reader can do something about it", () => {
    expect(render("request_expired")).not.toContain("For the developer");
    expect(render("internal_error")).not.toContain("For the developer");
  });
});

test("a mismatched redirect address is shown as unregistered, without a redirect", () => {
  const text = textOf(render("redirect_uri_mismatch"));
  expect(text).toContain("an address that the application has not registered. You were not redirected");
});

test("a known wait replaces the vague advice to wait", () => {
  const text = textOf(
    htmlOf(
      <ErrorPage language="en" path="/" problem="too_many_requests" retryAfterSeconds={7} requestId="r" />,
    ),
  );
  expect(text).toContain("Try again in 7 seconds.");
  expect(text).not.toContain("Wait a little");
});

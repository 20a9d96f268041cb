import { expect, test } from "vitest";
import { makeAdministrators } from "../support/administrators.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { HomePage } from "../../src/pages/home-page.tsx";
import { htmlOf, textOf } from "./sample-pages.tsx";

const signedIn = { nickname: "Ada", username: "ada", administrator: false, csrf: "c" };

/** The pages that the page leads to, below its header. */
function targetsIn(html: string): readonly string[] {
  const [, main = ""] = html.split("<main", 2);
  return [...main.matchAll(/href="([^"]+)"/g)].map(([, target = ""]) => target);
}

/** The pages that it leads a signed-in user to. */
function targetsOf(administrator: boolean): readonly string[] {
  const user = { ...signedIn, administrator };
  return targetsIn(htmlOf(<HomePage language="en" path="/" signedIn={user} offersSignUp />));
}

test("the start page leads visitors to sign in, and to an account where everyone may have one", () => {
  const forDevelopers = ["/console", "/docs/api", "/openapi.json", "/privacy"];
  const closed = targetsIn(htmlOf(<HomePage language="en" path="/" />));
  expect(closed).toEqual(["/surveys/new", "/login", "/account/applications", ...forDevelopers]);
  const open = targetsIn(htmlOf(<HomePage language="en" path="/" offersSignUp />));
  expect(open).toEqual(["/surveys/new", "/login", "/sign-up", "/account/applications", ...forDevelopers]);
});

test("the start page leads users to every part of the platform that is theirs", () => {
  const ofUser = ["/surveys/new", "/surveys", "/teams", "/account/applications", "/console"];
  expect(targetsOf(false).slice(0, 5)).toEqual(ofUser);
  expect(targetsOf(true)).toContain("/admin/users");
});

test("the start page says that surveys are made here, and leads to the demo where there is one", () => {
  const html = htmlOf(<HomePage language="en" path="/" isDemo />);
  expect(html).toContain("<h1>Make surveys, collect answers, read results</h1>");
  expect(targetsIn(html).slice(0, 2)).toEqual(["/demo", "/demo"]);
  expect(html).not.toContain("/surveys/new");
  const asUser = targetsIn(htmlOf(<HomePage language="en" path="/" signedIn={signedIn} isDemo />));
  expect(asUser.slice(0, 2)).toEqual(["/surveys/new", "/demo"]);
});

test("the start page says who is signed in, and then does not ask again", () => {
  const html = htmlOf(<HomePage language="en" path="/" signedIn={signedIn} />);
  expect(textOf(html)).toContain("You are signed in as Ada.");
  expect(html).not.toContain(`href="/login"`);
  expect(html).toContain(`action="/logout"`);
});

test("the start page of a user with surveys shows the newest, with the answers of the last days", () => {
  const surveys = [
    { id: 7, title: "Lunch", state: 2, days: [0, 1, 0, 0, 0, 0, 4] },
    { id: 6, title: "Dinner", state: 0, days: undefined },
  ] as const;
  const html = htmlOf(<HomePage language="en" path="/" signedIn={signedIn} surveys={surveys} />);
  expect(targetsIn(html).slice(0, 3)).toEqual(["/surveys/new", "/surveys/7", "/surveys/6"]);
  expect(html).toContain("Answers by day, today last: 0, 1, 0, 0, 0, 0, 4");
  expect(textOf(html)).toContain("5 in the last 7 days");
  expect(html).not.toContain('class="steps"');
});

test("the start page of an administrator names the first steps with their state, until all are done", () => {
  const steps = (["address", "mail", "people", "survey"] as const).map((id, at) => ({
    id,
    isDone: at === 2,
  }));
  const show = (firstSteps: typeof steps) =>
    htmlOf(<HomePage language="en" path="/" signedIn={signedIn} firstSteps={firstSteps} />);
  const open = show(steps);
  expect(textOf(open)).toContain("Done. Each gets a link");
  expect(textOf(open)).toContain("To do. The setting mail");
  expect(targetsIn(open)).toContain("/admin/invitations");
  expect(show(steps.map((step) => ({ ...step, isDone: true })))).not.toContain("First steps");
});

test("the start page knows what was done, and tells administrators alone", async () => {
  const platform = await startTestPlatform();
  await makeAdministrators(platform, "ada");
  const text = async (username: string) =>
    textOf((await (await signedInBrowser(platform, username)).get("/")).html);
  const shown = await text("ada");
  expect(shown).toContain("Survey ada-2");
  expect(shown).toContain("Done. Each gets a link");
  expect(shown).toContain("Done. Begin with a template");
  expect(await text("bob")).not.toContain("First steps");
});

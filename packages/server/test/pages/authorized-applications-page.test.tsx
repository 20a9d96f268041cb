import { expect, test } from "vitest";
import {
  AuthorizedApplicationsPage,
  type AuthorizedApplicationsPageProps,
} from "../../src/people/account/authorized-applications-page.tsx";
import { htmlOf, textOf } from "./sample-pages.tsx";

const board = {
  grant: "grant-1",
  name: "Insight Board",
  appid: "demo_app",
  developer: "Lovelace Ltd",
  verified: true,
  firstGrantedAt: Date.UTC(2026, 10, 1, 17, 30),
  lastUsedAt: null,
  lastNetwork: null,
  changes: [],
  mayWrite: false,
  scopes: 24,
  chosen: null,
};

function render(changes: Partial<AuthorizedApplicationsPageProps> = {}): string {
  const props: AuthorizedApplicationsPageProps = {
    language: "en",
    path: "/account/applications",
    signedIn: { nickname: "Ada", username: "ada", administrator: false, csrf: "the-token" },
    search: "",
    applications: [board, { ...board, grant: "grant-2", name: "Helper", verified: false }],
    total: 2,
    surveys: 41,
    timeZone: "Asia/Shanghai",
  };
  return htmlOf(<AuthorizedApplicationsPage {...props} {...changes} />);
}

function formsTo(html: string, action: string): readonly string[] {
  return html.match(new RegExp(`<form method="post" action="${action}".*?</form>`, "gs")) ?? [];
}

test("each application has its own link that names its grant and, for those who only hear it, itself", () => {
  const links = [...render().matchAll(/<a [^>]*href="([^"]*\/revoke\?[^"]*)">(.*?)<\/a>/g)];
  expect(links.map(([, href, text = ""]) => [href, textOf(text)])).toEqual([
    ["/account/applications/revoke?grant=grant-1", "Revoke access for Insight Board"],
    ["/account/applications/revoke?grant=grant-2", "Revoke access for Helper"],
  ]);
});

test("nothing is revoked on the list itself", () => {
  const html = render();
  expect(html).not.toContain(`action="/account/applications/revoke`);
  expect(html).toContain(`href="/account/applications/revoke-all"`);
});

test("a search without a result says so, and everything can still be revoked", () => {
  const html = render({ applications: [], search: "nothing" });
  expect(textOf(html)).toContain("No application found");
  expect(html).toContain(`href="/account/applications/revoke-all"`);
});

test("each application says whether it was checked", () => {
  const [, first = "", second = ""] = render().split(`<li class="card">`);
  expect(textOf(first)).toContain("Verified");
  expect(textOf(second)).toContain("Not verified");
});

test("each application says what it may do, reading and writing apart", () => {
  const html = render({ applications: [board, { ...board, mayWrite: true, scopes: 120 }] });
  const [, reader = "", writer = ""] = html.split(`<li class="card">`);
  expect(textOf(reader)).toContain("See your nickname");
  expect(textOf(reader)).not.toContain("Create and change");
  expect(textOf(writer)).toContain("See your nickname");
  expect(textOf(writer)).toContain("Create and change your own surveys");
});

test("an application that asked for scopes has these in words, and nothing that it did not ask for", () => {
  const [, agent = ""] = render({ applications: [{ ...board, scopes: 8 | 32 }] }).split(`<li class="card">`);
  expect(textOf(agent)).toContain("See your own surveys: titles, questions and settings");
  expect(textOf(agent)).toContain("Create surveys for you");
  expect(textOf(agent)).not.toContain("nickname");
  expect(textOf(agent)).not.toContain("answers to your surveys");
});

test("times are shown in the given zone and kept exact for machines", () => {
  expect(render()).toMatch(/<time datetime="2026-11-01T17:30:00\.000Z">Nov 2, 2026, 1:30\sAM<\/time>/);
  expect(render({ timeZone: "UTC" })).toMatch(/>Nov 1, 2026, 5:30\sPM</);
  expect(render({ language: "zh-CN" })).toContain(">2026年11月2日 01:30<");
  expect(textOf(render())).toContain("Times are in Asia/Shanghai.");
});

test("an application that was never used says so", () => {
  expect(textOf(render())).toContain("Last usednever");
  const used = render({ applications: [{ ...board, lastUsedAt: Date.UTC(2026, 10, 3) }] });
  expect(textOf(used)).not.toContain("never");
  expect(used.match(/<time/g)).toHaveLength(2);
});

test("without applications there is nothing to revoke", () => {
  const html = render({ applications: [], total: 0 });
  expect(textOf(html)).toContain("No authorized applications");
  expect(html).not.toContain("/account/applications/revoke");
});

test.each(["revoked", "revoked_all"] as const)("what was just done is read out (%s)", (notice) => {
  expect(render({ notice })).toContain(`role="status"`);
  expect(render()).not.toContain(`role="status"`);
});

test("the reader can sign out from the header", () => {
  const [form = ""] = formsTo(render(), "/logout");
  expect(form).toContain(`name="csrf" value="the-token"`);
});

test("each application says how many surveys it sees, with a link to choose them", () => {
  const html = render({ applications: [board, { ...board, grant: "grant-2", chosen: 3 }] });
  const [, unlimited = "", limited = ""] = html.split(`<li class="card">`);
  expect(textOf(unlimited)).toContain("all your surveys (41 now)");
  expect(textOf(limited)).toContain("3 of 41 surveys");
  expect(limited).toContain(`href="/account/applications/surveys?grant=grant-2"`);
});

import { isDeepStrictEqual } from "node:util";
import { csrfTokenOf } from "@survey-open-platform/service";
import type { SurveyRight } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import type { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

type Right = SurveyRight;

/** Pages of a survey that change nothing, with the right that each asks for. */
const pages: Readonly<Record<string, Right>> = {
  "": "see",
  "/preview": "see",
  "/share": "see",
  "/results": "see",
  "/results/answers": "see",
  "/results/cross": "see",
  "/export": "see",
  "/edit": "edit",
  "/edit/questions/:question": "edit",
  "/edit/texts": "edit",
  "/edit/languages": "edit",
  "/participants": "edit",
  "/edit/look": "edit",
  "/edit/logic": "edit",
  "/settings": "edit",
  "/labels": "edit",
  "/comments": "see",
  "/log": "edit",
  "/share/people": "share",
  "/hand-over": "own",
  "/delete": "own",
};

/** Forms that change something, each as it would be sent by a user with the right. */
const forms: Readonly<
  Record<string, { readonly right: Right; readonly fields: Readonly<Record<string, string>> }>
> = {
  "/edit": { right: "edit", fields: { do: "undo" } },
  "/edit/questions/:question": { right: "edit", fields: { title: "New", revision: "1" } },
  "/edit/texts": { right: "edit", fields: { title: "New", scene: "1", revision: "1" } },
  "/edit/look/default": { right: "own", fields: { do: "set" } },
  "/edit/look": { right: "edit", fields: { color: "#aa3300", do: "save" } },
  "/participants": { right: "edit", fields: { do: "only" } },
  "/edit/languages": { right: "edit", fields: { do: "language", language: "de" } },
  "/edit/logic": { right: "edit", fields: { rules: "branch from Q1 to END", revision: "1" } },
  "/settings": { right: "edit", fields: { once: "none", address_days: "7" } },
  "/state": { right: "edit", fields: { state: "paused" } },
  "/export/archive": { right: "edit", fields: {} },
  "/publish": { right: "edit", fields: { revision: "1" } },
  "/labels": { right: "edit", fields: { labels: "New" } },
  "/share/people": { right: "share", fields: { do: "add", person: "ada", role: "see" } },
  "/comments": { right: "see", fields: { about: "answer-1", text: "x" } },
  "/hand-over": { right: "own", fields: { person: "no one" } },
  "/hand-over/withdraw": { right: "own", fields: {} },
  "/delete": { right: "own", fields: {} },
};

const everything: readonly Right[] = ["see", "edit", "delete", "share", "own"];
const managing: readonly Right[] = ["see", "edit", "delete", "share"];

/** Who asks, and what they may do with the survey `acme-1` of a team, which Ada created, or `acme-2`, which Bob did. */
const people: readonly {
  readonly who: string;
  readonly role: number | undefined;
  /** As what the survey is shared, with the person or with a team of the person. */
  readonly share?: { readonly with: "bob" | "Birch"; readonly role: 1 | 2 | 3 };
  readonly survey: string;
  readonly rights: readonly Right[];
}[] = [
  { who: "a creator of the team", role: 0, survey: "acme-1", rights: everything },
  { who: "a team administrator", role: 2, survey: "acme-1", rights: everything },
  { who: "a survey administrator", role: 3, survey: "acme-1", rights: ["see", "edit"] },
  { who: "a member who created it", role: 4, survey: "acme-2", rights: ["see"] },
  { who: "another member", role: 4, survey: "acme-1", rights: [] },
  { who: "its creator who is no member any more", role: undefined, survey: "acme-2", rights: [] },
  { who: "a stranger", role: undefined, survey: "acme-1", rights: [] },
  ...(
    [
      [1, ["see"]],
      [2, ["see", "edit"]],
      [3, managing],
    ] as const
  ).flatMap(([role, rights]) =>
    (["bob", "Birch"] as const).map((account) => ({
      who: `a person it is shared with by role ${role} as ${account}`,
      role: undefined,
      share: { with: account, role },
      survey: "acme-1",
      rights,
    })),
  ),
  {
    who: "a survey administrator, also with whom it is shared for seeing",
    role: 3,
    share: { with: "bob", role: 1 },
    survey: "acme-1",
    rights: ["see", "edit"],
  },
];

async function platformWith({ role, share, survey }: (typeof people)[number]): Promise<TestPlatform> {
  const platform = await startTestPlatform();
  const [teamId, userId] = [await teamIdOf(platform, "Acme"), await userIdOf(platform, "bob")];
  await platform.database.write(async ({ kysely }) => {
    const where = { team_id: teamId, user_id: userId };
    await kysely
      .deleteFrom("team_members")
      .where("team_id", "=", teamId)
      .where("user_id", "=", userId)
      .execute();
    if (role !== undefined)
      await kysely
        .insertInto("team_members")
        .values({ ...where, role })
        .execute();
    if (share !== undefined)
      await kysely
        .insertInto("survey_shares")
        .values({
          survey_id: await surveyIdOf(platform, survey),
          account_id: share.with === "bob" ? userId : await teamIdOf(platform, share.with),
          role: share.role,
          created_at: platform.clock.now,
        })
        .execute();
  });
  return platform;
}

/** The address of a page of a survey, about its first question. */
async function addressOf({ store }: TestPlatform, id: number, page: string): Promise<string> {
  const draft = await store.surveys.findDraft(id);
  const question = draft?.definition.pages[0]?.questions[0]?.id ?? "";
  return `/surveys/${id}${page.replace(":question", question)}`;
}

function refusalOf(rights: readonly Right[]): number {
  return rights.length === 0 ? 404 : 403;
}

async function contents(platform: TestPlatform) {
  const { audit_log: _entries, audit_chain: _end, ...others } = await databaseContents(platform);
  return others;
}

function send(browser: Browser, address: string, fields: Readonly<Record<string, string>>) {
  return browser.post(address, { ...fields, csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? "") });
}

describe.each(people)("$who", (person) => {
  const { survey, rights } = person;

  it("opens the pages of a survey that the role includes, and no others", async () => {
    const platform = await platformWith(person);
    const bob = await signedInBrowser(platform, "bob");
    const id = await surveyIdOf(platform, survey);
    for (const [page, right] of Object.entries(pages)) {
      const { status } = await bob.get(await addressOf(platform, id, page));
      expect({ page, status }).toEqual({ page, status: rights.includes(right) ? 200 : refusalOf(rights) });
    }
  });

  it("sends the forms that the role includes; the others change nothing", async () => {
    const platform = await platformWith(person);
    const bob = await signedInBrowser(platform, "bob");
    const id = await surveyIdOf(platform, survey);
    for (const [form, { right, fields }] of Object.entries(forms)) {
      const before = await contents(platform);
      const { status } = await send(bob, await addressOf(platform, id, form), fields);
      const isRefused = status === 403 || status === 404;
      const isSame = isDeepStrictEqual(await contents(platform), before);
      const expected = rights.includes(right)
        ? { form, isRefused: false }
        : { form, isRefused: true, status: refusalOf(rights), isSame: true };
      expect({ form, isRefused, status, isSame }).toMatchObject(expected);
    }
  });
});

import { surveyState } from "@survey-open-platform/surveys";
import { beforeEach, describe, expect, it, test } from "vitest";
import { auditEntries } from "../support/audit.ts";
import { Browser, type Page } from "../support/browser.ts";
import { platformOrigin } from "../support/oauth.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { callTool, chooseNothing, writingToken } from "../mcp/support.ts";

const confirmPath = "/account/agents/confirm";

let platform: TestPlatform;
let token: string;
let ada: Browser;

beforeEach(async () => {
  platform = await startTestPlatform({ authUrl: platformOrigin });
  token = await writingToken(platform);
  ada = await signedInBrowser(platform);
});

const draftText = "Lunch\n\n\nHow often?[Single Choice]\nDaily\nRarely";

/** What the agent asks for, as the path of the page and the number of the request. */
async function ask(kind: string, surveyId: number, note = "") {
  const given = { survey_id: surveyId, note };
  const { structuredContent } = await callTool(platform, token, `ask_to_${kind}`, given);
  const address = new URL(String(structuredContent?.["confirm_address"]));
  return { path: address.pathname + address.search, id: structuredContent?.["request_id"] };
}

async function stateOf(id: unknown): Promise<unknown> {
  const { structuredContent } = await callTool(platform, token, "get_request", { request_id: id });
  return structuredContent?.["state"];
}

async function surveyIn(id: number) {
  const { kysely } = platform.database.reader;
  return kysely
    .selectFrom("surveys")
    .select(["state", "version"])
    .where("id", "=", id)
    .where("binned_at", "is", null)
    .executeTakeFirst();
}

const decide = (page: Page, decision: string, browser = ada) =>
  browser.submit(page, confirmPath, { decision });

async function newDraft(): Promise<number> {
  const { structuredContent } = await callTool(platform, token, "create_survey", { text: draftText });
  return Number(structuredContent?.["id"]);
}

describe("what an agent asked for", () => {
  it("is shown with who asks, and done once its person confirms: publishing", async () => {
    const surveyId = await newDraft();
    const { path, id } = await ask("publish", surveyId, "As we said <b>today</b>");
    const page = await ada.get(path);
    expect(page).toMatchObject({ status: 200 });
    for (const words of [
      "Insight Board",
      "insight.example",
      "As we said &lt;b&gt;",
      "its 1 question collects",
    ])
      expect(page.html).toContain(words);
    const done = await ada.follow(decide(page, "confirm"));
    expect(done.html).toContain("You have confirmed this.");
    expect(await surveyIn(surveyId)).toEqual({ state: surveyState.collecting, version: 1 });
    expect(await stateOf(id)).toBe("confirmed");
    const actions = (await auditEntries(platform)).map(({ action }) => action);
    expect(actions.slice(-3)).toEqual([
      "survey.publish_asked",
      "survey.publish_confirmed",
      "survey.published",
    ]);
  });

  it("is done once its person confirms: pausing", async () => {
    const { path } = await ask("pause", 1);
    await decide(await ada.get(path), "confirm");
    expect(await surveyIn(1)).toMatchObject({ state: surveyState.paused });
  });

  it("shows what publishing would change against the published version", async () => {
    const { structuredContent } = await callTool(platform, token, "get_survey", { survey_id: 1 });
    await callTool(platform, token, "edit_survey", {
      survey_id: 1,
      expected_revision: structuredContent?.["revision"],
      operations: [{ op: "add_question", text: "And why exactly?[Single Line Text]" }],
    });
    const { path } = await ask("publish", 1);
    expect((await ada.get(path)).html).toContain("And why exactly?");
  });

  it("asks for the password before it deletes, and says how many answers go", async () => {
    platform.clock.now += 700_000;
    const { path, id } = await ask("delete", 1);
    const page = await ada.get(path);
    expect(page.location).toMatch(/^\/account\/confirm\?/);
    const password = { password: sampleSecrets.ada };
    const shown = await ada.follow(ada.submit(await ada.follow(page), "/account/confirm", password));
    expect(shown.html).toContain("25 answers");
    await decide(shown, "confirm");
    expect(await surveyIn(1)).toBeUndefined();
    expect(await stateOf(id)).toBe("confirmed");
  });

  it("changes nothing when its person declines", async () => {
    const { path, id } = await ask("pause", 1);
    expect((await ada.follow(decide(await ada.get(path), "decline"))).html).toContain("declined");
    expect(await surveyIn(1)).toMatchObject({ state: surveyState.collecting });
    expect(await stateOf(id)).toBe("declined");
  });
});

describe("the page of a request", () => {
  it("does not exist for anyone else, who can neither see nor decide it", async () => {
    const { path, id } = await ask("pause", 1);
    const bob = await signedInBrowser(platform, "bob");
    expect(await bob.get(path)).toMatchObject({ status: 404 });
    expect(await bob.get(`${confirmPath}?request=none`)).toMatchObject({ status: 404 });
    const sent = await bob.send(path, { method: "POST", body: new URLSearchParams({ decision: "confirm" }) });
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect((await new Browser(platform).get(path)).location).toMatch(/^\/login/);
    expect(await stateOf(id)).toBe("waiting");
  });

  it("does a thing once: a confirmation that is sent again says so and changes nothing", async () => {
    const { path } = await ask("pause", 1);
    const page = await ada.get(path);
    await decide(page, "confirm");
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("surveys").set({ state: surveyState.collecting }).where("id", "=", 1).execute(),
    );
    expect(await decide(page, "confirm")).toMatchObject({
      status: 409,
      html: expect.stringContaining("is not done again"),
    });
    expect(await decide(page, "decline")).toMatchObject({ status: 409 });
    expect(await surveyIn(1)).toMatchObject({ state: surveyState.collecting });
  });

  it("says that a request has expired, and does nothing", async () => {
    const { path } = await ask("pause", 1);
    const page = await ada.get(path);
    platform.clock.now += 600_001;
    expect(await decide(page, "confirm")).toMatchObject({
      status: 409,
      html: expect.stringContaining("has expired"),
    });
    expect(await surveyIn(1)).toMatchObject({ state: surveyState.collecting });
  });

  it("shows a draft again that has changed since, instead of publishing what was not seen", async () => {
    const surveyId = await newDraft();
    const { path } = await ask("publish", surveyId);
    const page = await ada.get(path);
    const operations = [{ op: "set_title", title: "Something else" }];
    await callTool(platform, token, "edit_survey", { survey_id: surveyId, expected_revision: 1, operations });
    const shown = await decide(page, "confirm");
    expect(shown).toMatchObject({ status: 409, html: expect.stringContaining("The draft has changed") });
    expect(await surveyIn(surveyId)).toMatchObject({ version: 0 });
    await decide(shown, "confirm");
    expect(await surveyIn(surveyId)).toMatchObject({ version: 1 });
  });

  test.each([
    ["the survey left the choice", () => chooseNothing(platform)],
    [
      "the access was revoked",
      async () => {
        const user = await platform.store.findUserByUsername("ada");
        const actor = { userId: user?.id ?? 0, username: "ada", address: "" };
        await platform.store.revokeAllGrants(user?.id ?? 0, actor);
      },
    ],
  ])("is gone once %s", async (_, end) => {
    const { path } = await ask("pause", 1);
    const page = await ada.get(path);
    await end();
    expect(await ada.get(path)).toMatchObject({ status: 404 });
    expect(await decide(page, "confirm")).toMatchObject({ status: 404 });
    expect(await surveyIn(1)).toMatchObject({ state: surveyState.collecting });
  });
});

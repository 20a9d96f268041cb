import { beforeEach, expect, it } from "vitest";
import { oauthLink, oauthSettings, obtainOauthTokens, platformOrigin } from "../support/oauth.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { revocationPage } from "../support/revocation-pages.ts";
import { publishSurvey, sendPage } from "../support/published-survey.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { agentToken, callTool } from "./support.ts";

const resource = `${platformOrigin}/mcp`;
const box = /<input type="checkbox"[^>]*name="personal"/;

let platform: TestPlatform;

beforeEach(async () => {
  platform = await startTestPlatform(oauthSettings);
});

/** What a browser sends of the box. */
const ticked = { personal_shown: "1", personal: "on" };
const unticked = { personal_shown: "1" };

const withPersonal = (token: string) =>
  callTool(platform, token, "list_answers", { survey_id: 1, with_personal: true });

it("is read by an agent only once its person has ticked the box, which is not ticked by itself", async () => {
  const token = await agentToken(platform);
  expect(await withPersonal(token)).toMatchObject({ isError: true });
  const ada = await signedInBrowser(platform);
  const page = await ada.get(oauthLink({ resource, prompt: "consent" }));
  expect(page.html).toMatch(box);
  await ada.submit(page, decisionPath, { decision: "allow", surveys: "all", ...ticked });
  expect(await withPersonal(token)).not.toMatchObject({ isError: true });
});

it("is taken away where the surveys of an application are chosen, for tokens that are out too", async () => {
  const ada = await signedInBrowser(platform);
  const page = await ada.get(oauthLink({ resource, prompt: "consent" }));
  await ada.submit(page, decisionPath, { decision: "allow", surveys: "all", ...ticked });
  const { access_token: token } = await obtainOauthTokens(platform, { resource, prompt: "consent" }, ada);
  expect(await withPersonal(token)).not.toMatchObject({ isError: true });
  const { path } = await revocationPage(ada);
  const grant = new URL(path, platformOrigin).searchParams.get("grant") ?? "";
  const choosing = "/account/applications/surveys";
  const choose = async (fields: Readonly<Record<string, string>>) =>
    ada.submit(await ada.get(`${choosing}?grant=${grant}`), choosing, { surveys: "all", ...fields });
  await choose(unticked);
  expect(await withPersonal(token)).toMatchObject({ isError: true });
  await choose(ticked);
  expect(await withPersonal(token)).not.toMatchObject({ isError: true });
});

it("is not asked about where no agent asks for answers", async () => {
  const ada = await signedInBrowser(platform);
  expect((await ada.get(oauthLink())).html).not.toMatch(box);
  expect((await ada.get(oauthLink({ resource, scope: "surveys:read" }))).html).not.toMatch(box);
});

it("is what an author marked, too: an agent neither reads such an answer nor learns a number from its figures", async () => {
  const { id, path, questionId } = await publishSurvey(platform, {
    text: "Survey\n\n\nYour age?[Single Line Text][Personal]\n\nYour floor?[Single Line Text]",
    change: ({ pages, ...survey }) => ({
      ...survey,
      pages: pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => ({ ...question, validate: "number" })),
      })),
    }),
  });
  const token = await agentToken(platform);
  const ada = await signedInBrowser(platform);
  const form = await ada.get(path);
  platform.clock.now += 5000;
  await sendPage(ada, form, [
    [questionId(1), "4711"],
    [questionId(2), "12"],
  ]);
  const read = async (name: string, given = {}) =>
    JSON.stringify((await callTool(platform, token, name, { survey_id: id, ...given })).structuredContent);
  const [answers, results] = [await read("list_answers"), await read("get_results")];
  expect(answers).toContain('"left_out":1');
  expect([answers, results]).toEqual([expect.stringContaining("12"), expect.stringContaining('"mean":12')]);
  expect(answers + results).not.toContain("4711");
  const page = await ada.get(oauthLink({ resource, prompt: "consent" }));
  await ada.submit(page, decisionPath, { decision: "allow", surveys: "all", ...ticked });
  expect(await read("list_answers", { with_personal: true })).toContain("4711");
});

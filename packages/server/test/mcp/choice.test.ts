import { expect, test } from "vitest";
import { binSurvey } from "../support/bin-survey.ts";
import { callWithBearer, oauthLink, obtainOauthTokens, platformOrigin } from "../support/oauth.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { sendChoice } from "../support/survey-choice.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { agentToken, callTool, newestClient, writingToken } from "./support.ts";

/*
 * An agent whose user chose which surveys it sees: whatever names another one is answered as if it did not exist. A new tool is in it by its
 * argument `survey_id`.
 */

const none = 987_654_321;

/** What a tool needs beside the survey. */
function otherArguments(
  name: string,
  { required = [] }: { readonly required?: readonly string[] | undefined },
) {
  if (name === "edit_survey")
    return { expected_revision: 1, operations: [{ op: "set_title", title: "Changed" }] };
  return Object.fromEntries(required.filter((other) => other !== "survey_id").map((other) => [other, "a"]));
}

test("a survey outside the choice is none for every tool and resource, and in no list", async () => {
  const platform = await startTestPlatform({ authUrl: platformOrigin });
  const [chosen, outside] = [await surveyIdOf(platform, "ada-1"), await surveyIdOf(platform, "ada-2")];
  const token = await writingToken(platform);
  const browser = await signedInBrowser(platform);
  const page = await browser.get(oauthLink({ prompt: "consent" }));
  await sendChoice(browser, page, { surveys: "chosen", ticked: [chosen], decision: "allow" });

  const client = await newestClient(platform, token);
  const { tools } = await client.listTools();
  const ofSurveys = tools.filter(({ inputSchema }) => "survey_id" in (inputSchema.properties ?? {}));
  expect(ofSurveys.length).toBeGreaterThanOrEqual(8);
  for (const { name, inputSchema } of ofSurveys) {
    const call = (survey_id: number) =>
      callTool(platform, token, name, { ...otherArguments(name, inputSchema), survey_id });
    const refused = await call(outside);
    expect([name, refused.isError, refused]).toEqual([name, true, await call(none)]);
  }
  const listed = await callTool(platform, token, "list_surveys", {});
  expect(listed.structuredContent).toMatchObject({ total: 1, surveys: [{ id: chosen }] });
  const { resources } = await client.listResources();
  const surveys = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("survey://"));
  expect(surveys.every((uri) => uri.startsWith(`survey://${chosen}`))).toBe(true);
  expect(surveys).not.toEqual([]);
  const refusalOf = (uri: string) =>
    client.readResource({ uri }).then(
      () => "served",
      (error: unknown) => String(error),
    );
  for (const end of ["", "/codebook"]) {
    const refusal = await refusalOf(`survey://${outside}${end}`);
    expect(refusal).not.toBe("served");
    expect(refusal.replace(String(outside), String(none))).toBe(await refusalOf(`survey://${none}${end}`));
  }
  await client.close();
});

test("what is put into the bin is neither listed nor counted: by an agent's list, by a data call, and where the choice is shown", async () => {
  const platform = await startTestPlatform({ authUrl: platformOrigin });
  const chosen = [await surveyIdOf(platform, "ada-1"), await surveyIdOf(platform, "ada-2")];
  const [kept = 0, binned = 0] = chosen;
  const ofAgent = await agentToken(platform);
  const { access_token: ofCalls } = await obtainOauthTokens(platform, { prompt: "consent" });
  const browser = await signedInBrowser(platform);
  const page = await browser.get(oauthLink({ prompt: "consent" }));
  await sendChoice(browser, page, { surveys: "chosen", ticked: chosen, decision: "allow" });
  const seen = async () => {
    const { structuredContent } = await callTool(platform, ofAgent, "list_surveys", {});
    const { data } = await (await callWithBearer(platform, "/api/surveys", ofCalls)).json();
    const shown = /(\d+) of \d+ surveys/.exec((await browser.get("/account/applications")).html)?.[0];
    return [structuredContent, data, shown];
  };
  const both = { total: 2 };
  expect(await seen()).toMatchObject([both, both, "2 of 2 surveys"]);
  expect(await binSurvey(platform, binned)).toBe(true);
  const one = { total: 1, surveys: [{ id: kept }] };
  expect(await seen()).toMatchObject([one, { total: 1, list: [{ id: kept }] }, "1 of 1 surveys"]);
});

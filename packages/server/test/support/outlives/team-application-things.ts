import { makeRandomId } from "../../../src/model/token.ts";
import { sampleText, type Token } from "../api-calls.ts";
import { Browser } from "../browser.ts";
import { obtainTeamToken } from "../flows.ts";
import { loginCode, redirectLink, registerAccount } from "../third-party.ts";
import { callRepeated, callUnderWay } from "./call-under-way.ts";
import type { Stage } from "./stage.ts";
import type { Thing } from "./thing.ts";
import { webhookOfCall } from "./webhook-things.ts";

const tokens = new WeakMap<Stage["platform"], Promise<Token>>();

/** One for each platform: a newer one ends those before. */
function tokenOfTeam({ platform }: Stage): Promise<Token> {
  const known = tokens.get(platform);
  if (known !== undefined) return known;
  const token = obtainTeamToken(platform).then((access_token) => ({ appid: "acme_team", access_token }));
  tokens.set(platform, token);
  return token;
}

/** What the team's application makes with its secret. */
export const teamTokenThings = {
  "a team token": async (stage) => {
    const token = await tokenOfTeam(stage);
    return async () => (await stage.platform.call("/api/surveys", { ...token })).code === "OK";
  },
  "a call of the team whose body is under way": async (stage) =>
    callUnderWay(stage.platform, "/api/surveys", await tokenOfTeam(stage), { text: sampleText }),
  "a call of the team that is repeated with its key": async (stage) =>
    callRepeated(stage.platform, await tokenOfTeam(stage)),
  "a webhook of the team's application": async (stage) =>
    webhookOfCall(stage, { kind: "survey", id: stage.files.id }, await tokenOfTeam(stage)),
} as const satisfies Readonly<Record<string, Thing>>;

async function codeLink({ platform, signedIn }: Stage, scene: "user" | "respondent"): Promise<string> {
  const userId = await registerAccount(platform, makeRandomId());
  const code = await loginCode(platform, { userId, scene });
  const action = scene === "user" ? "my_surveys" : "survey_answer";
  return redirectLink({ appid: "acme_team", code, action, survey_id: signedIn.id });
}

/** What the team's application makes for its own accounts. */
export const thirdPartyThings = {
  "a login code": async (stage) => {
    const link = await codeLink(stage, "user");
    return async () => (await new Browser(stage.platform).get(link)).status === 302;
  },
  "a session of a login code": async (stage) => {
    const browser = new Browser(stage.platform);
    await browser.get(await codeLink(stage, "user"));
    return async () => (await browser.get("/surveys")).status === 200;
  },
  "a respondent session of a login code": async (stage) => {
    const browser = new Browser(stage.platform);
    await browser.get(await codeLink(stage, "respondent"));
    return async () => (await browser.get(stage.signedIn.path)).html.includes('name="ticket"');
  },
} as const satisfies Readonly<Record<string, Thing>>;

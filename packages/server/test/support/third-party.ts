import { randomBytes } from "node:crypto";
import { hashToken } from "../../src/model/token.ts";
import { createLoginCode, type LoginScene } from "../../src/store/login-code-table.ts";
import { allowRespondents } from "../../src/store/respondent-access-table.ts";
import { createThirdPartyAccount } from "../../src/store/third-party-account-table.ts";
import type { TestPlatform } from "./test-platform.ts";

const noOne = { userId: null, username: "acme_team", address: "" };

/** The application and the team of an appid. */
export async function applicationOf({ store }: TestPlatform, appid: string) {
  const application = await store.findApplication(appid);
  if (application === undefined) throw new Error(`there is no application ${appid}`);
  return application;
}

/** Registers an account of an application. @returns its id */
export async function registerAccount(
  platform: TestPlatform,
  openid: string,
  appid = "acme_team",
): Promise<number> {
  const { id: applicationId } = await applicationOf(platform, appid);
  const account = { applicationId, openid, nickname: `Nick ${openid}`, avatar: "", actor: noOne };
  const userId = await platform.database.write((t) => createThirdPartyAccount(t, account));
  if (userId === undefined) throw new Error(`${openid} is registered already`);
  return userId;
}

/** A code that signs an account in. */
export async function loginCode(
  platform: TestPlatform,
  { userId, scene, appid = "acme_team" }: { userId: number; scene: LoginScene; appid?: string },
): Promise<string> {
  const { id: applicationId } = await applicationOf(platform, appid);
  const code = randomBytes(16).toString("hex");
  const issued = { hash: hashToken(code), applicationId, userId, scene };
  if (!(await platform.database.write((t) => createLoginCode(t, issued))))
    throw new Error(`no code for ${userId}`);
  return code;
}

/** The address with which an application sends a browser here. */
export function redirectLink(parameters: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return `/api/v2/redirect?${query.toString()}`;
}

/** Puts accounts of an application on the list of a survey. */
export async function listRespondents(
  platform: TestPlatform,
  { surveyId, respondentIds }: { readonly surveyId: number; readonly respondentIds: readonly number[] },
): Promise<void> {
  const { id: applicationId } = await applicationOf(platform, "acme_team");
  const change = { surveyId, applicationId, respondentIds, actor: noOne };
  if (!(await platform.database.write((t) => allowRespondents(t, change))))
    throw new Error("not all of them are accounts of the application");
}

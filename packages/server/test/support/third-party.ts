import { randomBytes } from "node:crypto";
import { hashToken } from "../../src/model/token.ts";
import { createLoginCode, type LoginScene } from "../../src/store/people/login-code-table.ts";
import { allowRespondents } from "../../src/store/surveys/respondent-access-table.ts";
import { createThirdPartyAccount } from "../../src/store/people/third-party-account-table.ts";
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
  if (!(await platform.database.write((t) => allowRespondents(t, change, platform.store.outbox))))
    throw new Error("not all of them are accounts of the application");
}

interface Many {
  readonly teamId: number;
  readonly count: number;
}

/** Fills a team that has none of the ten thousand members yet; several teams of a platform share them. */
export async function fillTeam(platform: TestPlatform, teamId: number): Promise<void> {
  const { database } = platform;
  const made = database.reader.kysely.selectFrom("users").select("id").where("username", "like", "many:%");
  if ((await made.limit(1).executeTakeFirst()) === undefined)
    return addManyMembers(platform, { teamId, count: 10_000 });
  await database.write(({ kysely }) =>
    kysely
      .insertInto("team_members")
      .columns(["team_id", "user_id", "role"])
      .expression(
        kysely
          .selectFrom("users")
          .select((eb) => [eb.val(teamId).as("team_id"), "id as user_id", eb.val(4).as("role")])
          .where("username", "like", "many:%"),
      )
      .execute(),
  );
}

/** Fills a team with members who do nothing. */
export async function addManyMembers({ database }: TestPlatform, { teamId, count }: Many): Promise<void> {
  const rest = {
    password_hash: "",
    nickname: "",
    avatar: "",
    created_at: 0,
    language: null,
    time_zone: null,
  };
  for (let from = 1_000_000; from < 1_000_000 + count; from += 1000) {
    const ids = Array.from({ length: Math.min(1000, 1_000_000 + count - from) }, (_, at) => from + at);
    const users = ids.map((id) => ({
      ...rest,
      id,
      username: `many:${id}`,
      administrator: 0 as const,
      disabled: 0 as const,
    }));
    const members = ids.map((id) => ({ team_id: teamId, user_id: id, role: 4 }));
    await database.write(async ({ kysely }) => {
      await kysely
        .insertInto("accounts")
        .values(ids.map((id) => ({ id, kind: "user" as const })))
        .execute();
      await kysely.insertInto("users").values(users).execute();
      await kysely.insertInto("team_members").values(members).execute();
    });
  }
}

/** Fills a team's contacts with groups on the first level. */
export async function addManyGroups({ database }: TestPlatform, { teamId, count }: Many): Promise<void> {
  const { id } = await database.reader.kysely
    .selectFrom("contact_groups")
    .select("id")
    .where("team_id", "=", teamId)
    .where("parent_id", "is", null)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, at) => ({
    team_id: teamId,
    parent_id: id,
    name: `Group ${at}`,
    remote_id: null,
    position: 0,
    created_at: 0,
    updated_at: 0,
  }));
  await database.write(({ kysely }) => kysely.insertInto("contact_groups").values(rows).execute());
}

import { describe, expect, it, test } from "vitest";
import { declare } from "../support/declare.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { expectRefusedSafely, readReply } from "../support/safe-refusal.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const birch = { ...teamTokenParameters, appid: "birch_team", secret: sampleSecrets.birchTeam };

/** Everybody's tokens, and every survey's id by its key. */
async function start() {
  const platform = await startTestPlatform();
  const [ada, bob] = [await allowedTokens(platform), await allowedTokens(platform, { username: "bob" })];
  const { data } = await platform.call<{ access_token: string }>("/api/oauth2/access_token", birch);
  const rows = await platform.database.reader.kysely
    .selectFrom("surveys")
    .select(["id", "declared_key as key"])
    .execute();
  const calls = {
    ada: { appid: "demo_app", access_token: ada.access_token },
    bob: { appid: "demo_app", access_token: bob.access_token },
    acme: { appid: "acme_team", access_token: await obtainTeamToken(platform) },
    birch: { appid: "birch_team", access_token: data.access_token },
  };
  const ids = Object.fromEntries(rows.map(({ id, key }) => [key ?? "", id]));
  return { platform, calls, ids, openids: { ada: ada.openid, bob: bob.openid } };
}

/** Whose each survey of the sample is. */
const owners = {
  "ada-1": "ada",
  "ada-2": "ada",
  "bob-1": "bob",
  "acme-1": "acme",
  "acme-2": "acme",
  "birch-1": "birch",
} as const;
type Key = keyof typeof owners;
// The keys of the table.
const keys = Object.keys(owners) as readonly Key[];
const endings = ["", "/legacy", "/answers", "/answers/1", "/answers/Zzzzzzzzzz"];

/** An answer without what differs from one to the next. */
async function comparable(platform: TestPlatform, path: string, call: Readonly<Record<string, string>>) {
  const { status, headers, body } = await readReply(platform.fetch(pathWithQuery(path, call)));
  const stable = [...headers].filter(([name]) => name !== "x-request-id" && name !== "date");
  return { status, stable, body: body.replace(/"request_id":"[^"]*"/, "") };
}

describe("a survey", () => {
  test.each(keys)("is served only to its owner: %s", async (key) => {
    const { platform, calls, ids } = await start();
    const owner = owners[key];
    const path = `/api/surveys/${ids[key]}`;
    const stillWorks = () => platform.call(path, calls[owner]);
    expect(await stillWorks()).toMatchObject({ code: "OK", data: { title: `Survey ${key}` } });
    for (const [name, call] of Object.entries(calls)) {
      if (name === owner) continue;
      for (const ending of endings) {
        await expectRefusedSafely(platform.fetch(pathWithQuery(path + ending, call)), {
          as: "not_found",
          stillWorks,
        });
      }
    }
  });

  it("of somebody else is answered, byte for byte, like one that does not exist", async () => {
    const { platform, calls, ids } = await start();
    for (const ending of endings) {
      const foreign = await comparable(platform, `/api/surveys/${ids["bob-1"]}${ending}`, calls.ada);
      const missing = await comparable(platform, `/api/surveys/987654321${ending}`, calls.ada);
      expect(foreign).toEqual(missing);
    }
  });

  it("cannot be reached by naming its owner", async () => {
    const { platform, calls, ids, openids } = await start();
    const bobId = (await platform.store.findUserByUsername("bob"))?.id ?? 0;
    const stillWorks = () => platform.call("/api/surveys", { ...calls.ada, openid: openids.ada });
    const claims = [
      { openid: openids.bob },
      { user_id: bobId },
      { owner_id: bobId },
      { openid: openids.bob, user_id: bobId },
    ];
    for (const claim of claims) {
      const detail = platform.fetch(
        pathWithQuery(`/api/surveys/${ids["bob-1"]}`, { ...calls.ada, ...claim }),
      );
      await expectRefusedSafely(detail, { as: "not_found", stillWorks });
    }
    for (const claim of [{ openid: openids.bob }, { openid: openids.ada, user_id: bobId }]) {
      const list = platform.fetch(pathWithQuery("/api/surveys", { ...calls.ada, ...claim }));
      await expectRefusedSafely(list, { as: "claim_error", stillWorks });
    }
  });

  it("moves out of reach with its ownership, from the next call on", async () => {
    const { platform, calls, ids } = await start();
    const ask = async (call: Readonly<Record<string, string>>) =>
      (await platform.call(`/api/surveys/${ids["ada-2"]}`, call)).code;
    expect([await ask(calls.ada), await ask(calls.acme)]).toEqual(["OK", "NotFound"]);
    const { database } = platform;
    const team = await database.reader.kysely
      .selectFrom("teams")
      .select("id")
      .where("name", "=", "Acme")
      .executeTakeFirstOrThrow();
    await database.write(({ kysely }) =>
      kysely.updateTable("surveys").set({ owner_id: team.id }).where("declared_key", "=", "ada-2").execute(),
    );
    expect([await ask(calls.ada), await ask(calls.acme)]).toEqual(["NotFound", "OK"]);
  });

  it("of a team stays out of a person's reach whatever role they have there", async () => {
    const { platform, calls, ids } = await start();
    for (const role of ["creator", "team_admin", "survey_admin", "member"] as const) {
      await declare(platform, {
        teams: [
          {
            name: "Acme",
            members: [
              { username: "bob", role: "creator" },
              { username: "ada", role },
            ],
          },
        ],
      });
      expect(await platform.call(`/api/surveys/${ids["acme-1"]}`, calls.ada)).toMatchObject({
        error: { type: "not_found" },
      });
    }
  });
});

describe("a path that is not quite the documented one", () => {
  const tricks = [
    "/api/surveys/{id}%2flegacy",
    "/api/surveys/{id}%2Flegacy",
    "/api/surveys/{id}%252flegacy",
    "/api/surveys/{id}/",
    "/api/surveys//{id}",
    "/api/surveys/{id}//legacy",
    "/api//surveys/{id}",
    "//api/surveys/{id}",
    "/api/surveys/{id};x",
    "/api/surveys/{id};/legacy",
    "/api/surveys/{id}.json",
    "/api/surveys/{id}/legacy.json",
    "/api/surveys/{id}/legacy/",
    "/api/surveys/{id}/legacy/x",
    "/api/surveys/{id}/LEGACY",
    "/API/surveys/{id}",
    "/api/Surveys/{id}",
    "/api/surveys/{id}/answers/",
    "/api/surveys/{id}/answers/1/",
    "/api/surveys/{id}/answers/1%2f..%2f2",
    "/api/surveys/",
    "/api/oauth2/user/",
    "/api/oauth2/user%00",
    "/api/oauth2/user%20",
    "/api/oauth2%2fuser",
    "/api",
    "/api/",
    "/api/v1/surveys",
    "/oauth2/user",
  ];

  test.each(tricks)("leads nowhere: %s", async (trick) => {
    const { platform, calls, ids, openids } = await start();
    const path = trick.replace("{id}", String(ids["ada-1"]));
    const reply = await readReply(platform.fetch(pathWithQuery(path, { ...calls.ada, openid: openids.ada })));
    expect(reply.body).not.toMatch(/Survey ada|"code":"OK"|sop[a-z]_/);
    expect(reply.status).toBeLessThan(500);
    expect(reply.headers.get("location")).toBeNull();
    expect(await platform.call(`/api/surveys/${ids["ada-1"]}`, calls.ada)).toMatchObject({ code: "OK" });
  });

  test.each([
    ["/api/surveys/../surveys/{id}", "ada-1"],
    ["/api/surveys/{id}/../{id}", "ada-1"],
    ["/api/surveys/{id}/%2e%2e/{id}", "ada-1"],
    ["/connect/../api/surveys/{id}", "ada-1"],
    ["/%61pi/surveys/{id}", "ada-1"],
    ["/api/surveys/%31{id}", "none"],
  ])("is checked like the path that it amounts to: %s", async (trick, own) => {
    const { platform, calls, ids } = await start();
    const ask = async (key: Key, call: Readonly<Record<string, string>>) => {
      const reply = await platform.fetch(pathWithQuery(trick.replaceAll("{id}", String(ids[key])), call));
      return ((await reply.json()) as { code: string }).code;
    };
    expect(await ask("ada-1", calls.ada)).toBe(own === "ada-1" ? "OK" : "NotFound");
    expect(await ask("bob-1", calls.ada)).toBe("NotFound");
    expect(await ask("ada-1", { appid: "demo_app", access_token: "x" })).toBe("PermissionDenied");
  });
});

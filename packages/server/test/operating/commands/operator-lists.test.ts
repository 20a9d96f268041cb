import { beforeEach, describe, expect, it } from "vitest";
import { startOperatedPlatform, type OperatedPlatform } from "./support/operate.ts";
import { createUser } from "../../../src/store/people/new-user.ts";

let operated: OperatedPlatform;

beforeEach(async () => {
  operated = await startOperatedPlatform();
});

describe("the lists of the operator", () => {
  it("have every user, application and team, in the order of their ids, without secrets", async () => {
    const { sopJson } = operated;
    const names = async (...words: readonly string[]) => {
      const rows: readonly Record<string, unknown>[] = await sopJson(...words);
      return rows.map((row) => row["username"] ?? row["appid"] ?? row["name"]);
    };
    expect(await names("user", "list")).toEqual(["ada", "bob"]);
    expect(await names("app", "list")).toContain("acme_team");
    expect(await names("app", "list", "--search", "TEAM")).not.toContain("demo_app");
    expect(await names("team", "list", "--search", "%")).toEqual([]);
    expect(JSON.stringify(await sopJson("team", "list"))).toContain('"plan":"premium"');
  });

  it("go on after the rows that one statement reads", async () => {
    const { platform, sopJson } = operated;
    await platform.database.write(async (t) => {
      for (let at = 0; at < 501; at += 1)
        await createUser(t, { username: `user${at}`, passwordHash: "none", nickname: "N" });
    });
    expect(await sopJson("user", "list", "--search", "user")).toHaveLength(501);
  });
});

import { describe, expect, test } from "vitest";
import { tokenRequestBurst, type Caller } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

const works = async (caller: Caller, access_token: string, appid = caller.subject.team.appid) =>
  (await caller.call("/api/surveys", { appid, access_token })).error.type;

/** Team tokens: only the newest is good. */
export function testTeamTokens(given: () => Caller): void {
  describe("a team token", () => {
    test("comes alone with its lifetime of two hours", async () => {
      const { data } = await given().askForTeamToken(given().subject.team);
      expect(Object.keys(data)).toEqual(["access_token", "expires_in"]);
      expect(data.expires_in).toBe(7_200);
      expect(data.access_token).toMatch(/^[A-Za-z0-9_-]{20,128}$/);
    });

    test("ends every earlier one at once", async () => {
      const caller = given();
      const first = await caller.teamProof();
      expect(await works(caller, first.access_token)).toBe("");
      const second = await caller.teamProof();
      expect(await works(caller, first.access_token)).toBe("invalid_token");
      expect(await works(caller, second.access_token)).toBe("");
    });

    test("is good once of twenty that were asked for at the same moment", async () => {
      const caller = given();
      const proofs = await Promise.all(Array.from({ length: 20 }, () => caller.teamProof()));
      const outcomes = await Promise.all(proofs.map(({ access_token }) => works(caller, access_token)));
      expect(outcomes.filter((type) => type === "")).toHaveLength(1);
      expect(outcomes.filter((type) => type === "invalid_token")).toHaveLength(19);
    });

    test("goes on working after every kind of refused request", async () => {
      const caller = given();
      const { team, web, freeTeam } = caller.subject;
      const { access_token } = await caller.teamProof();
      expectRefusal(caller, await caller.askForTeamToken(team, { secret: "wrong" }), "invalid_client");
      expectRefusal(caller, await caller.askForTeamToken(web), "unauthorized_client");
      expectRefusal(caller, await caller.askForTeamToken(freeTeam), "invalid_org_subscription");
      expect(await works(caller, access_token)).toBe("");
      expect(await works(caller, access_token, web.appid)).toBe("invalid_token");
    });

    test("is refused with a time to wait when too many are asked for, and the newest goes on working", async () => {
      const caller = given();
      const { busyTeam } = caller.subject;
      const answers = await Promise.all(
        Array.from({ length: tokenRequestBurst + 20 }, () => caller.askForTeamToken(busyTeam)),
      );
      const limited = answers.filter(({ error }) => error.type === "request_rate_limited");
      expect(limited.length).toBeGreaterThan(0);
      for (const answer of limited) {
        expectRefusal(caller, answer, "request_rate_limited");
        expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      }
      const tokens = answers.filter(({ code }) => code === "OK").map(({ data }) => data.access_token);
      const outcomes = await Promise.all(tokens.map((token) => works(caller, token, busyTeam.appid)));
      expect(outcomes.filter((type) => type === "")).toHaveLength(1);
    });
  });
}

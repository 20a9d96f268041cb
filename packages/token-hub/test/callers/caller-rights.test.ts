import { describe, expect, test } from "vitest";
import { callerWith } from "../../src/callers/caller-rights.ts";
import type { CallerRight } from "../../src/callers/caller.ts";
import { rightsFor } from "./caller-stage.ts";

const everyRight: readonly CallerRight[] = ["token", "report", "users"];

describe("a caller's rights", () => {
  test("are those that were given, for the applications that they were given for", () => {
    const readOnly = { report: false, users: false };
    const caller = callerWith("hubc_1", "shop", [
      rightsFor("team_a", readOnly),
      rightsFor("team_b", { token: false }),
    ]);
    const may = (appid: string) => everyRight.filter((right) => caller.may(right, appid));
    expect(may("team_a")).toEqual(["token"]);
    expect(may("team_b")).toEqual(["report"]);
    expect(caller.appids).toEqual(["team_a", "team_b"]);
  });

  test.each(["team_c", "", "TEAM_A", "__proto__", "constructor", "team_a "])(
    "are none for the application %j",
    (appid) => {
      const caller = callerWith("hubc_1", "shop", [
        rightsFor("team_a", { users: true, proxyPaths: ["/api"] }),
      ]);
      expect(everyRight.filter((right) => caller.may(right, appid))).toEqual([]);
      expect(caller.mayProxy(appid, "/api/surveys")).toBe(false);
    },
  );

  test.each([
    ["/api/surveys", true],
    ["/api/surveys/7", true],
    ["/api/surveys/7/answers", true],
    ["/api/surveys-of-others", false],
    ["/api/survey", false],
    ["/api", false],
    ["/api/users/surveys", false],
    ["/API/surveys", false],
    ["/api//surveys", false],
    ["/api/%73urveys", false],
  ])("to the proxy's paths go by whole segments: %s below /api/surveys is %s", (path, isAllowed) => {
    const caller = callerWith("hubc_1", "shop", [rightsFor("team_a", { proxyPaths: ["/api/surveys"] })]);
    expect(caller.mayProxy("team_a", path)).toBe(isAllowed);
  });

  test("reach no path through the proxy unless one was given", () => {
    expect(callerWith("hubc_1", "shop", [rightsFor("team_a")]).mayProxy("team_a", "/api/surveys")).toBe(
      false,
    );
  });
});

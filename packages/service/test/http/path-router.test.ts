import { describe, expect, it } from "vitest";
import { PathRouter } from "../../src/http/path-router.ts";

describe("a router of paths", () => {
  const router = new PathRouter<string>();
  router.add("/api/surveys", "list");
  router.add("/api/surveys/{survey_id}", "survey");
  router.add("/api/surveys/{survey_id}/legacy", "legacy");
  router.add("/api/surveys/{survey_id}/answers/{answer_id}", "answer");

  it.each([
    ["/api/surveys", "list", {}],
    ["/api/surveys/7", "survey", { survey_id: "7" }],
    ["/api/surveys/7/legacy", "legacy", { survey_id: "7" }],
    ["/api/surveys/7/answers/12", "answer", { survey_id: "7", answer_id: "12" }],
    ["/%61pi/surveys/%37", "survey", { survey_id: "7" }],
    ["/api/surveys/7%2Flegacy", "survey", { survey_id: "7/legacy" }],
    ["/api/surveys/%zz", "survey", { survey_id: "%zz" }],
    ["/api/surveys/{survey_id}", "survey", { survey_id: "{survey_id}" }],
  ])("finds %s", (path, target, parts) => {
    expect(router.find(path)).toEqual({ target, path: parts });
  });

  it.each([
    "/",
    "/api",
    "/api/surveys/",
    "/api/surveys//legacy",
    "/API/surveys",
    "/api/surveys/7/",
    "/api/surveys/7/other",
  ])("finds nothing at %s", (path) => {
    expect(router.find(path)).toBeUndefined();
  });

  it("finds a path without parts before one with parts, whatever their order", () => {
    const hub = new PathRouter<string>();
    hub.add("/v1/{rest...}", "open");
    hub.add("/v1/{name}", "named");
    hub.add("/v1/token", "literal");
    expect(["/v1/token", "/v1/other", "/v1/%74oken"].map((path) => hub.find(path)?.target)).toEqual([
      "literal",
      "open",
      "open",
    ]);
  });
});

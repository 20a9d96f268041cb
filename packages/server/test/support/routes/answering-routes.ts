import { Browser } from "../browser.ts";
import { publishSurvey } from "../published-survey.ts";
import { makeAnswerSheet } from "../answer-sheet.ts";
import { makeResultsLink } from "../results-link.ts";
import type { TestPlatform } from "../test-platform.ts";
import type { RouteRow } from "./route-row.ts";

/** The address of a page of a survey that everyone may answer. The first look at one makes a key that all nodes share. */
async function addressOf(platform: TestPlatform, page = ""): Promise<string> {
  const { path } = await publishSurvey(platform, { text: "Lunch\n\n\n\nHow was it?[Single Line Text]" });
  await new Browser(platform).get(path);
  return `${path}${page}`;
}

const path = "/s2/:id/:hash/";

/** Routes on which surveys are answered, and results are seen without an account. */
export const answeringRoutes: readonly RouteRow[] = [
  {
    method: "GET",
    path,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform) }),
    status: 200,
    other: "own",
  },
  // The token of a form is that of the browser and not of a session; tests of its own send right ones.
  {
    method: "POST",
    path,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform), fields: { action: "next" } }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
  {
    method: "POST",
    path: `${path}password`,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform, "password"), fields: {} }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
  {
    method: "POST",
    path: `${path}leave`,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform, "leave"), fields: {} }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
  // Without the cookie of a browser that has answered, there is no answer to see, delete or change.
  {
    method: "GET",
    path: `${path}answer`,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform, "answer?answer=aBcDeFgHiJ") }),
    status: 404,
    other: "own",
  },
  {
    method: "POST",
    path: `${path}answer`,
    access: "anyone",
    prepare: async (platform) => ({
      address: await addressOf(platform, "answer"),
      fields: { action: "delete" },
    }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
  {
    method: "GET",
    path: `${path}change`,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform, "change?answer=aBcDeFgHiJ") }),
    status: 404,
    other: "own",
  },
  {
    method: "POST",
    path: `${path}change`,
    access: "anyone",
    prepare: async (platform) => ({
      address: await addressOf(platform, "change"),
      fields: { action: "begin" },
    }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
  // Without the link of a participant, there is no one to refuse.
  {
    method: "GET",
    path: `${path}refuse`,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform, "refuse") }),
    status: 404,
    other: "own",
  },
  {
    method: "POST",
    path: `${path}refuse`,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform, "refuse"), fields: {} }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
  {
    method: "GET",
    path: `${path}done`,
    access: "anyone",
    prepare: async (platform) => ({ address: await addressOf(platform, "done") }),
    status: 303,
    other: "own",
  },
  {
    method: "GET",
    path: "/s2/:id/:hash",
    access: "anyone",
    prepare: async (platform) => ({ address: (await addressOf(platform)).slice(0, -1) }),
    status: 303,
    other: "own",
  },
  {
    method: "GET",
    path: "/answers.csv",
    access: "anyone",
    prepare: async (platform) => ({ address: await makeAnswerSheet(platform) }),
    status: 200,
    other: "own",
  },
  {
    method: "GET",
    path: "/shared-results",
    access: "anyone",
    prepare: async (platform) => ({ address: await makeResultsLink(platform) }),
    status: 200,
    other: "own",
  },
  {
    method: "POST",
    path: "/shared-results",
    access: "anyone",
    prepare: async () => ({ fields: { link: "", password: "" } }),
    status: 403,
    other: "own",
    changesNothing: true,
  },
];

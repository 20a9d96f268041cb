import { agentToken, callTool, writingToken } from "../../mcp/support.ts";
import { declareDemoApp } from "../declare.ts";
import { oauthSettings, postOauth } from "../oauth.ts";
import type { TestPlatform } from "../test-platform.ts";
import type { RouteRow } from "./route-row.ts";

/** What an agent of Ada asks her to confirm, as the path of the page. */
async function askedFor(platform: TestPlatform): Promise<string> {
  const token = await writingToken(platform);
  const { structuredContent } = await callTool(platform, token, "ask_to_pause", { survey_id: 1 });
  const { pathname, search } = new URL(String(structuredContent?.["confirm_address"]));
  return pathname + search;
}

/** Routes that agents send their person to. */
export const agentRoutes: readonly RouteRow[] = [
  {
    method: "GET",
    path: "/account/agents/confirm",
    access: "user",
    settings: oauthSettings,
    prepare: async (platform) => ({ address: await askedFor(platform) }),
    status: 200,
    other: 404,
  },
  {
    method: "POST",
    path: "/account/agents/confirm",
    access: "user",
    settings: oauthSettings,
    prepare: async (platform) => ({
      address: await askedFor(platform),
      fields: { decision: "confirm", revision: "1" },
    }),
    status: 303,
    other: 404,
  },
  {
    method: "GET",
    path: "/account/agents/more",
    access: "user",
    stepUp: true,
    settings: oauthSettings,
    prepare: async (platform) => {
      await writingToken(platform);
      return { address: "/account/agents/more?client=demo_app&scope=surveys:write" };
    },
    status: 200,
    other: 404,
  },
  {
    method: "POST",
    path: "/account/agents/more",
    access: "user",
    stepUp: true,
    settings: oauthSettings,
    prepare: async (platform) => {
      await agentToken(platform);
      await declareDemoApp(platform, { may_write: true });
      return { fields: { client: "demo_app", scope: "surveys:write", decision: "allow" } };
    },
    status: 303,
    other: 404,
  },
  {
    method: "GET",
    path: "/device",
    access: "user",
    settings: oauthSettings,
    prepare: () => Promise.resolve({ address: "/device?user_code=BBBB-BBBB" }),
    status: 200,
    other: "own",
  },
  {
    method: "POST",
    path: "/device",
    access: "user",
    settings: oauthSettings,
    prepare: () => Promise.resolve({ fields: { user_code: "BBBB-BBBB" } }),
    status: 303,
    other: "own",
    changesNothing: true,
  },
  {
    method: "GET",
    path: "/device/consent",
    access: "user",
    settings: oauthSettings,
    prepare: async (platform) => {
      const response = await postOauth(platform, "/oauth/device", {});
      const { user_code: userCode } = (await response.json()) as { readonly user_code: string };
      return { address: `/device/consent?user_code=${userCode}` };
    },
    status: 200,
    other: "own",
  },
  {
    method: "GET",
    path: "/device/done",
    access: "user",
    prepare: () => Promise.resolve({ address: "/device/done?decision=allow" }),
    status: 200,
    other: "own",
  },
];

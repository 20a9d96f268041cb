import { Client as ClientOf2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOf2025 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { declareDemoApp } from "../support/declare.ts";
import { basicHeader, obtainOauthTokens, platformOrigin, postOauth } from "../support/oauth.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import type { TestPlatform } from "../support/test-platform.ts";

/** Every scope of data. */
export const everyScope = "surveys:read answers:read surveys:write answers:write";

/** A token for agents, of the sample's user and application. */
export async function agentToken(
  platform: TestPlatform,
  scope = "surveys:read answers:read",
): Promise<string> {
  const tokens = await obtainOauthTokens(platform, { scope, resource: `${platformOrigin}/mcp` });
  return tokens.access_token;
}

/** A token with which agents may write, of the sample's user and application. */
export async function writingToken(platform: TestPlatform): Promise<string> {
  await declareDemoApp(platform, { may_write: true });
  return agentToken(platform, everyScope);
}

/** Leaves an agent none of the surveys that there are: its person chose which it sees. */
export async function chooseNothing({ database }: TestPlatform): Promise<void> {
  await database.write(({ kysely }) => kysely.updateTable("grants").set({ only_chosen: 1 }).execute());
}

/** A token for agents of a team. */
export async function teamToken(platform: TestPlatform, scope: string): Promise<string> {
  const asked = { grant_type: "client_credentials", scope, resource: `${platformOrigin}/mcp` };
  const proof = basicHeader("acme_team", sampleSecrets.acmeTeam);
  const reply = await postOauth(platform, "/oauth/token", asked, proof);
  return z.object({ access_token: z.string() }).parse(await reply.json()).access_token;
}

/** Lets requests of a client reach a platform without a socket. */
export function fetchOf(platform: TestPlatform) {
  return async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(address);
    return platform.fetch(`${pathname}${search}`, init);
  };
}

/** Options of a client's transport. */
function transportOptions(platform: TestPlatform, token: string) {
  return { fetch: fetchOf(platform), requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

const address = new URL(`${platformOrigin}/mcp`);
const identity = { name: "test", version: "1" };

/** The official client of the newest protocol, connected. */
export async function newestClient(
  platform: TestPlatform,
  token: string,
  capabilities: ClientCapabilities = {},
): Promise<Client> {
  const client = new Client(identity, { versionNegotiation: { mode: "auto" }, capabilities });
  await client.connect(new StreamableHTTPClientTransport(address, transportOptions(platform, token)));
  return client;
}

/** The official client of 2025, connected. */
export async function olderClient(platform: TestPlatform, token: string): Promise<ClientOf2025> {
  const client = new ClientOf2025(identity);
  await client.connect(new TransportOf2025(address, transportOptions(platform, token)));
  return client;
}

const response = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** Sends one message as a client of 2025 does. */
export function sendMessage(
  platform: TestPlatform,
  message: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return platform.fetch("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...headers,
    },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
}

const result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.string(), text: z.string() })),
});

/** What a tool gave. */
export type ToolOutcome = z.output<typeof result>;

/** Calls a tool. @throws when the call was refused before the tool ran */
export async function callTool(
  platform: TestPlatform,
  token: string,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<ToolOutcome> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
  const reply = await sendMessage(platform, message, { authorization: `Bearer ${token}` });
  const text = await reply.text();
  const data = text.startsWith("event:") ? (/^data: (.*)$/m.exec(text)?.[1] ?? "") : text;
  const parsed = response.parse(JSON.parse(data));
  if (parsed.result === undefined) throw new Error(`${reply.status} ${parsed.error?.message ?? ""}`);
  return result.parse(parsed.result);
}

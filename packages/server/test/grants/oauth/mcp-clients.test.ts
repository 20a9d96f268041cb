import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { saveClientDocument } from "../../../src/store/applications/client-document-table.ts";
import { declare } from "../../support/declare.ts";
import { decisionPath } from "../../support/opened-consent.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

/** The newest client sends no credentials by http but to its own machine. */
const origin = "http://127.0.0.1:8787";
const redirectUrl = "http://localhost:33418/callback";
const documentAddress = "https://agent.example/client.json";
const information = { name: "sample-agent", version: "1.0.0" };
const clientMetadata = { client_name: "Sample Agent", redirect_uris: [redirectUrl] };

/** What a client keeps, and where it sends its user. */
class Keeper {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = clientMetadata;
  readonly clientMetadataUrl?: string;
  /** Where the user was sent last. */
  sentTo: URL | undefined;
  #client: { client_id: string; issuer?: string } | undefined;
  #tokens: never;
  #verifier = "";
  #discovered: never;

  constructor(known: { readonly clientId?: string; readonly documentUrl?: string }) {
    if (known.clientId !== undefined) this.#client = { client_id: known.clientId, issuer: origin };
    if (known.documentUrl !== undefined) this.clientMetadataUrl = known.documentUrl;
    this.#tokens = undefined as never;
    this.#discovered = undefined as never;
  }

  readonly clientInformation = () => this.#client;
  readonly saveClientInformation = (client: { client_id: string }) => void (this.#client = client);
  readonly tokens = () => this.#tokens;
  // The two libraries have types of their own for the same fields.
  readonly saveTokens = (tokens: unknown) => void (this.#tokens = tokens as never);
  readonly redirectToAuthorization = (url: URL) => void (this.sentTo = url);
  readonly saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  readonly saveDiscoveryState = (state: unknown) => void (this.#discovered = state as never);
  readonly discoveryState = () => this.#discovered;
  readonly codeVerifier = () => this.#verifier;
}

/** Lets the user of a client allow what it asks for. @returns the parameters that come back */
async function allowed(platform: TestPlatform, { sentTo }: Keeper): Promise<URLSearchParams> {
  if (sentTo === undefined) throw new Error("the client sent its user nowhere");
  expect(sentTo.origin).toBe(origin);
  const browser = await signedInBrowser(platform);
  const page = await browser.get(sentTo.pathname + sentTo.search);
  const back = await browser.submit(page, decisionPath, { decision: "allow", surveys: "all" });
  return new URL(back.location ?? "").searchParams;
}

interface Connecting {
  connect(): Promise<void>;
  finish(returned: URLSearchParams): Promise<void>;
  tools(): Promise<readonly string[]>;
}

type MakeClient = (keeper: Keeper, fetch: typeof globalThis.fetch) => Connecting;

const address = new URL(`${origin}/mcp`);

const newest: MakeClient = (keeper, fetch) => {
  const client = new Client(information);
  const transport = () => new StreamableHTTPClientTransport(address, { authProvider: keeper, fetch });
  const first = transport();
  return {
    connect: () => client.connect(first),
    finish: async (returned) => {
      await first.finishAuth(returned);
      await client.connect(transport());
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
};

const former: MakeClient = (keeper, fetch) => {
  const client = new FormerClient(information);
  const transport = () => new FormerTransport(address, { authProvider: keeper, fetch });
  const first = transport();
  return {
    connect: () => client.connect(first),
    finish: async (returned) => {
      await first.finishAuth(returned.get("code") ?? "");
      await client.connect(transport());
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
};

/** The platform as a client reaches it, without a socket. */
function fetchOf(platform: TestPlatform): typeof globalThis.fetch {
  return (input, init) => {
    const { pathname, search, host } = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    headers.set("host", host);
    return platform.fetch(pathname + search, { ...init, headers });
  };
}

async function keepDocument({ store }: TestPlatform): Promise<void> {
  const metadata = { name: "Sample Agent", redirectUris: ["http://localhost/callback"] };
  await store.write(saveClientDocument, {
    clientId: documentAddress,
    ...metadata,
    metadata: JSON.stringify(metadata),
    freshMilliseconds: 3_600_000,
    allows: () => true,
  });
}

async function declareApplication(platform: TestPlatform): Promise<void> {
  const application = { appid: "sample_agent", name: "Sample Agent", owner: "bob", public: true };
  await declare(platform, {
    applications: [{ ...application, redirect_uris: ["http://localhost/callback"] }],
  });
}

describe.each([
  ["2.4", newest],
  ["1.32", former],
])("the official client %s", (_, make) => {
  it.each([
    ["by registering itself", {}, async () => undefined],
    ["by its metadata document", { documentUrl: documentAddress }, keepDocument],
    ["by a client_id that its user typed in", { clientId: "sample_agent" }, declareApplication],
  ])("connects by the address alone %s, and lists tools", async (_how, known, prepare) => {
    const platform = await startTestPlatform({ authUrl: origin });
    await prepare(platform);
    const keeper = new Keeper(known);
    const client = make(keeper, fetchOf(platform));
    await expect(client.connect()).rejects.toThrow("Unauthorized");
    await client.finish(await allowed(platform, keeper));
    expect(await client.tools()).toContain("list_surveys");
  });
});

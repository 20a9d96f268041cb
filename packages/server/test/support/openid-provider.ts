import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { Provider } from "oidc-provider";

/** The public origin of a platform that uses the provider. */
export const platformOrigin = "http://localhost:8787";
export const clientSecret = "canary-client-secret-of-the-provider-0123456789";

/** A real OpenID provider on this machine, whose user decides at once. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Who signs in there: the subject and its claims. Undefined: the user declines. */
  person: Person | undefined;
  /** The settings of a platform that uses it. */
  readonly settings: { readonly authUrl: string; readonly signInWith: string };
  /** Signs in there. @returns the path that the browser is redirected to on the platform */
  visit(address: string): Promise<string>;
  stop(): Promise<void>;
}

/** A user of the provider. */
export interface Person {
  readonly subject: string;
  readonly username?: string;
  readonly email?: string;
}

/** Starts a provider; it is gone when the test is finished. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "sop-provider-"));
  const people: { current: Person | undefined } = { current: { subject: "subject-1", username: "ada.l" } };
  const provider = new (await providerClass())(issuer, configuration(people));
  const serve = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") === true)
      void decide(provider, people, { request, response });
    else serve(request, response);
  });
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    issuer,
    get person() {
      return people.current;
    },
    set person(person) {
      people.current = person;
    },
    settings: { authUrl: platformOrigin, signInWith: writeSettings(folder, issuer) },
    visit: (address) => visit(address, issuer),
    stop,
  };
}

/** The package warns of every release of Node that is newer than itself. */
async function providerClass(): Promise<typeof Provider> {
  const warnings = vi.spyOn(console, "warn").mockReturnValue(undefined);
  try {
    return (await import("oidc-provider")).Provider;
  } finally {
    warnings.mockRestore();
  }
}

function writeSettings(folder: string, issuer: string): string {
  const path = join(folder, "providers.yaml");
  writeFileSync(join(folder, "secret"), `${clientSecret}\n`, { mode: 0o600 });
  const provider = {
    id: "company",
    name: "Example Company",
    issuer,
    client_id: "platform",
    client_secret_file: "./secret",
  };
  writeFileSync(path, JSON.stringify({ providers: [provider] }));
  return path;
}

interface People {
  readonly current: Person | undefined;
}

/** Made once: that takes longer than most of what a test does with it. */
let signingKey: object | undefined;

function madeSigningKey(): object {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "1" };
}

function configuration(people: People): object {
  signingKey ??= madeSigningKey();
  const clientId = "platform";
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${platformOrigin}/login/with/company/callback`],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    jwks: { keys: [signingKey] },
    adapter: MemoryAdapter,
    cookies: { keys: ["a key of the test"] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    claims: { openid: ["sub"], profile: ["preferred_username", "email"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        preferred_username: people.current?.username,
        email: people.current?.email,
      }),
    }),
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid profile");
      await grant.save();
      return grant;
    },
  };
}

interface GrantContext {
  readonly oidc: { readonly provider: Provider; readonly session: { readonly accountId: string } };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function decide(provider: Provider, people: People, { request, response }: Exchange): Promise<void> {
  const { current } = people;
  const result =
    current === undefined ? { error: "access_denied" } : { login: { accountId: current.subject } };
  await provider.interactionFinished(request, response, result);
}

/** A browser at the provider: keeps its cookies, and stops where it would leave it. */
async function visit(address: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`the provider shows a page: ${await response.text()}`);
    next = new URL(location, issuer).href;
    if (next.startsWith(platformOrigin)) return next.slice(platformOrigin.length);
  }
  throw new Error("the provider redirects without end");
}

/** What the provider stores; the one that it brings warns that it is for development. */
class MemoryAdapter {
  static readonly #rows = new Map<string, Record<string, unknown>>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async upsert(id: string, payload: Record<string, unknown>): Promise<void> {
    MemoryAdapter.#rows.set(`${this.#name} ${id}`, payload);
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    return MemoryAdapter.#rows.get(`${this.#name} ${id}`);
  }

  async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
    return [...MemoryAdapter.#rows.values()].find((row) => row["uid"] === uid);
  }

  async consume(id: string): Promise<void> {
    const row = await this.find(id);
    if (row !== undefined) row["consumed"] = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    MemoryAdapter.#rows.delete(`${this.#name} ${id}`);
  }

  async revokeByGrantId(): Promise<void> {
    await Promise.resolve();
  }
}

import type { ApplicationStatus } from "../../src/team/application-status.ts";
import { HubError } from "../../src/errors.ts";
import {
  statusEndpoints,
  type StatusEndpoint,
  type StatusPageDependencies,
} from "../../src/status-page/status-endpoints.tsx";
import type { StatusCall } from "../../src/status-page/status-request.ts";
import type { StatusSources } from "../../src/status-page/status-facts.ts";

export const password = "correct horse battery";
export const origin = "http://127.0.0.1:8790";

/** An application that is well. */
export const wellApplication: ApplicationStatus = {
  appid: "northstar_team",
  version: 12,
  fingerprint: "k3JvQ0aZ",
  ageSeconds: 3_600,
  expiresInSeconds: 3_600,
  renewsInSeconds: 3_300,
  isRenewing: false,
  isInDoubt: false,
  problem: undefined,
  foreignRenewals: 0,
  isHeldBack: false,
};

/** Something of everything that there is to show. */
export const fullSources: StatusSources = {
  hub: { describe: () => [wellApplication] },
  grants: { countGrants: async () => [{ appid: "insight_board", consent: "ending", count: 7 }] },
  store: {
    countRenewals: async (hours) =>
      Array.from({ length: hours }, (_, index) => ({
        startsAt: Date.UTC(2026, 10, 20, index),
        minted: index % 2,
        foreign: index === 3 ? 2 : 0,
        failed: 0,
      })),
    listCallers: async () => [
      {
        id: "hubc_AbCdEfGhIjKl",
        name: "order <b>service</b>",
        secretCiphertext: "sealed-secret-of-a-caller",
        reportsPerMinute: 60,
        createdAt: Date.UTC(2026, 9, 1),
        revokedAt: null,
        rights: [
          { appid: "northstar_team", token: true, report: true, users: false, proxyPaths: ["/api/surveys"] },
        ],
      },
    ],
    listAuditEntries: async () => [
      {
        at: Date.UTC(2026, 10, 21),
        appid: "northstar_team",
        kind: "minted",
        actor: "hub",
        version: 12,
        detail: { reason: "due" },
      },
    ],
  },
};

/** A browser of the status page, with a jar of cookies. */
export function openBrowser(parts: Partial<StatusPageDependencies> = {}) {
  const endpoints = statusEndpoints({ ...fullSources, password, isOnOwnPort: false, ...parts });
  const jar = new Map<string, string>();
  const ask = async (method: "GET" | "POST", path: string, init: Asking = {}): Promise<Response> => {
    const { pathname } = new URL(path, origin);
    const endpoint = endpoints.find((one) => one.path === pathname && one.method === method);
    if (endpoint === undefined) return new Response(null, { status: 404 });
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, ...init.headers };
    const body = init.form && new URLSearchParams(init.form);
    const sent: RequestInit = { method, headers, ...(body && { body }) };
    const request = new Request(new URL(path, init.origin ?? origin), sent);
    const answer = await respond(endpoint, { request, address: init.address ?? "127.0.0.1" });
    keepCookies(jar, answer);
    return answer;
  };
  const get = (path: string, init?: Asking) => ask("GET", path, init);
  const post = (path: string, init?: Asking) => ask("POST", path, init);
  /** Opens the form, fills it in and sends it. */
  const signIn = async (given: string, init: Asking = {}) => {
    const csrf = csrfOf(await (await get("/status/login")).text());
    return await post("/status/login", { ...init, form: { csrf, password: given } });
  };
  return { get, post, signIn, jar };
}

/** What is thrown with a page of its own is answered with that. */
async function respond(endpoint: StatusEndpoint, call: StatusCall): Promise<Response> {
  try {
    return await endpoint.handle(call);
  } catch (error) {
    if (error instanceof HubError && error.response !== undefined) return error.response;
    throw error;
  }
}

function keepCookies(jar: Map<string, string>, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") jar.delete(name);
    else jar.set(name, value);
  }
}

interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Record<string, string>;
  readonly origin?: string;
  readonly address?: string;
}

/** The token of the first form of a page. */
export function csrfOf(page: string): string {
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

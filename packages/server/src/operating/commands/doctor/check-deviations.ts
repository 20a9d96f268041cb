import { settings, type Config } from "../../../config/settings.ts";
import { isLoopbackHost } from "@survey-open-platform/service";
import type { ApplicationFacts, InstallationFacts } from "../../../store/installation/installation-facts.ts";
import { isLoopbackOrigin, isPublic } from "../../../health/public-address.ts";
import type { Deviation, Finding } from "./finding.ts";

type Facts = InstallationFacts | undefined;

/** One row of the deviation register: what of it is left open here. */
type DeviationCheck = (
  config: Config,
  facts: Facts,
) => readonly Omit<Finding, "deviation" | "compensation" | "check">[];

interface Row {
  readonly check: DeviationCheck;
  /** Said when the row is closed. */
  readonly closed: string;
  readonly compensation: string;
  /** Without data it is unknown whether the row is closed. */
  readonly needsData?: true;
}

/** The deviation register of the threat model, as far as settings and data decide how open a row is. */
const register: Readonly<Record<Deviation, Row>> = {
  D1: {
    check: secretsInAddresses,
    closed: "Secrets and tokens in query strings stay on this machine or within TLS.",
    compensation:
      "No query string is logged here or shown on an error page; answers are never cached; no CORS.",
  },
  D2: {
    check: refreshWithoutSecret,
    closed: "Every application must send its secret to refresh, or there is none.",
    needsData: true,
    compensation:
      "Refresh tokens are long, random, bound to their application and kept as hashes; a secret that is sent must be right; failures are limited.",
  },
  D3: {
    check: codesWithoutProof,
    closed: "No application exchanges codes.",
    needsData: true,
    compensation:
      "The exchange needs the secret; codes are short-lived, single use and bound to their application; PKCE is honoured when an application sends it.",
  },
  D4: {
    check: retriedByProxies,
    closed: "There is no proxy in front that could repeat a request.",
    compensation:
      "A code that is sent twice at once is refused the second time and nothing is revoked for half a minute.",
  },
  D5: {
    check: longLivedTokens,
    closed: "Refresh tokens do not rotate, and end after the documented 30 days at most.",
    compensation:
      "Their end is fixed at the exchange and never slides; at most 10 access tokens of a grant live at a time.",
  },
  D6: {
    check: fragments,
    closed: "No registered address has a fragment.",
    needsData: true,
    compensation:
      "Consent is a POST whose response is a 303, and addresses with fragments are refused at registration.",
  },
};

/** Goes through the deviation register. @param facts undefined where the data could not be read */
export function checkDeviations(config: Config, facts: Facts): readonly Finding[] {
  return Object.entries(register).flatMap(([name, row]): readonly Finding[] => {
    // The keys of the register are its rows' names.
    const about = { check: name, deviation: name as Deviation };
    const open = row
      .check(config, facts)
      .map((finding) => ({ ...finding, ...about, compensation: row.compensation }));
    if (open.length > 0) return open;
    return row.needsData === true && facts === undefined ? [] : [{ level: "ok", says: row.closed, ...about }];
  });
}

function secretsInAddresses(config: Config): ReturnType<DeviationCheck> {
  const insecure = [config.authUrl, config.baseUrl].filter(
    (origin) => origin.startsWith("http:") && !isLoopbackOrigin(origin),
  );
  const open = [
    ...[...new Set(insecure)].map(plainOrigin),
    ...(isLoopbackHost(config.host) ? [] : [plainListener(config.host)]),
  ];
  return open.length === 0 && isPublic(config) ? [maskedLogs] : open;
}

function plainOrigin(origin: string) {
  return {
    level: "warning",
    says: `${origin} is not https: anyone on the network path can read secrets, tokens and passwords.`,
    todo: "Put a proxy with TLS in front, and give https origins in SOP_AUTH_URL and SOP_BASE_URL.",
  } as const;
}

function plainListener(host: string) {
  return {
    level: "warning",
    says: `The platform itself speaks plain HTTP, and other machines can reach it on ${host}: who is on that way reads secrets, tokens and passwords.`,
    todo: "Listen on 127.0.0.1, or on an address that only the proxy with TLS can reach (SOP_HOST).",
  } as const;
}

const maskedLogs = {
  level: "note",
  says: "There is a proxy in front. Its own logs would hold secrets and tokens, because they are in query strings.",
  todo: "Let the proxy log paths without their queries.",
} as const;

function refreshWithoutSecret(_config: Config, facts: Facts): ReturnType<DeviationCheck> {
  const open = facts?.applications.filter((one) => !one.refreshRequiresSecret) ?? [];
  if (open.length === 0) return [];
  return [
    {
      level: "warning",
      says: `A refresh token of these applications gives access tokens without the secret: ${appids(open)}.`,
      todo: "Where the application sends its secret with a refresh, set refresh_requires_secret: true in its declaration.",
    },
  ];
}

function codesWithoutProof({ authorizationCodeTtl }: Config, facts: Facts): ReturnType<DeviationCheck> {
  const applications = facts?.applications ?? [];
  const loopback = applications.filter((one) => one.redirectUris.some((uri) => uri.startsWith("http:")));
  return [
    ...applications.slice(0, 1).map(() => ({
      level: "note" as const,
      says: "Applications may exchange codes without PKCE, and the exchange does not repeat the redirect address.",
      todo: "Ask developers to send code_challenge (S256) and a state that is bound to the browser.",
    })),
    ...(authorizationCodeTtl > 600
      ? [
          {
            level: "warning" as const,
            says: `Authorization codes live ${authorizationCodeTtl} seconds; RFC 6749 advises 600 at most.`,
            todo: `Leave SOP_AUTHORIZATION_CODE_TTL at ${settings.authorizationCodeTtl.default}.`,
          },
        ]
      : []),
    ...loopback.slice(0, 1).map(() => ({
      level: "warning" as const,
      says: `Codes of these applications may go to plain http addresses on the user's own machine: ${appids(loopback)}.`,
      todo: "Remove such redirect addresses from applications that are not being developed any more.",
    })),
  ];
}

function retriedByProxies(config: Config): ReturnType<DeviationCheck> {
  if (!isPublic(config) && config.trustProxy === 0) return [];
  return [
    {
      level: "note",
      says: "A proxy that repeats a GET by itself uses up a code, or overrides a team's token, and the response is lost.",
      todo: "Switch its retries off for /api/oauth2/access_token and /api/oauth2/refresh_token.",
    },
  ];
}

const lifetimes = ["userRefreshTokenTtl", "userAccessTokenTtl", "teamAccessTokenTtl"] as const;

function longLivedTokens(config: Config): ReturnType<DeviationCheck> {
  return lifetimes
    .filter((name) => config[name] > Number(settings[name].default))
    .map((name) => ({
      level: "warning" as const,
      says: `${settings[name].variable} is ${config[name]} seconds, longer than the documented ${settings[name].default}: a leaked token works for that long.`,
      todo: "Leave it at its default.",
    }));
}

function fragments(_config: Config, facts: Facts): ReturnType<DeviationCheck> {
  const open = facts?.applications.filter((one) => one.redirectUris.some((uri) => uri.includes("#"))) ?? [];
  if (open.length === 0) return [];
  return [
    {
      level: "warning",
      says: `Registered addresses of these applications have a fragment: ${appids(open)}.`,
      todo: "Register them without it.",
    },
  ];
}

const listedAppids = 5;

function appids(applications: readonly ApplicationFacts[]): string {
  const listed = applications.slice(0, listedAppids).map(({ appid }) => appid);
  const more = applications.length - listed.length;
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

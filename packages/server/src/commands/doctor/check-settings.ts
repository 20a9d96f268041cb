import { readDeclaration } from "../../apply/read-declaration.ts";
import type { Config } from "../../config.ts";
import { isLoopbackHost } from "../loopback-host.ts";
import { textOfExpected } from "../expected-errors.ts";
import type { Finding } from "./finding.ts";

/** Looks at settings that are each valid by itself. */
export async function checkSettings(config: Config): Promise<readonly Finding[]> {
  return [
    ...publicAddress(config),
    ...proxies(config),
    errorStatus(config),
    metrics(config),
    ...logLevel(config),
    ...(await declarativeFile(config)),
  ];
}

/** Whether anybody but this machine is meant to reach the platform. */
export function isPublic({ host, authUrl, baseUrl }: Config): boolean {
  return (
    !isLoopbackHost(host) || [authUrl, baseUrl].some((origin) => origin !== "" && !isLoopbackOrigin(origin))
  );
}

/** Whether an origin names this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHost(new URL(origin).hostname);
}

function publicAddress({ host, authUrl }: Config): readonly Finding[] {
  if (isLoopbackHost(host) || authUrl !== "") return [];
  return [
    {
      level: "warning",
      check: "public-address",
      says: `The platform listens on ${host} and is not told by which address people reach it (auth-url is empty).`,
      todo: "Set SOP_AUTH_URL to the public https origin. Session cookies are then confined to https.",
    },
  ];
}

function proxies(config: Config): readonly Finding[] {
  const { trustProxy, host } = config;
  if (trustProxy === 0 && isPublic(config)) {
    return [
      {
        level: "warning",
        check: "trust-proxy",
        says: "The platform is public and trusts no proxy. Behind one, every caller has the proxy's address, and limits per address count them all as one.",
        todo: "Set SOP_TRUST_PROXY to the number of own proxies in front. Without any proxy, leave it.",
      },
    ];
  }
  if (trustProxy > 0 && !isLoopbackHost(host)) {
    return [
      {
        level: "warning",
        check: "trust-proxy",
        says: `X-Forwarded-For is believed, and ${host} can be reached without the proxy: who does so invents an address and evades limits.`,
        todo: "Let the platform listen where only the proxy reaches it (SOP_HOST).",
      },
    ];
  }
  return [];
}

function errorStatus({ errorStatus: status }: Config): Finding {
  if (status === "semantic")
    return { level: "ok", check: "error-status", says: "Refusals carry an HTTP status that fits." };
  return {
    level: "note",
    check: "error-status",
    says: "Refusals are answered with HTTP 200 (error-status is ok, as clients of this interface expect). Monitors that look at the status alone do not see them.",
    todo: "Watch error types in the log or the metrics. SOP_ERROR_STATUS=semantic answers 4xx instead.",
  };
}

function metrics({ metricsPort }: Config): Finding {
  if (metricsPort !== undefined)
    return { level: "ok", check: "metrics", says: "Metrics are served on 127.0.0.1." };
  return {
    level: "note",
    check: "metrics",
    says: "There are no metrics.",
    todo: "Set SOP_METRICS_PORT to have them for Prometheus on 127.0.0.1.",
  };
}

function logLevel({ logLevel: level }: Config): readonly Finding[] {
  if (level !== "silent" && level !== "fatal") return [];
  return [
    {
      level: "warning",
      check: "log-level",
      says: `With log-level ${level} nothing tells of faults, nor where the platform listens.`,
      todo: "Set SOP_LOG_LEVEL to info, or to error at least.",
    },
  ];
}

async function declarativeFile({ apply }: Config): Promise<readonly Finding[]> {
  if (apply === "") return [];
  try {
    await readDeclaration(apply);
    return [
      {
        level: "ok",
        check: "apply",
        says: `${apply} can be read. Whether it can be applied is seen by sop apply.`,
      },
    ];
  } catch (error) {
    const says = textOfExpected(error);
    if (says === undefined) throw error;
    return [
      { level: "error", check: "apply", says, todo: "Correct the file or SOP_APPLY; the start would fail." },
    ];
  }
}

import { checkMetricsSetting, isLoopbackHost, type Finding } from "@survey-open-platform/service";
import type { HubConfig } from "../../config.ts";

/** Looks at settings that are each valid by itself. */
export function checkSettings(config: HubConfig): readonly Finding[] {
  return [
    { level: "ok", check: "settings", says: "Every setting is valid." },
    ...checkListening(config),
    ...checkStatusPage(config),
    ...checkKeys(config),
    ...config.applications.flatMap(checkAddress),
    checkMetricsSetting(config.metricsPort, "metrics_port"),
  ];
}

function checkListening({ host }: HubConfig): readonly Finding[] {
  if (isLoopbackHost(host))
    return [{ level: "ok", check: "listen", says: "Only this machine reaches the hub." }];
  const overNetwork: Finding = {
    level: "warning",
    check: "listen",
    says: `The hub listens on ${host} and speaks no TLS: tokens cross the network unencrypted.`,
    todo: "Put a proxy that speaks TLS in front, or let the hub listen on 127.0.0.1.",
  };
  return [overNetwork];
}

function checkStatusPage({ statusPassword, statusPort }: HubConfig): readonly Finding[] {
  if (statusPassword !== undefined || statusPort !== undefined) return [];
  return [
    {
      level: "note",
      check: "status-page",
      says: "The status page is not served: it has neither a password nor a port of its own.",
      todo: "Set status_password_file to open it with a password, or status_port to serve it on 127.0.0.1.",
    },
  ];
}

function checkKeys({ keys }: HubConfig): readonly Finding[] {
  if (keys.length === 1) return [];
  return [
    {
      level: "note",
      check: "keys",
      says: `There are ${keys.length} keys; the first one seals.`,
      todo: "Put a new key second and restart every hub, then put it first and restart every hub, then remove the old one.",
    },
  ];
}

function checkAddress({
  appid,
  baseUrl,
  allowInsecureHttp,
}: HubConfig["applications"][number]): readonly Finding[] {
  if (!allowInsecureHttp || baseUrl.startsWith("https:")) return [];
  return [
    {
      level: "warning",
      check: "base-url",
      says: `The secret and the tokens of ${appid} go to ${baseUrl} unencrypted.`,
      todo: "Use https:// and take allow_insecure_http away.",
    },
  ];
}

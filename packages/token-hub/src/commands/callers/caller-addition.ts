import { CommandError, UsageError } from "@survey-open-platform/service";
import type { CallerRight } from "../../callers/caller.ts";
import { defaultReportsPerMinute, type CallerToRegister } from "../../callers/register-caller.ts";
import type { HubConfig } from "../../config.ts";

const everyRight: readonly CallerRight[] = ["token", "report", "users"];
const mostReports = 100_000;
/** As the proxy serves them: names and numbers, one after the other. */
const pathShape = /^\/api(\/[\w~-][\w.~-]*)*$/;

/**
 * Parses the arguments of `token-hub callers add`.
 *
 * @throws `UsageError` for invalid arguments, `CommandError` for applications that the settings do not have
 */
export function callerAddition(
  args: Readonly<Record<string, unknown>>,
  { applications }: Pick<HubConfig, "applications">,
): CallerToRegister {
  const { name } = args;
  if (typeof name !== "string" || name.trim() === "")
    throw new UsageError("say what the caller is called: --name");
  const appids = listOf(args["app"] ?? (applications.length === 1 ? applications[0]?.appid : ""));
  if (appids.length === 0) throw new UsageError("say which applications the caller is for: --app");
  const stranger = appids.find((appid) => !applications.some((one) => one.appid === appid));
  if (stranger !== undefined) throw new CommandError(`The settings have no application ${stranger}.`);
  const granted = readRights(args["rights"]);
  const proxyPaths = readPaths(args["proxy"]);
  const rights = appids.map((appid) => ({ appid, ...granted, proxyPaths }));
  return { name, rights, reportsPerMinute: readReports(args["reports-per-minute"]) };
}

function readRights(text: unknown): Readonly<Record<CallerRight, boolean>> {
  const named = listOf(text ?? "token,report").filter((right) => right !== "none");
  const unknown = named.find((right) => !everyRight.some((one) => one === right));
  if (unknown !== undefined)
    throw new UsageError(`--rights knows no ${unknown}, only ${everyRight.join(", ")} and none`);
  return { token: named.includes("token"), report: named.includes("report"), users: named.includes("users") };
}

function readPaths(text: unknown): readonly string[] {
  const paths = listOf(text ?? "");
  const wrong = paths.find((path) => !pathShape.test(path));
  if (wrong !== undefined) throw new UsageError(`--proxy takes paths such as /api/surveys, not ${wrong}`);
  return paths;
}

function readReports(text: unknown = String(defaultReportsPerMinute)): number {
  const number = typeof text === "string" && /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= mostReports) return number;
  throw new UsageError(`--reports-per-minute must be a whole number from 1 to ${mostReports}`);
}

function listOf(text: unknown): readonly string[] {
  return typeof text === "string" ? text.split(/[\s,]+/).filter((word) => word !== "") : [];
}

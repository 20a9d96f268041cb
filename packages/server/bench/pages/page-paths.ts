import type { SeededPeople } from "./seed-people.ts";
import { loggedRequestId } from "./seed-request-log.ts";

/** Every page that is measured, as the user who owns the most, and who is an administrator, opens it. */
export function pagePaths({ appid, teamId }: SeededPeople): readonly string[] {
  return [
    ...ofAccount,
    ...ofConsole,
    ...ofApplication.map((page) => `/console/applications/${appid}${page}`),
    "/teams",
    "/teams?q=9",
    ...ofTeam.map((page) => `/teams/${teamId}${page}`),
    ...ofAdministration.map((page) => `/admin${page}`),
  ];
}

const ofAccount = [
  "",
  "/sessions",
  "/sessions?q=nothing",
  "/security",
  "/applications",
  "/applications?q=9",
  "/applications?q=nothing",
  "/applications/revoke-all",
  "/webhooks",
  "/delete",
].map((page) => `/account${page}`);

const ofConsole = ["/console", "/console?q=9", "/console?after=app_bench_50", "/console/new"];

const ofApplication = [
  "",
  "/edit",
  "/secrets",
  "/secrets/new",
  "/log",
  `/log?q=${loggedRequestId}`,
  "/log?error=invalid_token",
  "/log?after=500000",
  "/usage",
  "/usage?by=day",
  "/check",
  "/explorer",
  "/freeze",
  "/delete",
];

const ofTeam = [
  "",
  "/members",
  "/members?q=user99",
  "/members?q=nothing",
  "/credentials",
  "/credentials/tokens",
  "/webhooks",
  "/leave",
  "/delete",
];

/** A search without a result reads everything. */
const ofAdministration = [
  "/users",
  "/users?after=9000",
  "/users?q=user99",
  "/users?q=nothing",
  "/users/user9",
  "/users/user9/disable",
  "/applications",
  "/applications?q=nothing",
  "/applications/app_bench_1",
  "/applications/app_bench_1/freeze",
  "/teams",
  "/teams?q=nothing",
  "/invitations",
  "/invitations?q=nothing",
  "/audit",
  "/audit?q=user1",
  "/audit?q=nothing",
  "/audit?after=50000",
  "/settings",
  "/health",
];

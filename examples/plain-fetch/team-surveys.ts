/**
 * A team's server: requests the team token once and reads the team's surveys with it.
 *
 *   APPID=… SECRET=… node team-surveys.ts
 */
import { call, listSurveys } from "./platform-client.ts";

const { APPID: appid = "demo_northstar_team", SECRET: secret = "demo-secret-northstar-team-0000000003" } =
  process.env;

// Request the token in one place and keep it: another request invalidates this one everywhere.
const { access_token } = await call<{ access_token: string; expires_in: number }>(
  "/api/oauth2/access_token",
  {
    appid,
    secret,
    grant_type: "client_credential",
  },
);

for (const { id, title } of await listSurveys({ appid, access_token })) {
  const { total } = await call<{ total: number }>(`/api/surveys/${id}/answers`, {
    appid,
    access_token,
    per_page: "1",
  });
  console.log(`${id}  ${title}  ${total} answers`);
}

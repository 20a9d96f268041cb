import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import { demoCredentials } from "../demo/demo-data.ts";
import { demoRedirectUri, type DemoPlace } from "../demo/demo-place.ts";
import { authorizationLink, quickTeamCall } from "../../pages/call-commands.ts";

const { ada, lin, verifiedApplication, premiumTeam } = demoCredentials;

/** Printed when the demo has started. */
export function demoWelcome(place: DemoPlace): string {
  const link = authorizationLink({
    authUrl: place.authUrl,
    appid: verifiedApplication.appid,
    redirectUri: demoRedirectUri(place, verifiedApplication),
    state: randomBytes(8).toString("hex"),
  });
  return `
${heading("1. An application asks a user for consent.")} Open this link in a browser:

${link}

   Sign in as   ${ada.username}   with   ${ada.password}
          or    ${lin.username}   with   ${lin.password}
   Then allow or deny. The page after that shows what the application was sent,
   and the call to paste for each next step.

${heading("2. A team reads its surveys.")} Paste this into a second terminal:

${quickTeamCall(place.baseUrl, premiumTeam)}

${heading("3. A program signs somebody in, with an OAuth library and the address alone.")} Paste this into an empty folder:

npm install openid-client && cat > sign-in.mjs <<'END' && node sign-in.mjs
${openidClientProgram(place)}
END

${heading("4. Look around.")}

   ${place.authUrl}/demo       every link and call of the demo
   ${place.authUrl}/demo/mail  every mail that the demo sends
   ${place.authUrl}/docs/api   the API reference
   ${place.baseUrl}/mcp        the address to give an AI agent

These passwords and secrets are public: put no real data in here.
Ctrl-C stops the demo.
`;
}

/** A program for openid-client 6, which shows a link, waits until somebody has allowed it there, and reads that person's surveys. */
export function openidClientProgram({ authUrl, baseUrl }: Pick<DemoPlace, "authUrl" | "baseUrl">): string {
  const { appid, secret } = verifiedApplication;
  return `import * as client from "openid-client";
const http = { execute: [client.allowInsecureRequests] };
const config = await client.discovery(new URL("${authUrl}"), "${appid}", "${secret}", undefined, http);
const device = await client.initiateDeviceAuthorization(config, { scope: "surveys:read" });
console.log("Open", device.verification_uri_complete);
const { access_token: token } = await client.pollDeviceAuthorizationGrant(config, device);
const surveys = await client.fetchProtectedResource(config, token, new URL("${baseUrl}/api/surveys"), "GET");
console.log(await surveys.text());`;
}

/** Printed when other machines can reach the demo. */
export function demoWarning(host: string): string {
  const text = [
    `WARNING: the demo listens on ${host}, so other machines can reach it.`,
    "Its passwords and secrets are public: anyone who reaches it can sign in and read everything in it,",
    "and plain HTTP can be read on the network. Stop it unless this is what you want.",
  ].join("\n");
  return `${styleText(["bold", "red"], text, { stream: process.stderr })}\n`;
}

/** Plain where the terminal takes no colours or NO_COLOR is set. */
function heading(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

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

${heading("3. Look around.")}

   ${place.authUrl}/demo       every link and call of the demo
   ${place.authUrl}/docs/api   the API reference
   ${place.baseUrl}/mcp        the address to give an AI agent

These passwords and secrets are public: put no real data in here.
Ctrl-C stops the demo.
`;
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

import { styleText } from "node:util";
import type { CallerCredentials } from "../callers/register-caller.ts";

/** Addresses of a running demo. */
export interface DemoPlace {
  /** Where the hub listens. */
  readonly url: string;
  /** Where the status page is. */
  readonly statusUrl: string;
  readonly appid: string;
  readonly caller: CallerCredentials;
  /** Path of the configuration file. */
  readonly config: string;
}

/** Printed when the demo has started. */
export function demoWelcome({ url, statusUrl, appid, caller, config }: DemoPlace): string {
  const bearer = `'Authorization: Bearer ${caller.id}.${caller.secret}'`;
  const dropIn = new URLSearchParams({
    appid: caller.id,
    secret: caller.secret,
    grant_type: "client_credential",
  });
  return `
The hub keeps the token of ${appid} and renews it. Every business server asks it
instead of the platform. Paste these into a second terminal:

${heading("1. The current token.")} Ask as often as you like: it stays the same until it is renewed.

   curl -s -H ${bearer} \\
     '${url}/v1/apps/${appid}/token'

${heading("2. The same for a program without hub support:")} only its base address changes.

   curl -s '${url}/api/oauth2/access_token?${dropIn.toString()}'

${heading("3. A survey call through the hub.")} The token never leaves it.

   curl -s -H ${bearer} \\
     '${url}/proxy/${appid}/api/surveys'

${heading("4. A new token,")} and its audit entries:

   npx token-hub rotate ${appid} --config ${config}
   npx token-hub audit --config ${config}

${heading("5. Look around.")}

   ${statusUrl}   applications, renewals, callers (only from this machine)

The caller's secret above is good until the demo is started again.
Ctrl-C stops the hub.
`;
}

/** Plain where the terminal takes no colours or NO_COLOR is set. */
function heading(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

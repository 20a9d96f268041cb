import { expect, test } from "vitest";
import { outputOf, succeeds } from "../../../../../../scripts/processes/run-program.ts";
import { approve } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

const python = "/usr/bin/python3";

/** Runs a program with the session of Authlib in `client`, which the arguments configure. */
async function runPython(program: string, args: readonly string[]): Promise<Record<string, string>> {
  const script = [
    "import json, sys",
    "from authlib.integrations.requests_client import OAuth2Session",
    "base, secret, redirect, back, state = sys.argv[1:]",
    "client = OAuth2Session('demo_app', secret, scope='surveys:read', redirect_uri=redirect)",
    program,
  ].join("\n");
  // The program prints one object.
  return JSON.parse(await outputOf(python, ["-c", script, ...args])) as Record<string, string>;
}

test("Authlib of Debian with its defaults gets a token, refreshes it at once and reads surveys", async ({
  skip,
}) => {
  const isThere = await succeeds(python, ["-c", "import authlib, requests"]);
  skip(!isThere, "not run: the Python of this machine lacks python3-authlib or python3-requests");
  const platform = await startListeningPlatform();
  const place = [platform.url, sampleSecrets.demoApp, sampleCallback] as const;
  const { uri = "", state = "" } = await runPython(
    "uri, state = client.create_authorization_url(base + '/oauth/authorize')\nprint(json.dumps({'uri': uri, 'state': state}))",
    [...place, "", ""],
  );
  const back = await approve(platform, uri);
  const result = await runPython(
    [
      "token = client.fetch_token(base + '/oauth/token', authorization_response=back, state=state)",
      "new = client.refresh_token(base + '/oauth/token', refresh_token=token['refresh_token'])",
      "answer = client.get(base + '/api/surveys').json()",
      "print(json.dumps({'total': answer['data']['total'], 'rotated': new['refresh_token'] != token['refresh_token']}))",
    ].join("\n"),
    [...place, back.href, state],
  );
  expect(result).toEqual({ total: 2, rotated: true });
});

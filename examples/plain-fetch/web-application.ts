/**
 * A third-party application's server: sends a user to the consent page, exchanges the returned code, and
 * shows that user's surveys.
 *
 *   APPID=… SECRET=… PORT=8789 node web-application.ts
 *
 * The platform must know http://localhost:8789/callback as a redirect address of the application.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { call, listSurveys, platformUrl } from "./platform-client.ts";

const { APPID: appid = "demo_insight_board", SECRET: secret = "demo-secret-insight-board-0000000001" } =
  process.env;
const port = Number(process.env["PORT"] ?? 8789);
const redirectUri = `http://localhost:${port}/callback`;

/** Binds the response to the browser that started, so that an attacker cannot inject a code into a user's session (RFC 6749 section 10.12). */
const stateCookie = "example_state";

function signIn(response: ServerResponse): void {
  // Letters and digits only: the platform accepts no other characters in a state.
  const state = randomBytes(16).toString("hex");
  const link = new URL("/connect/oauth2/authorize", platformUrl);
  link.search = new URLSearchParams({
    appid,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "snsapi_user",
    state,
  }).toString();
  link.hash = "wj_redirect";
  response.writeHead(303, {
    Location: link.href,
    "Set-Cookie": `${stateCookie}=${state}; HttpOnly; SameSite=Lax; Path=/; Max-Age=600`,
  });
  response.end();
}

async function callback(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const state = url.searchParams.get("state") ?? "";
  const cookies = (request.headers.cookie ?? "").split("; ");
  if (state === "" || !cookies.includes(`${stateCookie}=${state}`))
    return page(response, 400, "Please begin again.");
  const code = url.searchParams.get("code");
  if (code === null) return page(response, 200, "You did not allow it; nothing was shared.");
  // Tokens stay on this server; a real application would keep the refresh token with its user.
  const { access_token, openid } = await call<{ access_token: string; openid: string }>(
    "/api/oauth2/access_token",
    {
      appid,
      secret,
      code,
      grant_type: "authorization_code",
    },
  );
  const token = { appid, access_token, openid };
  const { nickname } = await call<{ nickname: string }>("/api/oauth2/user", token);
  const surveys = await listSurveys(token);
  page(
    response,
    200,
    `Surveys of ${nickname}`,
    surveys.map(({ id, title }) => `${id}: ${title}`),
  );
}

function page(
  response: ServerResponse,
  status: number,
  heading: string,
  lines: readonly string[] = [],
): void {
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("");
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Referrer-Policy": "no-referrer",
  });
  response.end(
    `<!doctype html><html lang="en"><title>Example</title><h1>${escapeHtml(heading)}</h1><ul>${list}</ul><a href="/sign-in">Sign in</a>`,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", redirectUri);
  if (url.pathname === "/sign-in") return signIn(response);
  if (url.pathname === "/callback") return callback(request, response, url);
  return page(response, url.pathname === "/" ? 200 : 404, "An application that reads your surveys");
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    page(response, 502, "The survey platform did not respond as expected.");
  });
});
server.on("error", ({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
server.listen(port, "localhost", () => console.log(`http://localhost:${port}`));

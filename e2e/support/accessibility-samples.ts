import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { callAddress, callApi } from "./api-client.ts";
import { follow } from "./follow.ts";

const appid = "demo_northstar_team";
const secret = "demo-secret-northstar-team-0000000003";
/** Nothing listens there, so every delivery fails. */
const receiver = "http://127.0.0.1:9/";
/** Answers that are sent within two seconds are taken for those of programs. */
const longerThanPrograms = 2500;

/** Adds a webhook in a browser of a person who may. @returns the paths of its page and of its first delivery */
export async function addWebhook(page: Page, list: string): Promise<{ webhook: string; delivery: string }> {
  await page.goto(`${list}/new`);
  await page.fill("#url", receiver);
  await page.check("#is_active");
  await follow(page.locator("main form.stack button"));
  const webhook = await firstPath(page, list, "main table a");
  const delivery = await firstPath(page, new URL(webhook, list).href, "main table a");
  return { webhook, delivery };
}

/** Makes a link to all results of a survey. @returns its path */
export async function addResultsLink(page: Page, list: string, password = ""): Promise<string> {
  await page.goto(`${list}/new`);
  await page.fill("#password", password);
  await follow(page.locator("main form.stack button"));
  const address = (await page.locator(".copyable").textContent()) ?? "";
  return new URL(address).pathname + new URL(address).search;
}

/** Allows what a link of an application asks for. @returns the path of the page that asks whether to revoke it */
export async function authorizeApplication(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await follow(page.locator("button[value=allow]"));
  return firstPath(page, new URL("/account/applications", link).href, ".applications a[href*='/revoke?']");
}

async function firstPath(page: Page, address: string, link: string): Promise<string> {
  await page.goto(address);
  return (await page.locator(link).first().getAttribute("href")) ?? "";
}

/** Makes a call of the demo's team that changes something. */
async function write(url: string, path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
  const client = { appid, secret, grant_type: "client_credential" };
  const { data: issued } = await callApi(url, "/api/oauth2/access_token", client);
  const token = { appid, access_token: String(issued["access_token"]) };
  const response = await fetch(callAddress(url, path, token), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  // Every response under /api/ has this shape.
  const { data } = JSON.parse(text) as { readonly data: Readonly<Record<string, unknown>> };
  return data;
}

/** Registers a user of the demo's team. @returns the username */
export async function addThirdPartyAccount(url: string): Promise<string> {
  const { user_id: id } = await write(url, "/api/sso/users", {
    openid: "customer-4711",
    nickname: "Robin 罗宾",
  });
  return `third-party:${String(id)}`;
}

/**
 * Makes a survey of two questions, one with many options, the other with few, which are long words.
 *
 * @returns the paths of their cross tables, with few columns and with many
 */
export async function addCrossTables(url: string, page: Page): Promise<{ few: string; many: string }> {
  const options = Array.from({ length: 12 }, (_, at) => `${"Longword".repeat(12)}${at}`);
  const [many, few] = [options.join("\n"), options.slice(0, 3).join("\n")];
  const text = `Words\n\n\n\nWhich one?[Single Choice]\n${many}\n\nAnd then?[Single Choice]\n${few}`;
  const { id } = await write(url, "/api/surveys", { text });
  await write(url, `/api/surveys/${String(id)}/settings`, { state: 2 });
  await page.goto(`${url}/surveys/${String(id)}/results/cross`);
  await follow(page.locator("main form .button-primary"));
  const { pathname, searchParams } = new URL(page.url());
  const [first, second] = [searchParams.get("rows"), searchParams.get("columns")];
  const pathOf = (rows: string | null, columns: string | null) =>
    `${pathname}?rows=${rows}&columns=${columns}`;
  return { few: pathOf(first, second), many: pathOf(second, first) };
}

/** Sends an answer that its respondent may change. @returns the path of the page that asks whether to change it */
export async function sendChangeableAnswer(url: string, page: Page): Promise<string> {
  const created = await write(url, "/api/surveys", { text: "Lunch\n\n\n\nHow was it?[Single Line Text]" });
  const settings = { is_allow_update_answer: true, state: 2 };
  await write(url, `/api/surveys/${String(created["id"])}/settings`, settings);
  await page.goto(String(created["url"]));
  await page.locator(".survey-form .question input[type=text]").fill("Good");
  await page.waitForTimeout(longerThanPrograms);
  await page.locator(".survey-form .button-primary").first().click();
  const link = page.locator("main a[href*='/change?']");
  await link.waitFor();
  return (await link.getAttribute("href")) ?? "";
}

/** The pages of an agent: where it asks for consent, for more, and for a change. */
export interface AgentPages {
  readonly consent: string;
  readonly more: string;
  readonly confirmation: string;
}

/** What the calls answer, of which each has some; a page that is missing shows what was wrong. */
interface AgentAnswer {
  readonly client_id: string;
  readonly access_token: string;
  readonly id: number;
  readonly confirm_address: string;
}

/** Lets an agent in that has registered itself, which makes a survey and asks to delete it. */
export async function addAgent(page: Page, url: string): Promise<AgentPages> {
  const redirectUri = `${url}/demo/callback`;
  const metadata = JSON.stringify({ redirect_uris: [redirectUri], client_name: "Sample agent" });
  const headers = { "content-type": "application/json" };
  const registration = await fetch(`${url}/oauth/register`, { method: "POST", headers, body: metadata });
  const { client_id: clientId } = (await registration.json()) as AgentAnswer;
  const consent = agentLink(url, clientId, redirectUri);
  await page.goto(`${url}${consent}`);
  await page.locator("#surveys-all").check();
  await follow(page.locator("button[value=allow]"));
  const exchange = new URLSearchParams({
    grant_type: "authorization_code",
    code: new URL(page.url()).searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  });
  const exchanged = await fetch(`${url}/oauth/token`, { method: "POST", body: exchange });
  const { access_token: token } = (await exchanged.json()) as AgentAnswer;
  const text = "Lunch\n\n\nWhy?[Single Line Text][Optional]";
  const { id } = await structureOf(await callTool(url, token, "create_survey", { text }));
  const asking = await callTool(url, token, "ask_to_publish", { survey_id: id, note: "It is ready." });
  const { confirm_address: confirmation } = await structureOf(asking);
  const refused = await callTool(url, token, "get_results", { survey_id: id });
  const more =
    /\/account\/agents\/more\?[^"\s]+/.exec(refused.headers.get("www-authenticate") ?? "")?.[0] ?? "";
  return { consent, more, confirmation: confirmation.slice(url.length) };
}

const verifier = "v".repeat(43);

function agentLink(url: string, clientId: string, redirectUri: string): string {
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "surveys:read surveys:write",
    resource: `${url}/mcp`,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return `/oauth/authorize?${parameters.toString()}`;
}

function callTool(url: string, token: string, name: string, given: object): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
  });
}

async function structureOf(response: Response): Promise<AgentAnswer> {
  const data = /^data: (.*)$/m.exec(await response.text())?.[1] ?? "{}";
  const { result } = JSON.parse(data) as { readonly result: { readonly structuredContent: AgentAnswer } };
  return result.structuredContent;
}

/** A third-party application: sign in, my surveys, one survey with a chart of its answers, sign out. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { serve } from "@hono/node-server";
import { createMemoryUserTokenStore, SurveyPlatformError } from "@survey-open-platform/sdk";
import { createSignIn } from "@survey-open-platform/sdk/fetch";
import { Hono } from "hono";
import { html } from "hono/html";

const style = await readFile(new URL("style.css", import.meta.url), "utf8");
const port = Number(process.env["PORT"] ?? 8788);
const signIn = createSignIn({
  platform: { baseUrl: process.env["PLATFORM_URL"] ?? "http://127.0.0.1:8787" },
  appid: process.env["APPID"] ?? "demo_insight_board",
  secret: process.env["SECRET"] ?? "demo-secret-insight-board-0000000001",
  redirectUri: `http://localhost:${port}/callback`,
  // These two are lost when the program exits; see README.md for persistent ones.
  sessionSecret: process.env["SESSION_SECRET"] ?? randomBytes(32).toString("hex"),
  store: createMemoryUserTokenStore(),
  problemPath: "/problem",
});

const app = new Hono();
app.get("/style.css", (context) => context.body(style, 200, { "Content-Type": "text/css" }));
app.get("/login", (context) => signIn.login(context.req.raw));
app.get("/callback", (context) => signIn.callback(context.req.raw));
app.post("/logout", (context) => signIn.logout(context.req.raw));

app.get("/", async (context) => {
  if ((await signIn.grantOf(context.req.raw)) !== undefined) return context.redirect("/surveys");
  const link = html`<a class="button" href="/login">Sign in with your survey account</a>`;
  return page("Insight Board", html`<p>See what people answered.</p>${link}`);
});

// A user who is not signed in, or has revoked consent, is asked to sign in first.
const surveyList = signIn.requireGrant(async (_request, { client }) => {
  const { nickname } = await client.getUser();
  const items = [];
  for await (const { id, title } of client.surveys.all()) {
    items.push(html`<li><a href="/surveys/${id}">${title}</a></li>`);
  }
  const list = items.length === 0 ? html`<p>There are no surveys yet.</p>` : html`<ul>${items}</ul>`;
  const signOut = html`<form method="post" action="/logout"><button>Sign out</button></form>`;
  return page(`Surveys of ${nickname}`, html`${list}${signOut}`);
});
app.get("/surveys", (context) => surveyList(context.req.raw));

const survey = signIn.requireGrant(async (_request, { client }, id: string) => {
  const { title, pages } = await client.surveys.get(id);
  const chosen = new Map<string, number>();
  let total = 0;
  for await (const { answer } of client.surveys.answers(id)) {
    total += 1;
    for (const option of answer.flatMap(({ questions }) => questions.flatMap(({ options }) => options))) {
      chosen.set(option.id, (chosen.get(option.id) ?? 0) + 1);
    }
  }
  const questions = pages.flatMap((one) => one.questions).filter(({ options }) => options.length > 0);
  const charts = questions.map((question) => chart(question, chosen, total));
  return page(title, html`<p>${total} answers. <a href="/surveys">All surveys</a></p>${charts}`);
});
app.get("/surveys/:id{[0-9]+}", (context) => survey(context.req.raw, context.req.param("id")));

app.get("/problem", (context) => {
  const isDenied = context.req.query("problem") === "denied";
  const words = isDenied ? "You did not allow it, so nothing was shared." : "That did not work out.";
  return page("Not signed in", html`<p>${words}</p><a class="button" href="/login">Try again</a>`);
});

app.onError((error) => {
  if (!(error instanceof SurveyPlatformError)) throw error;
  // The message names the request, but never a secret or a token.
  console.error(error.message);
  const words =
    error.type === "not_found" ? "There is no such survey." : "The survey platform did not respond.";
  return page("Sorry", html`<p>${words} <a href="/surveys">All surveys</a></p>`, 502);
});

interface ChoiceQuestion {
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
}

/** A bar for each choice, in a table that reads as well without the bars. */
function chart({ title, options }: ChoiceQuestion, chosen: ReadonlyMap<string, number>, total: number) {
  const rows = options.map(({ id, text }) => {
    const count = chosen.get(id) ?? 0;
    const bar = html`<meter max="${Math.max(1, total)}" value="${count}" aria-hidden="true"></meter>`;
    return html`<tr><th scope="row">${text}</th><td>${bar} ${count}</td></tr>`;
  });
  return html`<h2>${title}</h2><table><tbody>${rows}</tbody></table>`;
}

async function page(title: string, body: unknown, status = 200): Promise<Response> {
  const head = html`<meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
    <link rel="stylesheet" href="/style.css" /><title>${title}</title>`;
  const document = await html`<!doctype html>
    <html lang="en"><head>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(String(document), { status, headers });
}

serve({ fetch: app.fetch, port, hostname: "localhost" }, () => console.log(`http://localhost:${port}`));

import express, { type ErrorRequestHandler } from "express";
import { expect, test } from "vitest";
import { createSignIn } from "../../src/adapters/express.ts";
import { describeAdapter } from "./describe-adapter.ts";
import { serve } from "./node-server.ts";
import { brokenPage, setStage, surveysPage, type BuildApplication } from "./stage.ts";

/** Express writes unhandled errors to the console. */
const quietly: ErrorRequestHandler = (_error, _request, response, _next) => void response.status(500).end();

const build: BuildApplication = (options) => {
  const signIn = createSignIn(options);
  const app = express();
  app.use((_request, response, next) => {
    response.cookie("theme", "dark");
    next();
  });
  app.get("/login", signIn.login);
  app.get("/callback", signIn.callback);
  app.post("/logout", signIn.logout);
  const people = express.Router();
  people.use(signIn.requireGrant);
  people.get("/surveys", (request, response, next) => {
    surveysPage(signIn.grant(request)).then((page) => response.send(page), next);
  });
  people.get("/broken", () => {
    throw brokenPage;
  });
  app.get("/unguarded", (request, response) => response.send(signIn.grant(request).openid));
  app.use("/", people);
  app.use(signIn.renewConsent);
  app.use(quietly);
  return serve(app);
};

describeAdapter("Express", async (options) => {
  const application = await build(options);
  // The other cookie has a test of its own.
  const send: typeof application.send = async (path, init) => {
    const reply = await application.send(path, init);
    const headers = new Headers(reply.headers);
    headers.delete("set-cookie");
    for (const line of reply.headers.getSetCookie())
      if (!line.startsWith("theme=")) headers.append("set-cookie", line);
    const body = reply.body === null || init.method === "HEAD" ? null : await reply.text();
    return new Response(body, { status: reply.status, headers });
  };
  return { ...application, send };
});

test("cookies that other middleware of Express has set stay", async () => {
  const stage = await setStage(build);
  const browser = stage.newBrowser();
  await browser.get("/login");
  expect([...browser.cookies.keys()]).toEqual(["theme", expect.stringMatching(/^__Host-sop_app_login_/)]);
});

test("a route of Express that nothing guards has no grant", async () => {
  const stage = await setStage(build);
  const browser = stage.newBrowser();
  await stage.signIn(browser);
  expect((await browser.get("/unguarded")).status).toBe(500);
});

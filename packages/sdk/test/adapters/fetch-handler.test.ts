import { Hono } from "hono";
import { createSignIn } from "../../src/adapters/fetch-handler.ts";
import { describeAdapter } from "./describe-adapter.ts";
import { brokenPage, surveysPage, type Application } from "./stage.ts";

const nothingToStop = async (): Promise<void> => undefined;

describeAdapter("Request and Response alone", async (options): Promise<Application> => {
  const signIn = createSignIn(options);
  const surveys = signIn.requireGrant(async (_request, grant) => new Response(await surveysPage(grant)));
  const broken = signIn.requireGrant(() => Promise.reject(brokenPage));
  const handlers: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    "/login": signIn.login,
    "/callback": signIn.callback,
    "/logout": signIn.logout,
    "/surveys": surveys,
    "/broken": (request) => broken(request).catch(() => new Response("broken", { status: 500 })),
  };
  return {
    async send(path, init) {
      const request = new Request(`http://127.0.0.1${path}`, init);
      return (
        (await handlers[new URL(request.url).pathname]?.(request)) ?? new Response(null, { status: 404 })
      );
    },
    stop: nothingToStop,
  };
});

describeAdapter("Hono", async (options): Promise<Application> => {
  const signIn = createSignIn(options);
  const app = new Hono();
  app.onError((_error, context) => context.text("broken", 500));
  app.get("/login", (context) => signIn.login(context.req.raw));
  app.get("/callback", (context) => signIn.callback(context.req.raw));
  app.post("/logout", (context) => signIn.logout(context.req.raw));
  const surveys = signIn.requireGrant(async (_request, grant) => new Response(await surveysPage(grant)));
  app.get("/surveys", (context) => surveys(context.req.raw));
  const broken = signIn.requireGrant(() => Promise.reject(brokenPage));
  app.get("/broken", (context) => broken(context.req.raw));
  return { send: async (path, init) => app.request(`http://127.0.0.1${path}`, init), stop: nothingToStop };
});

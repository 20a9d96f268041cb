import { fastify } from "fastify";
import { createSignIn } from "../../src/adapters/fastify.ts";
import { describeAdapter } from "./describe-adapter.ts";
import { brokenPage, surveysPage } from "./stage.ts";

describeAdapter("Fastify", async (options) => {
  const signIn = createSignIn(options);
  const app = fastify();
  app.setErrorHandler(signIn.renewConsent);
  app.get("/login", signIn.login);
  app.get("/callback", signIn.callback);
  app.post("/logout", signIn.logout);
  app.get("/surveys", { preHandler: signIn.requireGrant }, (request) => surveysPage(signIn.grant(request)));
  app.get("/broken", { preHandler: signIn.requireGrant }, () => {
    throw brokenPage;
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    send: (path, init) => fetch(address + path, { ...init, redirect: "manual" }),
    stop: () => app.close(),
  };
});

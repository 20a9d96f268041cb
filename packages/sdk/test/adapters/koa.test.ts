import Koa from "koa";
import { createSignIn, type KoaSignIn } from "../../src/adapters/koa.ts";
import { describeAdapter } from "./describe-adapter.ts";
import { serve } from "./node-server.ts";
import { brokenPage, surveysPage } from "./stage.ts";

/** The smallest router there is. */
function routesOf(signIn: KoaSignIn): Readonly<Record<string, Koa.Middleware>> {
  return {
    "/login": signIn.login,
    "/callback": signIn.callback,
    "/logout": signIn.logout,
    "/surveys": (context) =>
      signIn.requireGrant(context, async () => {
        context.body = await surveysPage(signIn.grant(context));
      }),
    "/broken": (context) => signIn.requireGrant(context, () => Promise.reject(brokenPage)),
  };
}

describeAdapter("Koa", (options) => {
  const app = new Koa();
  // Koa writes unhandled errors to the console.
  app.silent = true;
  const routes = routesOf(createSignIn(options));
  app.use(async (context, next) => {
    await routes[context.path]?.(context, next);
  });
  return serve((request, response) => void app.callback()(request, response));
});

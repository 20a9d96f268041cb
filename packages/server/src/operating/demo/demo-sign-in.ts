import { isLoopbackHost } from "@survey-open-platform/service";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { passwordCheck } from "../../session/password-check.ts";
import { readSignInForm } from "../../session/read-sign-in-form.ts";
import { signInAddress } from "../../session/return-address.ts";
import { startSignedIn } from "../../session/sign-in.tsx";
import type { PageRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { demoCredentials } from "./demo-data.ts";

/** Where a sample user is signed in by one click. */
export const demoSignInPath = "/demo/sign-in";

/** Who can be signed in, and the page that shows what the role is about. */
export const demoRoles = {
  developer: { ...demoCredentials.lin, page: "/console" },
  creator: { ...demoCredentials.ada, page: "/teams" },
  author: { ...demoCredentials.lin, page: "/surveys" },
  administrator: { ...demoCredentials.noor, page: "/admin" },
} as const;

/** A role of a sample user. */
export type DemoRole = keyof typeof demoRoles;

/**
 * `POST /demo/sign-in`: signs a sample user in with the public password, as the form for it does: a password that was
 * changed, a disabled user and a second factor count here too. Only a browser on this machine is served.
 */
export function demoSignIn(store: Store): PageRoute {
  const checkPassword = passwordCheck(store);
  return {
    method: "POST",
    path: demoSignInPath,
    access: "anyone",
    async handle(pageRequest) {
      if (!isOnThisMachine(pageRequest)) throw notFound();
      const { fields, isLate } = await readSignInForm(pageRequest, ["role"]);
      // Someone else may be signed in by now: the page says who.
      if (isLate) return redirectTo("/demo");
      const { role } = fields;
      if (!isDemoRole(role)) throw new PageError("invalid_argument", { status: 400, detail: "role" });
      const { page, ...credentials } = demoRoles[role];
      const result = await checkPassword(pageRequest, credentials, (user) =>
        startSignedIn(store, pageRequest, { user, returnTo: page }),
      );
      return result instanceof Response ? result : redirectTo(signInAddress(page));
    },
  };
}

function isDemoRole(text: string): text is DemoRole {
  return Object.hasOwn(demoRoles, text);
}

/** What a proxy adds; with one in between, the address of the connection says nothing about the browser. */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/**
 * Whether a browser on this machine sent a request, to a name of this machine: another name that resolves to it may be that
 * of a website, whose pages would read the responses (DNS rebinding).
 */
export function isOnThisMachine({ context, address, origin }: PageRequest): boolean {
  const { req } = context;
  const hosts = [address.text, new URL(req.url).hostname, new URL(origin).hostname];
  return hosts.every(isLoopbackHost) && forwardedHeaders.every((name) => req.header(name) === undefined);
}

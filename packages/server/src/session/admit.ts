import { keepsForm, refuseKeeping } from "./keep-form.tsx";
import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import type { PageRoute, UserRoute } from "./page-route.ts";
import { signInAddress, stepUpAddress } from "./return-address.ts";
import type { Session, PageRequest, UserRequest } from "./page-request.ts";

/** Serves a page to a visitor who may use it. This is the only place where roles and step-up are checked. */
export function admit(route: PageRoute, pageRequest: PageRequest): Promise<Response> | Response {
  if (route.access === "anyone") return route.handle(pageRequest);
  const { session, signedIn } = pageRequest;
  if (session === undefined || signedIn === undefined) return leadToSignIn(route, pageRequest);
  checkRole(route, session.user);
  // RFC 9470 asks for the same from OAuth clients: a recent authentication, and a way to provide it.
  if (route.stepUp === true && !session.isRecentlyConfirmed) return leadToStepUp(route, pageRequest);
  const recheck = () => pageRequest.recheck((user) => checkRole(route, user));
  return route.handle({ ...pageRequest, session, signedIn, recheck });
}

function leadToSignIn(route: UserRoute, pageRequest: PageRequest): Promise<Response> | Response {
  if (route.method === "GET") return redirectTo(signInAddress(pageRequest.path));
  // A form of a session that has ended.
  if (keepsForm(route, pageRequest)) return refuseKeeping(pageRequest, "sign_in");
  throw new PageError("csrf", { status: 403 });
}

function leadToStepUp(route: UserRoute, pageRequest: PageRequest): Promise<Response> | Response {
  if (keepsForm(route, pageRequest)) return refuseKeeping(pageRequest, "step_up");
  return redirectTo(stepUpAddress(pathWithoutQueryOfPost(route, pageRequest)));
}

/**
 * The step-up of a page that asks for it only about some of what it shows.
 *
 * @param address of the page, where the user returns to
 * @returns undefined when there was one a short time ago
 */
export function stepUpFor({ session }: UserRequest, address: string): Response | undefined {
  return session.isRecentlyConfirmed ? undefined : redirectTo(stepUpAddress(address));
}

function checkRole({ access }: UserRoute, user: Session["user"]): void {
  if (access === "administrator" && !user.administrator) throw new PageError("forbidden", { status: 403 });
}

/** The form of a POST that is not kept is lost, so the user returns to the page that has it. */
function pathWithoutQueryOfPost({ method }: UserRoute, { path }: PageRequest): string {
  return method === "GET" ? path : (path.split("?", 1)[0] ?? path);
}

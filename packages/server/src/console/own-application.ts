import { hashToken, isRandomId } from "../model/token.ts";
import { PageError } from "../pages/page-error.ts";
import type { UserVisit } from "../session/visit.ts";
import type { OwnApplication } from "../store/own-application-table.ts";
import type { Store } from "../store/store.ts";

/** The path of the pages of one application. */
export const applicationPath = "/console/applications/:appid";

/** The address of a page of an application, such as `addressOf(appid, "/edit")`. */
export function addressOf(appid: string, page = ""): string {
  return `/console/applications/${appid}${page}`;
}

/** Which application a visit is about, if it is the user's own. */
export function ownedBy(visit: UserVisit): { readonly appid: string; readonly ownerId: number } {
  return { appid: visit.context.req.param("appid") ?? "", ownerId: visit.session.user.id };
}

/**
 * The application that a visit is about. One that belongs to someone else is the same as none.
 *
 * @throws `PageError` `not_found`
 */
export async function ownApplication(store: Store, visit: UserVisit): Promise<OwnApplication> {
  const application = await store.findOwnApplication(ownedBy(visit));
  if (application === undefined) throw notFound();
  return application;
}

/**
 * What a form that makes something is remembered by, so that sending it twice makes one thing.
 *
 * @param request the random id that the form carries
 * @throws `PageError` when it is none of ours
 */
export function requestHashOf({ session }: UserVisit, request: string): string {
  if (!isRandomId(request)) throw new PageError("invalid_argument", { status: 400, detail: "request" });
  // With the user in it, so that no other user's form is the same.
  return hashToken(`${session.user.id} ${request}`);
}

/** What a page throws when an application is gone. */
export function notFound(): PageError {
  return new PageError("not_found", { status: 404 });
}

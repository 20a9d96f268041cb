import { notFound } from "../pages/page-error.ts";
import type { UserVisit } from "../session/visit.ts";
import type { ManagedApplication, OwnApplication } from "../store/applications/own-application-table.ts";
import type { Store } from "../store/store.ts";

/** The path of the pages of one application. */
export const applicationPath = "/console/applications/:appid";

/** The address of a page of an application, such as `addressOf(appid, "/edit")`. */
export function addressOf(appid: string, page = ""): string {
  return `/console/applications/${appid}${page}`;
}

/** Which application a visit is about, if it is the user's own. */
export function ownedBy(visit: UserVisit): ManagedApplication {
  const { id } = visit.session.user;
  return { appid: visit.context.req.param("appid") ?? "", ownerId: id, userId: id };
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

import { notFound } from "../pages/page-error.ts";
import type { UserRequest } from "../session/page-request.ts";
import {
  type ManagedApplication,
  type ApplicationForUser,
  findApplicationForUser,
} from "../store/applications/application-for-user-table.ts";
import type { Store } from "../store/store.ts";

/** The path of the pages of one application. */
export const applicationPath = "/console/applications/:appid";

/** The address of a page of an application, such as `addressOf(appid, "/edit")`. */
export function addressOf(appid: string, page = ""): string {
  return `/console/applications/${appid}${page}`;
}

/** Which application a request is about, if it is the user's own. */
export function ownedBy(pageRequest: UserRequest): ManagedApplication {
  const { id } = pageRequest.session.user;
  return { appid: pageRequest.context.req.param("appid") ?? "", ownerId: id, userId: id };
}

/**
 * The application that a request is about. One that belongs to someone else is the same as none.
 *
 * @throws `PageError` `not_found`
 */
export async function applicationForUser(
  store: Store,
  pageRequest: UserRequest,
): Promise<ApplicationForUser> {
  const application = await findApplicationForUser(store.reader, ownedBy(pageRequest));
  if (application === undefined) throw notFound();
  return application;
}

import type { UserRequest, PageRequest } from "./page-request.ts";

interface RouteAddress {
  readonly method: "GET" | "POST";
  /** A path with parameters such as `/teams/:id`. */
  readonly path: string;
}

/** A page that is also for visitors who are not signed in. */
export interface OpenRoute extends RouteAddress {
  readonly access: "anyone";
  /** Whether a user may be redirected here after signing in. */
  readonly isReturnable?: true;
  /** @throws `PageError` for the page of a problem, `PlatformError` for anything else that callers may know */
  handle(pageRequest: PageRequest): Promise<Response> | Response;
}

/**
 * A page of a signed-in user. Without a session a GET leads to the sign-in page and back, and a POST is refused.
 *
 * A step-up is asked for before anything dangerous: the user gives the password again unless that was within the last ten
 * minutes (OWASP ASVS 7.5.3). The POST of such a page has to have a GET page at the same path, where the user returns to.
 */
export interface UserRoute extends RouteAddress {
  /** Every signed-in user, or administrators alone. */
  readonly access: "user" | "administrator";
  readonly stepUp?: true;
  /**
   * Whether a form that is refused because its session ended, or because of the step-up, comes back to its user, who can send it again.
   * For texts that take time to write; not for passwords and not for what only asks for confirmation.
   */
  readonly keepsForm?: true;
  /** @throws `PageError` for the page of a problem, `PlatformError` for anything else that callers may know */
  handle(pageRequest: UserRequest): Promise<Response> | Response;
}

/** A page or a form's target, with who may use it. */
export type PageRoute = OpenRoute | UserRoute;

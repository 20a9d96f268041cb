import type { Grant } from "./sign-in.ts";

/** Which request was let through for whom, without touching the framework's objects. */
export class GrantRegister {
  readonly #grants = new WeakMap<object, Grant>();

  note(request: object, grant: Grant): void {
    this.#grants.set(request, grant);
  }

  /** @throws Error when the route is not behind `requireGrant` */
  of(request: object): Grant {
    const grant = this.#grants.get(request);
    if (grant === undefined) throw new Error("There is no grant: put requireGrant in front of this route");
    return grant;
  }
}

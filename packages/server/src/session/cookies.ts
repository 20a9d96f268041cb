import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";

/** Sent to frames on other websites, and kept apart for each of those (CHIPS), so that none learns of another. */
const frameOptions: CookieOptions = { sameSite: "None", partitioned: true };

/** The cookies of this origin. With TLS their names carry `__Host-`, so that no sibling host can set one. */
export class Cookies {
  readonly #context: Context;
  readonly #secure: boolean;

  constructor(context: Context, secure: boolean) {
    this.#context = context;
    this.#secure = secure;
  }

  get(name: CookieName): string | undefined {
    return getCookie(this.#context, this.#fullName(name));
  }

  set(name: CookieName, value: string, maxAgeSeconds: number): void {
    const options = this.#isForFrame(name) ? { ...this.#options(), ...frameOptions } : this.#options();
    setCookie(this.#context, this.#fullName(name), value, { ...options, maxAge: maxAgeSeconds });
  }

  clear(name: CookieName): void {
    deleteCookie(this.#context, this.#fullName(name), this.#options());
  }

  #fullName(name: CookieName): string {
    return this.#secure ? `__Host-${name}` : name;
  }

  /** Whether a cookie is set for a survey that another website shows in a frame. */
  #isForFrame(name: CookieName): boolean {
    return (
      this.#secure &&
      ["sop_respondent", "sop_surveys", "sop_survey_lang", "sop_participant", "sop_answer"].includes(name) &&
      this.#context.req.header("sec-fetch-dest") === "iframe"
    );
  }

  #options(): CookieOptions {
    // Lax, because a consent link is followed from other sites.
    return { path: "/", httpOnly: true, sameSite: "Lax", secure: this.#secure };
  }
}

/**
 * `sop_sign_in` binds a sign-in form to the browser before there is a session, and `sop_device` shows that a user has
 * signed in in this browser before; it signs no one in. `sop_pending` names a sign-in whose second step is still to come,
 * `sop_respondent` the half-filled forms of a browser, `sop_surveys` the surveys that it opened, `sop_survey_lang` the language in which it shows those, `sop_participant` whose link it opened last, `sop_answer` the answer whose link it opened within an hour, `sop_shared_results` the links to results whose password was given, and `sop_respondent_session` the third-party account that answers
 * surveys in it.
 */
export type CookieName =
  | "sop_session"
  | "sop_sign_in"
  | "sop_device"
  | "sop_pending"
  | "sop_lang"
  | "sop_survey_lang"
  | "sop_respondent"
  | "sop_surveys"
  | "sop_participant"
  | "sop_answer"
  | "sop_respondent_session"
  | "sop_shared_results";

import { csrfTokenOf } from "@survey-open-platform/service";
import { PlatformError } from "../../errors.ts";
import { hashToken, isRandomId } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { passwordProblem } from "../../session/credential-fields.ts";
import { forgetPerson } from "../../session/forget-person.ts";
import { formTokenOf, openForm } from "../../session/form-token.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { hashPassword } from "../../session/password.ts";
import { readForm } from "../../session/read-form.ts";
import type { Visit } from "../../session/visit.ts";
import {
  findPasswordLink,
  resetPasswordByLink,
  type LinkedUser,
} from "../../store/people/password-link-table.ts";
import { bucketsOfAddress } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import { PasswordResetPage, type NewPasswordProblem } from "./password-reset-page.tsx";

const path = "/reset/:token";

/** Attempts of one address; each costs a password hash. */
export const resetsOfAddress = { perMinute: 3, burst: 20 };

/** The page on which a user sets a new password with a link that an administrator made. */
export function passwordResetPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "anyone",
      async handle(visit) {
        const { user } = await findLink(store, visit);
        return showForm(visit, user, { status: 200 });
      },
    },
    { method: "POST", path, access: "anyone", handle: (visit) => setPassword(store, visit) },
  ];
}

/** @throws `PageError` `password_link_invalid` for a link that is unknown, used, too old or void */
async function findLink(
  store: Store,
  { context }: Visit,
): Promise<{ readonly hash: string; readonly user: LinkedUser }> {
  const token = context.req.param("token") ?? "";
  const hash = hashToken(token);
  const user = isRandomId(token) ? await findPasswordLink(store.reader, hash) : undefined;
  if (user === undefined) throw new PageError("password_link_invalid", { status: 404 });
  return { hash, user };
}

async function setPassword(store: Store, visit: Visit): Promise<Response> {
  const { password } = await readForm(visit, formTokenOf(visit), ["password"]);
  const { hash, user } = await findLink(store, visit);
  await limitAttempts(store, visit);
  const problem = passwordProblem(password, user.username);
  if (problem !== undefined) return showForm(visit, user, { status: 400, problem });
  const reset = { hash, passwordHash: await hashPassword(password), address: visit.address.text };
  if (!(await store.write(resetPasswordByLink, { ...reset, username: user.username })))
    throw new PageError("password_link_invalid", { status: 404 });
  forgetPerson(visit);
  return redirectTo("/login");
}

/** @throws `PlatformError` `request_rate_limited` */
async function limitAttempts(store: Store, { address }: Visit): Promise<void> {
  const refusal = await store.takeFromEach(bucketsOfAddress(address, resetsOfAddress, "password-link"));
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}

interface FormView {
  readonly status: number;
  readonly problem?: NewPasswordProblem;
}

function showForm(visit: Visit, { username }: LinkedUser, { status, problem }: FormView): Response {
  const { language, context } = visit;
  const action = `/reset/${context.req.param("token") ?? ""}`;
  const csrf = csrfTokenOf(openForm(visit));
  return renderPage(
    <PasswordResetPage language={language} path={action} csrf={csrf} username={username} problem={problem} />,
    { status, script: true },
  );
}

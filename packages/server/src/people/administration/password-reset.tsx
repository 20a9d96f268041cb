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
import type { PageRequest } from "../../session/page-request.ts";
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
      async handle(pageRequest) {
        const { user } = await findLink(store, pageRequest);
        return showForm(pageRequest, user, { status: 200 });
      },
    },
    { method: "POST", path, access: "anyone", handle: (pageRequest) => setPassword(store, pageRequest) },
  ];
}

/** @throws `PageError` `password_link_invalid` for a link that is unknown, used, too old or void */
async function findLink(
  store: Store,
  { context }: PageRequest,
): Promise<{ readonly hash: string; readonly user: LinkedUser }> {
  const token = context.req.param("token") ?? "";
  const hash = hashToken(token);
  const user = isRandomId(token) ? await findPasswordLink(store.reader, hash) : undefined;
  if (user === undefined) throw new PageError("password_link_invalid", { status: 404 });
  return { hash, user };
}

async function setPassword(store: Store, pageRequest: PageRequest): Promise<Response> {
  const { password } = await readForm(pageRequest, formTokenOf(pageRequest), ["password"]);
  const { hash, user } = await findLink(store, pageRequest);
  await limitAttempts(store, pageRequest);
  const problem = passwordProblem(password, user.username);
  if (problem !== undefined) return showForm(pageRequest, user, { status: 400, problem });
  const reset = { hash, passwordHash: await hashPassword(password), address: pageRequest.address.text };
  if (!(await store.write(resetPasswordByLink, { ...reset, username: user.username })))
    throw new PageError("password_link_invalid", { status: 404 });
  forgetPerson(pageRequest);
  return redirectTo("/login");
}

/** @throws `PlatformError` `request_rate_limited` */
async function limitAttempts(store: Store, { address }: PageRequest): Promise<void> {
  const refusal = await store.consumeTokens(bucketsOfAddress(address, resetsOfAddress, "password-link"));
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}

interface FormView {
  readonly status: number;
  readonly problem?: NewPasswordProblem;
}

function showForm(
  pageRequest: PageRequest,
  { username }: LinkedUser,
  { status, problem }: FormView,
): Promise<Response> {
  const { language, context } = pageRequest;
  const action = `/reset/${context.req.param("token") ?? ""}`;
  const csrf = csrfTokenOf(openForm(pageRequest));
  return renderPage(
    <PasswordResetPage language={language} path={action} csrf={csrf} username={username} problem={problem} />,
    { status, script: true },
  );
}

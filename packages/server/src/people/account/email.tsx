import { csrfTokenOf } from "@survey-open-platform/service";
import { PlatformError } from "../../errors.ts";
import { parseMailAddress } from "../../model/mail-address.ts";
import { hashToken, isRandomId, makeRandomId } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import {
  beginEmailChange,
  confirmEmail,
  findEmail,
  findEmailConfirmation,
  removeEmail,
} from "../../store/people/email-table.ts";
import type { Store } from "../../store/store.ts";
import { noticeIn } from "./account-layout.tsx";
import { ConfirmEmailPage, EmailPage, emailPath } from "./email-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

const confirmationPath = `${emailPath}/confirm/:token`;

/** Confirmations that one user can have sent; each goes to an address of the user's choice. */
export const confirmationsOfUser = { perMinute: 0.2, burst: 5 };

/** The pages on which users say where the platform writes to them. A thief of an open browser must not be able to change that. */
export function emailPages(store: Store): readonly PageRoute[] {
  const form = { path: emailPath, access: "user", stepUp: true } as const;
  return [
    {
      ...form,
      method: "GET",
      handle: (pageRequest: UserRequest) => showEmail(store, pageRequest, { status: 200 }),
    },
    { ...form, method: "POST", handle: (pageRequest: UserRequest) => changeEmail(store, pageRequest) },
    {
      method: "GET",
      path: confirmationPath,
      access: "user",
      handle: (pageRequest: UserRequest) => showConfirmation(store, pageRequest),
    },
    {
      method: "POST",
      path: confirmationPath,
      access: "user",
      async handle(pageRequest: UserRequest) {
        await readOwnForm(pageRequest, []);
        const link = linkOf(pageRequest);
        if (!(await store.write(confirmEmail, link, actorOf(pageRequest)))) throw invalidLink();
        return redirectTo("/account?notice=email_confirmed");
      },
    },
  ];
}

async function changeEmail(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { email: typed, action } = await readOwnForm(pageRequest, ["email", "action"]);
  const { id: userId, username } = pageRequest.session.user;
  if (action === "remove") {
    await store.write(removeEmail, { userId }, actorOf(pageRequest));
    return redirectTo("/account?notice=email_removed");
  }
  const address = parseMailAddress(typed.trim());
  const { problem } = accountTextsFor(pageRequest.language).email;
  if (address === undefined) return showEmail(store, pageRequest, { status: 400, typed, problem });
  await limitConfirmations(store, userId);
  const token = makeRandomId();
  const change = { hash: hashToken(token), token, userId, username, address, language: pageRequest.language };
  await store.write(beginEmailChange, change);
  return redirectTo(`${emailPath}?notice=email_sent`);
}

/** @throws `PlatformError` `request_rate_limited` */
async function limitConfirmations(store: Store, userId: number): Promise<void> {
  const key = rateLimitKey("email-confirmation", String(userId));
  const refusal = await store.consumeTokens([{ key, limit: confirmationsOfUser }]);
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}

function linkOf({ context, session }: UserRequest) {
  const token = context.req.param("token") ?? "";
  return { hash: isRandomId(token) ? hashToken(token) : "", userId: session.user.id };
}

function invalidLink(): PageError {
  return new PageError("email_link_invalid", { status: 404 });
}

async function showConfirmation(store: Store, pageRequest: UserRequest): Promise<Response> {
  const found = await findEmailConfirmation(store.reader, linkOf(pageRequest));
  if (found === undefined) throw invalidLink();
  const { language, signedIn, context, session } = pageRequest;
  const csrf = csrfTokenOf(session.token);
  return renderPage(
    <ConfirmEmailPage {...{ language, signedIn, csrf, path: context.req.path, address: found.address }} />,
    { status: 200 },
  );
}

interface EmailView {
  readonly status: number;
  readonly typed?: string;
  readonly problem?: string;
}

async function showEmail(
  store: Store,
  pageRequest: UserRequest,
  { status, typed, problem }: EmailView,
): Promise<Response> {
  const { language, signedIn, context, session } = pageRequest;
  const found = await findEmail(store.reader, session.user.id);
  return renderPage(
    <EmailPage
      {...{ language, signedIn, problem, ...found }}
      path={emailPath}
      typed={typed ?? ""}
      sendsMail={store.policy.sendsMail === true}
      notice={noticeIn(context.req.query("notice"))}
    />,
    { status },
  );
}

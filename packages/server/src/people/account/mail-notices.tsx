import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { PageError } from "../../pages/page-error.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import {
  hashOfAddress,
  isRefused,
  refuseMails,
  withdrawRefusal,
} from "../../store/mail/mail-refusal-table.ts";
import { listWatches } from "../../store/mail/survey-watch-table.ts";
import { findEmail } from "../../store/people/email-table.ts";
import type { Store } from "../../store/store.ts";
import { noticeIn } from "./account-layout.tsx";
import { MailNoticesPage, mailNoticesPath as path } from "./mail-notices-page.tsx";

/** What users can have sent or not beside the surveys that they watch. */
const topic = "webhooks";

/** The page about what the platform writes to a user. */
export function mailNoticePages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showNotices(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => changeNotices(store, pageRequest) },
  ];
}

async function showNotices(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, signedIn, session, context } = pageRequest;
  const { email } = await findEmail(store.reader, session.user.id);
  const addressHash = email === null ? "" : hashOfAddress(email);
  return renderPage(
    <MailNoticesPage
      {...{ language, path, signedIn, email }}
      notice={noticeIn(context.req.query("notice"))}
      watches={await listWatches(store.reader, session.user.id)}
      hearsOfWebhooks={!(await isRefused(store.reader, { addressHash, topic }))}
    />,
    { status: 200 },
  );
}

async function changeNotices(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { webhooks } = await readOwnForm(pageRequest, ["webhooks"]);
  if (webhooks !== "on" && webhooks !== "off")
    throw new PageError("invalid_argument", { status: 400, detail: "webhooks" });
  const { email } = await findEmail(store.reader, pageRequest.session.user.id);
  if (email !== null)
    await store.write(webhooks === "on" ? withdrawRefusal : refuseMails, {
      addressHash: hashOfAddress(email),
      topic,
    });
  return redirectTo(`${path}?notice=saved`);
}

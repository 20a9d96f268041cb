import { idIn } from "../../pages/id-in.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import {
  hashOfAddress,
  isRefused,
  refuseMails,
  withdrawRefusal,
} from "../../store/mail/mail-refusal-table.ts";
import { changeFrequency, isFrequency, listWatches, setWatch } from "../../store/mail/survey-watch-table.ts";
import { findEmail } from "../../store/people/email-table.ts";
import type { Store } from "../../store/store.ts";
import { noticeIn } from "./account-layout.tsx";
import {
  MailNoticesPage,
  mailNoticesPath as path,
  noticeTopics,
  type NoticeTopic,
} from "./mail-notices-page.tsx";

/** The page about what the platform writes to a user. */
export function mailNoticePages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showNotices(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => changeNotices(store, pageRequest) },
  ];
}

async function showNotices(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, signedIn, session, context } = pageRequest;
  const { email, bounceStatus } = await findEmail(store.reader, session.user.id);
  return renderPage(
    <MailNoticesPage
      {...{ language, path, signedIn, email, bounceStatus }}
      notice={noticeIn(context.req.query("notice"))}
      watches={await listWatches(store.reader, session.user.id)}
      wanted={await topicsWanted(store, email)}
    />,
    { status: 200 },
  );
}

async function topicsWanted(store: Store, email: string | null): Promise<ReadonlySet<NoticeTopic>> {
  const addressHash = email === null ? "" : hashOfAddress(email);
  const wanted = new Set<NoticeTopic>();
  for (const topic of noticeTopics)
    if (!(await isRefused(store.reader, { addressHash, topic }))) wanted.add(topic);
  return wanted;
}

async function changeNotices(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, [...noticeTopics, "survey", "frequency"]);
  if (form.survey !== "") await changeWatch(store, pageRequest, form);
  else await changeTopic(store, pageRequest, form);
  return redirectTo(`${path}?notice=saved`);
}

async function changeWatch(
  store: Store,
  { session }: UserRequest,
  { survey, frequency }: { readonly survey: string; readonly frequency: string },
): Promise<void> {
  const watched = { surveyId: idIn(survey) ?? 0, userId: session.user.id };
  if (frequency === "never") return store.write(setWatch, watched, undefined);
  if (!isFrequency(frequency)) throw new PageError("invalid_argument", { status: 400, detail: "frequency" });
  if (!(await store.write(changeFrequency, watched, frequency))) throw notFound();
}

async function changeTopic(
  store: Store,
  { session }: UserRequest,
  form: Readonly<Record<NoticeTopic, string>>,
): Promise<void> {
  const topic = noticeTopics.find((one) => form[one] === "on" || form[one] === "off");
  if (topic === undefined) throw new PageError("invalid_argument", { status: 400, detail: "webhooks" });
  const { email } = await findEmail(store.reader, session.user.id);
  if (email === null) return;
  const refusal = { addressHash: hashOfAddress(email), topic };
  await store.write(form[topic] === "on" ? withdrawRefusal : refuseMails, refusal);
}

import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import { PageError } from "../../pages/page-error.ts";
import { findWatch, isFrequency, setWatch } from "../../store/mail/survey-watch-table.ts";
import { findEmail } from "../../store/people/email-table.ts";
import type { Store } from "../../store/store.ts";
import { NoticesPage } from "./notices-page.tsx";
import { filterChoices } from "./results-filter.ts";
import { readOwnContent } from "./survey-results.ts";

const path = `${surveyPath}/notices`;

/** The page on which a user says whether, and when, the platform writes of new answers. At first it does not. */
export function noticePages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showNotices(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => changeNotices(store, pageRequest) },
  ];
}

async function showNotices(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const { language, path: address, signedIn, session, context } = pageRequest;
  const userId = session.user.id;
  const { email } = await findEmail(store.reader, userId);
  return renderPage(
    <NoticesPage
      {...{ language, path: address, signedIn, survey, email }}
      sendsMail={store.policy.sendsMail === true}
      watch={await findWatch(store.reader, { surveyId: survey.id, userId })}
      choices={await filterChoices(content.questions)}
      isSaved={context.req.query("notice") === "saved"}
    />,
    { status: 200 },
  );
}

async function changeNotices(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { frequency, condition } = await readOwnForm(pageRequest, ["frequency", "condition"]);
  const { survey, content } = await readOwnContent(store, pageRequest);
  const choices = await filterChoices(content.questions);
  if (
    (frequency !== "never" && !isFrequency(frequency)) ||
    (condition !== "" && !choices.some(({ value }) => value === condition))
  )
    throw new PageError("invalid_argument", { status: 400, detail: "frequency" });
  const watch = frequency === "never" ? undefined : { frequency, condition };
  await store.write(setWatch, { surveyId: survey.id, userId: pageRequest.session.user.id }, watch);
  return redirectTo(`${surveyAddress(survey.id, "/notices")}?notice=saved`);
}

import { plainName } from "../../pages/components/display-name.tsx";
import { notFound } from "../../pages/page-error.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import { type ApplicationImpact, countImpact } from "../../store/applications/application-state.ts";
import type { Store } from "../../store/store.ts";
import {
  ApplicationListPage,
  applicationListPath as listPath,
  ApplicationPage,
  type ApplicationDecision,
} from "./applications-page.tsx";
import { decisionPages } from "./decision.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import type { AdministrationTexts } from "./texts/en.ts";
import { listApplications } from "../../store/people/administration-lists.ts";
import { setApplicationVerified } from "../../store/applications/application-verification.ts";
import { setApplicationFrozen } from "../../store/applications/application-administration.ts";
import { findApplicationForUser } from "../../store/applications/application-for-user-table.ts";

const applicationPath = `${listPath}/:appid`;

type Words = AdministrationTexts["applications"];

/** What each decision leads to, in numbers. */
const consequences: Readonly<
  Record<ApplicationDecision, (words: Words, impact: ApplicationImpact) => readonly string[]>
> = {
  verify: (words) => [words.verifyText],
  unverify: (words, { users }) => [words.unverifyText, words.consentsStay(users)],
  freeze: (words, { users, tokens }) => [words.consents(users), words.tokens(tokens), words.freezeText],
  unfreeze: (words) => [words.unfreezeText],
};

/** The pages on which administrators verify and freeze applications. */
export function applicationPages(store: Store): readonly PageRoute[] {
  const decisions: readonly ApplicationDecision[] = ["verify", "unverify", "freeze", "unfreeze"];
  return [
    {
      method: "GET",
      path: listPath,
      access: "administrator",
      handle: (pageRequest) => showList(store, pageRequest),
    },
    {
      method: "GET",
      path: applicationPath,
      access: "administrator",
      handle: (pageRequest) => showApplication(store, pageRequest),
    },
    ...decisions.flatMap((decision) => pagesOf(store, decision)),
  ];
}

async function showList(store: Store, pageRequest: UserRequest): Promise<Response> {
  const search = listSearchOf(pageRequest);
  const page = pageOf(search, await listApplications(store.reader, search));
  return renderPage(<ApplicationListPage {...propsOf(pageRequest)} {...page} />, { status: 200 });
}

/** @throws `PageError` `not_found` */
async function findApplication(store: Store, { context }: UserRequest): Promise<RegisteredApplication> {
  const application = await store.findApplication(context.req.param("appid") ?? "");
  if (application === undefined) throw notFound();
  return application;
}

async function showApplication(store: Store, pageRequest: UserRequest): Promise<Response> {
  const application = await findApplication(store, pageRequest);
  const { id, appid, ownerId } = application;
  const details = await findApplicationForUser(store.reader, { appid, ownerId, userId: "operator" });
  if (details === undefined) throw notFound();
  const impact = await countImpact(store.reader, id);
  return renderPage(<ApplicationPage {...propsOf(pageRequest)} {...{ application, details, impact }} />, {
    status: 200,
  });
}

function pagesOf(store: Store, decision: ApplicationDecision): readonly PageRoute[] {
  return decisionPages({
    path: `${applicationPath}/${decision}`,
    async describe(pageRequest) {
      const { id, appid, name } = await findApplication(store, pageRequest);
      const { common, applications: words } = administrationTextsFor(pageRequest.language);
      return {
        title: words[decision],
        heading: common.decisionAbout(words[decision], plainName(name)),
        consequences: consequences[decision](words, await countImpact(store.reader, id)),
        about: `${listPath}/${appid}`,
        isDangerous: decision === "freeze" || decision === "unverify",
      };
    },
    async apply(pageRequest) {
      const { appid } = await findApplication(store, pageRequest);
      const actor = actorOf(pageRequest);
      if (decision === "verify" || decision === "unverify")
        await store.write(setApplicationVerified, { appid, verified: decision === "verify", actor });
      else await store.write(setApplicationFrozen, { appid, frozen: decision === "freeze", actor });
      return undefined;
    },
  });
}

import { plainName } from "../../pages/components/display-name.tsx";
import { notFound } from "../../pages/page-error.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserVisit } from "../../session/visit.ts";
import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import type { ApplicationImpact } from "../../store/applications/application-state.ts";
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
    { method: "GET", path: listPath, access: "administrator", handle: (visit) => showList(store, visit) },
    {
      method: "GET",
      path: applicationPath,
      access: "administrator",
      handle: (visit) => showApplication(store, visit),
    },
    ...decisions.flatMap((decision) => pagesOf(store, decision)),
  ];
}

async function showList(store: Store, visit: UserVisit): Promise<Response> {
  const search = listSearchOf(visit);
  const page = pageOf(search, await listApplications(store.reader, search));
  return renderPage(<ApplicationListPage {...propsOf(visit)} {...page} />, { status: 200 });
}

/** @throws `PageError` `not_found` */
async function findApplication(store: Store, { context }: UserVisit): Promise<RegisteredApplication> {
  const application = await store.findApplication(context.req.param("appid") ?? "");
  if (application === undefined) throw notFound();
  return application;
}

async function showApplication(store: Store, visit: UserVisit): Promise<Response> {
  const application = await findApplication(store, visit);
  const { id, appid, ownerId } = application;
  const details = await store.findOwnApplication({ appid, ownerId, userId: "operator" });
  if (details === undefined) throw notFound();
  const impact = await store.countImpact(id);
  return renderPage(<ApplicationPage {...propsOf(visit)} {...{ application, details, impact }} />, {
    status: 200,
  });
}

function pagesOf(store: Store, decision: ApplicationDecision): readonly PageRoute[] {
  return decisionPages({
    path: `${applicationPath}/${decision}`,
    async describe(visit) {
      const { id, appid, name } = await findApplication(store, visit);
      const { common, applications: words } = administrationTextsFor(visit.language);
      return {
        title: words[decision],
        heading: common.decisionAbout(words[decision], plainName(name)),
        consequences: consequences[decision](words, await store.countImpact(id)),
        about: `${listPath}/${appid}`,
        isDangerous: decision === "freeze" || decision === "unverify",
      };
    },
    async apply(visit) {
      const { appid } = await findApplication(store, visit);
      const actor = actorOf(visit);
      if (decision === "verify" || decision === "unverify")
        await store.write(setApplicationVerified, { appid, verified: decision === "verify", actor });
      else await store.write(setApplicationFrozen, { appid, frozen: decision === "freeze", actor });
      return undefined;
    },
  });
}

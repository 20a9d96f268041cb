import { DefinitionList } from "../pages/components/definition-list.tsx";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { notFound } from "../pages/page-error.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserVisit } from "../session/visit.ts";
import type { RegisteredApplication } from "../store/application-table.ts";
import type { ApplicationImpact } from "../store/application-state.ts";
import type { Store } from "../store/store.ts";
import { AdministrationFrame, AdministrationListPage } from "./administration-frame.tsx";
import { decisionPages } from "./decision.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import type { AdministrationTexts } from "./texts/en.ts";

const listPath = "/admin/applications";
const applicationPath = `${listPath}/:appid`;

type ApplicationDecision = "verify" | "unverify" | "freeze" | "unfreeze";

type Words = AdministrationTexts["applications"];

/** What each decision leads to, in numbers. */
const consequences: Readonly<
  Record<ApplicationDecision, (words: Words, impact: ApplicationImpact) => readonly string[]>
> = {
  verify: (words) => [words.verifyText],
  unverify: (words) => [words.unverifyText],
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
  const props = propsOf(visit);
  const { applications: words, common } = administrationTextsFor(props.language);
  const search = listSearchOf(visit);
  return renderPage(
    <AdministrationListPage
      {...props}
      {...pageOf(search, await store.listApplications(search))}
      title={common.applications}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={listPath}
      columns={[
        {
          header: common.name,
          isRowHeader: true,
          cell: ({ appid, name }) => (
            <a href={`${listPath}/${appid}`}>
              <DisplayName name={name} />
            </a>
          ),
        },
        { header: "appid", cell: ({ appid }) => <code>{appid}</code> },
        { header: common.owner, cell: ({ owner }) => <DisplayName name={owner} /> },
        { header: common.state, cell: (row) => stateOf(row, props.language) },
        {
          header: common.created,
          cell: ({ createdAt }) => (
            <Moment at={createdAt} timeZone={props.timeZone} language={props.language} />
          ),
        },
      ]}
    />,
    { status: 200 },
  );
}

function stateOf(
  { verified, disabled }: { readonly verified: boolean | 0 | 1; readonly disabled: boolean | 0 | 1 },
  language: UserVisit["language"],
): string {
  const { applications: words, common } = administrationTextsFor(language);
  const state = disabled ? common.disabled : common.active;
  return `${state}, ${verified ? words.verified : words.unverified}`;
}

/** @throws `PageError` `not_found` */
async function findApplication(store: Store, { context }: UserVisit): Promise<RegisteredApplication> {
  const application = await store.findApplication(context.req.param("appid") ?? "");
  if (application === undefined) throw notFound();
  return application;
}

async function showApplication(store: Store, visit: UserVisit): Promise<Response> {
  const props = propsOf(visit);
  const application = await findApplication(store, visit);
  const { applications: words, common } = administrationTextsFor(props.language);
  const { appid, name, developer, homePage, verified, disabled } = application;
  const decisions: readonly ApplicationDecision[] = [
    verified ? "unverify" : "verify",
    disabled ? "unfreeze" : "freeze",
  ];
  return renderPage(
    <AdministrationFrame {...props} title={plainName(name)}>
      <DefinitionList
        items={[
          { term: "appid", details: <code>{appid}</code> },
          { term: common.owner, details: <DisplayName name={developer} /> },
          { term: common.state, details: stateOf(application, props.language) },
          { term: words.homePage, details: homePage },
        ]}
      />
      <ul class="bullets">
        {decisions.map((decision) => (
          <li>
            <a href={`${listPath}/${appid}/${decision}`}>{words[decision]}</a>
          </li>
        ))}
        {disabled ? (
          <li>
            <a href={`${listPath}/${appid}/freeze`}>{words.freeze}</a>
          </li>
        ) : null}
      </ul>
    </AdministrationFrame>,
    { status: 200 },
  );
}

function pagesOf(store: Store, decision: ApplicationDecision): readonly PageRoute[] {
  return decisionPages({
    path: `${applicationPath}/${decision}`,
    async describe(visit) {
      const { id, appid, name } = await findApplication(store, visit);
      const { applications: words } = administrationTextsFor(visit.language);
      return {
        title: words[decision],
        heading: `${words[decision]}: ${plainName(name)}`,
        consequences: consequences[decision](words, await store.countImpact(id)),
        about: `${listPath}/${appid}`,
      };
    },
    async apply(visit) {
      const { appid } = await findApplication(store, visit);
      const actor = actorOf(visit);
      if (decision === "verify" || decision === "unverify")
        await store.setApplicationVerified({ appid, verified: decision === "verify", actor });
      else await store.setApplicationFrozen({ appid, frozen: decision === "freeze", actor });
      return undefined;
    },
  });
}

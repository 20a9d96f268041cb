import type { JSX } from "hono/jsx/jsx-runtime";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Moment } from "../pages/components/moment.tsx";
import type { ListedAnyApplication } from "../store/administration-lists.ts";
import type { ApplicationImpact } from "../store/application-state.ts";
import type { RegisteredApplication } from "../store/application-table.ts";
import {
  AdministrationFrame,
  AdministrationListPage,
  type AdministrationProps,
  type ListPage,
} from "./administration-frame.tsx";
import { StateBadge } from "./state-badge.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Where all applications are listed. */
export const applicationListPath = "/admin/applications";

/** What an administrator can decide about an application. */
export type ApplicationDecision = "verify" | "unverify" | "freeze" | "unfreeze";

/** The applications of the platform. */
export function ApplicationListPage(
  props: AdministrationProps & ListPage<ListedAnyApplication>,
): JSX.Element {
  const { language, timeZone } = props;
  const { applications: words, common } = administrationTextsFor(language);
  return (
    <AdministrationListPage
      {...props}
      title={common.applications}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={applicationListPath}
      columns={[
        {
          header: common.name,
          isRowHeader: true,
          cell: ({ appid, name }) => (
            <a href={`${applicationListPath}/${appid}`}>
              <DisplayName name={name} />
            </a>
          ),
        },
        { header: "appid", cell: ({ appid }) => <code>{appid}</code> },
        { header: common.owner, cell: ({ owner }) => <DisplayName name={owner} /> },
        {
          header: common.state,
          cell: ({ kind, verified, disabled }) => (
            <ApplicationState
              language={language}
              kind={kind}
              verified={verified === 1}
              disabled={disabled === 1}
            />
          ),
        },
        {
          header: common.created,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
      ]}
    />
  );
}

type StateProps = Pick<AdministrationProps, "language"> &
  Pick<RegisteredApplication, "kind" | "verified" | "disabled">;

/** Users consent to what acts for them alone: only there does verification matter. */
function ApplicationState({ language, kind, verified, disabled }: StateProps) {
  const { applications: words } = administrationTextsFor(language);
  const verification = verified ? words.verified : words.unverified;
  return (
    <>
      <StateBadge language={language} disabled={disabled} /> {kind === "web" ? verification : words.ofTeam}
    </>
  );
}

/** What the page of one application shows. */
export type ApplicationPageProps = AdministrationProps & {
  readonly application: RegisteredApplication;
  readonly impact: ApplicationImpact;
};

/** One application, and what an administrator can decide about it. */
export function ApplicationPage({ application, impact, ...props }: ApplicationPageProps): JSX.Element {
  const { applications: words, common } = administrationTextsFor(props.language);
  const { appid, name, developer, homePage } = application;
  return (
    <AdministrationFrame {...props} title={plainName(name)}>
      <DefinitionList
        items={[
          { term: "appid", details: <code>{appid}</code> },
          { term: common.owner, details: <DisplayName name={developer} /> },
          { term: common.state, details: <ApplicationState {...application} language={props.language} /> },
          { term: words.may, details: application.mayWrite ? words.writing : words.reading },
          { term: words.users, details: String(impact.users) },
          { term: words.homePage, details: homePage === "" ? words.none : homePage },
        ]}
      />
      <ul class="bullets">
        {decisionsAbout(application).map((decision) => (
          <li>
            <a href={`${applicationListPath}/${appid}/${decision}`}>{words[decision]}</a>
          </li>
        ))}
      </ul>
    </AdministrationFrame>
  );
}

/** One that its owner froze can be frozen by an administrator too: then its owner cannot unfreeze it. */
function decisionsAbout({ kind, verified, disabled }: RegisteredApplication): readonly ApplicationDecision[] {
  const verification: readonly ApplicationDecision[] =
    kind === "web" ? [verified ? "unverify" : "verify"] : [];
  return [...verification, ...(disabled ? (["unfreeze", "freeze"] as const) : (["freeze"] as const))];
}

import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { ListedTeam } from "../../store/people/administration-lists.ts";
import { AdministrationListPage, type AdministrationProps, type ListPage } from "./administration-frame.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Where all teams are listed. */
export const teamListPath = "/admin/teams";

/** The teams of the platform, each with its plan. */
export function TeamListPage(props: AdministrationProps & ListPage<ListedTeam>): JSX.Element {
  const { language, timeZone } = props;
  const { teams: words, common } = administrationTextsFor(language);
  return (
    <AdministrationListPage
      {...props}
      title={common.teams}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={teamListPath}
      columns={[
        { header: common.name, isRowHeader: true, cell: ({ name }) => <DisplayName name={name} /> },
        { header: words.id, cell: ({ id }) => <code>{id}</code> },
        { header: words.members, cell: ({ members }) => String(members) },
        {
          header: words.plan,
          cell: ({ plan }) => (
            <span class={`badge ${plan === "premium" ? "badge-success" : "badge-warning"}`}>
              {words[plan]}
            </span>
          ),
        },
        {
          header: common.created,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
        { header: words.change, cell: (team) => <PlanLink {...team} language={language} /> },
      ]}
    />
  );
}

function PlanLink({ language, id, plan, name }: ListedTeam & Pick<AdministrationProps, "language">) {
  const { teams: words } = administrationTextsFor(language);
  const other = plan === "free" ? "premium" : "free";
  return (
    <a href={`${teamListPath}/${id}/${other}`}>
      {words.give[other]}
      <span class="visually-hidden">{words.toTeam(plainName(name))}</span>
    </a>
  );
}

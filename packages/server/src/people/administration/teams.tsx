import type { TeamPlan } from "../../model/team.ts";
import { plainName } from "../../pages/components/display-name.tsx";
import { idIn } from "../../pages/id-in.ts";
import { notFound } from "../../pages/page-error.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { listTeams, type ListedTeam } from "../../store/people/administration-lists.ts";
import type { Store } from "../../store/store.ts";
import { decisionPages } from "./decision.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { TeamListPage, teamListPath as listPath } from "./teams-page.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import { setTeamPlan } from "../../store/teams/team-administration.ts";

/** The pages on which administrators give teams their plan. */
export function teamPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: listPath,
      access: "administrator",
      handle: (pageRequest) => showTeams(store, pageRequest),
    },
    ...planPages(store, "free"),
    ...planPages(store, "premium"),
  ];
}

async function showTeams(store: Store, pageRequest: UserRequest): Promise<Response> {
  const search = listSearchOf(pageRequest);
  const page = pageOf(search, await listTeams(store.reader, search));
  return renderPage(<TeamListPage {...propsOf(pageRequest)} {...page} />, { status: 200 });
}

/** @throws `PageError` `not_found` */
async function findTeam(store: Store, { context }: UserRequest): Promise<ListedTeam> {
  const id = idIn(context.req.param("id")) ?? 0;
  const [team] = await listTeams(store.reader, { search: "", after: id - 1, limit: 1 });
  if (team?.id !== id) throw notFound();
  return team;
}

function planPages(store: Store, plan: TeamPlan): readonly PageRoute[] {
  return decisionPages({
    path: `${listPath}/:id/${plan}`,
    async describe(pageRequest) {
      const { name, members } = await findTeam(store, pageRequest);
      const { common, teams: words } = administrationTextsFor(pageRequest.language);
      const title = plan === "free" ? words.toFree : words.toPremium;
      return {
        title,
        heading: common.decisionAbout(title, plainName(name)),
        consequences: plan === "free" ? [words.toFreeText, words.membersOf(members)] : [words.toPremiumText],
        about: listPath,
        isDangerous: plan === "free",
      };
    },
    async apply(pageRequest) {
      const { id: teamId } = await findTeam(store, pageRequest);
      await store.write(setTeamPlan, { teamId, plan, actor: actorOf(pageRequest) });
      return undefined;
    },
  });
}

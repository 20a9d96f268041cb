import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import { renameTeam, type OwnTeam } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { createdTeam } from "./hand-over.tsx";
import { teamActor, teamAddress, teamForbidden, teamPath } from "./own-team.ts";
import { TeamNamePage } from "./team-name-page.tsx";
import { teamNameProblem, type TeamNameProblem } from "./team-name-problem.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** The page on which a creator gives a team another name. */
export function renamingTeam(store: Store): readonly PageRoute[] {
  const common = { path: `${teamPath}/rename`, access: "user" } as const;
  return [
    {
      ...common,
      method: "GET",
      async handle(visit: UserVisit) {
        const team = await createdTeam(store, visit);
        return showForm(visit, team, { status: 200, name: team.name });
      },
    },
    { ...common, method: "POST", handle: (visit: UserVisit) => rename(store, visit) },
  ];
}

async function rename(store: Store, visit: UserVisit): Promise<Response> {
  const { name: typed } = await readOwnForm(visit, ["name"]);
  const team = await createdTeam(store, visit);
  const name = typed.trim();
  const refuse = (problem: TeamNameProblem) => showForm(visit, team, { status: 400, name: typed, problem });
  const problem = teamNameProblem(name);
  if (problem !== undefined) return refuse(problem);
  const outcome = await store.write(renameTeam, { teamId: team.id, name, actor: teamActor(visit) });
  if (outcome === "forbidden") throw teamForbidden();
  if (outcome === "name_taken") return refuse("name_taken");
  return redirectTo(`${teamAddress(team.id)}?notice=renamed`);
}

type FormView = { readonly status: number; readonly name: string; readonly problem?: TeamNameProblem };

function showForm(visit: UserVisit, { id }: OwnTeam, { status, name, problem }: FormView): Response {
  const { problems } = teamTextsFor(visit.language).create;
  return renderPage(
    <TeamNamePage
      language={visit.language}
      path={teamAddress(id, "/rename")}
      signedIn={visit.signedIn}
      purpose="rename"
      name={name}
      problem={problem && problems[problem]}
      cancelPath={teamAddress(id)}
    />,
    { status },
  );
}

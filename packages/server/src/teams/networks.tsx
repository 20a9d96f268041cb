import { networkFieldName, networkProblem } from "../credentials/network-field.tsx";
import { distinctLines } from "../pages/form-lines.ts";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { NetworksPage } from "./networks-page.tsx";
import { credentialsOfTeam, teamCredentialsPath } from "./team-credentials.tsx";
import { setAllowedNetworks } from "../store/teams/team-application.ts";

const path = `${teamCredentialsPath}/networks`;

/** The page that changes the networks from which a team's token may be requested. */
export function teamNetworks(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      handle: (pageRequest) => showForm(store, pageRequest, { status: 200 }),
    },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => save(store, pageRequest),
    },
  ];
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { [networkFieldName]: value } = await readOwnForm(pageRequest, [networkFieldName]);
  const { managed, address } = await credentialsOfTeam(store).find(pageRequest);
  const problem = networkProblem(value, pageRequest.language);
  if (problem !== undefined) return showForm(store, pageRequest, { status: 400, value, problem });
  const change = { ...managed, allowedNetworks: distinctLines(value), actor: actorOf(pageRequest) };
  if (!(await store.write(setAllowedNetworks, change))) throw notFound();
  return redirectTo(`${address}?notice=networks`);
}

type FormView = { readonly status: number; readonly value?: string; readonly problem?: string };

async function showForm(store: Store, pageRequest: UserRequest, { status, value, problem }: FormView) {
  const { application, address, Frame } = await credentialsOfTeam(store).find(pageRequest);
  return renderPage(
    <NetworksPage
      language={pageRequest.language}
      path={`${address}/networks`}
      signedIn={pageRequest.signedIn}
      address={address}
      Frame={Frame}
      value={value ?? application.allowedNetworks.join("\n")}
      problem={problem}
    />,
    { status },
  );
}

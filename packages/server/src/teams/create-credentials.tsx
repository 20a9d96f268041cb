import { showSecret } from "../credentials/secret-pages.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { makeAppid } from "../model/application.ts";
import { hashToken, makeRandomId, makeToken } from "../model/token.ts";
import { DangerPage } from "../pages/danger-page.tsx";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import { requestHashOf } from "../session/request-hash.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { managedTeam, pagePropsOf, teamActor, teamAddress } from "./team-for-user.ts";
import { teamCredentialsPath } from "./team-credentials.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";
import { createTeamApplication } from "../store/teams/team-application.ts";

/** The page that makes the credentials of a team, and shows the first secret. */
export function creatingCredentials(store: Store): readonly PageRoute[] {
  const common = { path: `${teamCredentialsPath}/new`, access: "user", stepUp: true } as const;
  return [
    { ...common, method: "GET", handle: (pageRequest: UserRequest) => ask(store, pageRequest) },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => create(store, pageRequest) },
  ];
}

async function ask(store: Store, pageRequest: UserRequest): Promise<Response> {
  const team = await managedTeam(store, pageRequest);
  const { credentials: words } = teamTextsFor(pageRequest.language);
  const address = teamAddress(team.id, "/credentials");
  return renderPage(
    <DangerPage
      {...pagePropsOf(pageRequest, `${address}/new`)}
      title={words.make}
      heading={words.makeHeading(<DisplayName name={team.name} />)}
      consequences={[
        ...Object.values(words.makeConsequences),
        ...(team.plan === "premium" ? [] : [words.freePlan]),
      ]}
      submit={words.make}
      cancelPath={address}
      isDangerous={false}
    >
      <HiddenFields values={{ request: makeRandomId() }} />
    </DangerPage>,
    { status: 200 },
  );
}

async function create(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { request } = await readOwnForm(pageRequest, ["request"]);
  const team = await managedTeam(store, pageRequest);
  const requestHash = requestHashOf(pageRequest, request);
  const [appid, secret] = [makeAppid(), makeToken("secret")];
  const kept = { hash: hashToken(secret), lastFour: secret.slice(-4) };
  const made = { teamId: team.id, appid, secret: kept, requestHash, actor: teamActor(pageRequest) };
  const outcome = await store.write(createTeamApplication, made);
  if (outcome === "not_found") throw notFound();
  const address = teamAddress(team.id, "/credentials");
  if (outcome === "exists") return redirectTo(`${address}?notice=exists`);
  return showSecret(pageRequest, { application: { appid, kind: "team" }, address }, secret);
}

import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserVisit } from "../../session/visit.ts";
import type { Store } from "../../store/store.ts";
import { accountTextsFor } from "./texts/account-texts.ts";

/** Where the authorized applications of a user are listed. */
export const authorizedApplicationsPath = "/account/applications";

const list = authorizedApplicationsPath;
const onePath = `${list}/revoke`;
const allPath = `${list}/revoke-all`;

/**
 * The pages that ask before access is revoked, and what they send. They need no step-up: who is signed in has to be able
 * to end an application's access at once.
 */
export function revokingAccess(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path: onePath, access: "user", handle: (visit) => askForOne(store, visit) },
    { method: "POST", path: onePath, access: "user", handle: (visit) => revokeOne(store, visit) },
    { method: "GET", path: allPath, access: "user", handle: (visit) => askForAll(store, visit) },
    { method: "POST", path: allPath, access: "user", handle: (visit) => revokeAll(store, visit) },
  ];
}

async function askForOne(store: Store, visit: UserVisit): Promise<Response> {
  const { id: userId } = visit.session.user;
  const grantId = idIn(visit.context.req.query("grant"));
  const application = grantId && (await store.findAuthorizedApplication({ userId, grantId }));
  // Another user's grant is as unknown as one that was revoked.
  if (!grantId || !application) throw notFound();
  const { revocation: words } = accountTextsFor(visit.language).authorizedApplications;
  const { name, mayWrite } = application;
  return renderPage(
    <DangerPage
      language={visit.language}
      path={`${onePath}?grant=${grantId}`}
      signedIn={visit.signedIn}
      title={words.title(plainName(name))}
      heading={words.heading(<DisplayName name={name} />)}
      consequences={words.consequences({
        ...(await store.countGrantedAccess({ userId, grantId })),
        mayWrite,
      })}
      action={onePath}
      values={{ grant: String(grantId) }}
      submit={words.submit}
      cancelPath={list}
    />,
    { status: 200 },
  );
}

async function askForAll(store: Store, visit: UserVisit): Promise<Response> {
  const { revocationOfAll: words } = accountTextsFor(visit.language).authorizedApplications;
  const access = await store.countGrantedAccess({ userId: visit.session.user.id });
  if (access.applications === 0) return redirectTo(list);
  return renderPage(
    <DangerPage
      language={visit.language}
      path={allPath}
      signedIn={visit.signedIn}
      title={words.title}
      heading={words.title}
      consequences={words.consequences(access)}
      action={allPath}
      submit={words.submit}
      cancelPath={list}
    />,
    { status: 200 },
  );
}

/** Revokes one grant with all its tokens. Doing it twice is harmless. */
async function revokeOne(store: Store, visit: UserVisit): Promise<Response> {
  const { grant } = await readOwnForm(visit, ["grant"]);
  const grantId = idIn(grant);
  if (grantId === undefined) throw new PageError("invalid_argument", { status: 400, detail: "grant" });
  await store.revokeGrant({ userId: visit.session.user.id, grantId }, actorOf(visit));
  return redirectTo(`${list}?notice=revoked`);
}

/** Revokes every grant of the user. */
async function revokeAll(store: Store, visit: UserVisit): Promise<Response> {
  await readOwnForm(visit, []);
  await store.revokeAllGrants(visit.session.user.id, actorOf(visit));
  return redirectTo(`${list}?notice=revoked_all`);
}

import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
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
    { method: "GET", path: onePath, access: "user", handle: (pageRequest) => askForOne(store, pageRequest) },
    { method: "POST", path: onePath, access: "user", handle: (pageRequest) => revokeOne(store, pageRequest) },
    { method: "GET", path: allPath, access: "user", handle: (pageRequest) => askForAll(store, pageRequest) },
    { method: "POST", path: allPath, access: "user", handle: (pageRequest) => revokeAll(store, pageRequest) },
  ];
}

async function askForOne(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { id: userId } = pageRequest.session.user;
  const grantId = idIn(pageRequest.context.req.query("grant"));
  const application = grantId && (await store.findAuthorizedApplication({ userId, grantId }));
  // Another user's grant is as unknown as one that was revoked.
  if (!grantId || !application) throw notFound();
  const { revocation: words } = accountTextsFor(pageRequest.language).authorizedApplications;
  const { name, mayWrite } = application;
  return renderPage(
    <DangerPage
      language={pageRequest.language}
      path={`${onePath}?grant=${grantId}`}
      signedIn={pageRequest.signedIn}
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

async function askForAll(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { revocationOfAll: words } = accountTextsFor(pageRequest.language).authorizedApplications;
  const access = await store.countGrantedAccess({ userId: pageRequest.session.user.id });
  if (access.applications === 0) return redirectTo(list);
  return renderPage(
    <DangerPage
      language={pageRequest.language}
      path={allPath}
      signedIn={pageRequest.signedIn}
      title={words.title}
      heading={words.title}
      consequences={words.consequences(access)}
      submit={words.submit}
      cancelPath={list}
    />,
    { status: 200 },
  );
}

/** Revokes one grant with all its tokens. Doing it twice is harmless. */
async function revokeOne(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { grant } = await readOwnForm(pageRequest, ["grant"]);
  const grantId = idIn(grant);
  if (grantId === undefined) throw new PageError("invalid_argument", { status: 400, detail: "grant" });
  await store.revokeGrant({ userId: pageRequest.session.user.id, grantId }, actorOf(pageRequest));
  return redirectTo(`${list}?notice=revoked`);
}

/** Revokes every grant of the user. */
async function revokeAll(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  await store.revokeAllGrants(pageRequest.session.user.id, actorOf(pageRequest));
  return redirectTo(`${list}?notice=revoked_all`);
}

import { randomBytes } from "node:crypto";
import { csrfTokenOf } from "@survey-open-platform/service";
import { looksLike } from "../../model/token.ts";
import { renderPage } from "../../pages/render-page.ts";
import { openForm } from "../../session/form-token.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { DemoCallbackPage, type CallbackResult } from "./demo-callback-page.tsx";
import { demoCredentials } from "./demo-data.ts";
import { demoCallbackPath, demoWebApplications, type DemoApplication, type DemoPlace } from "./demo-place.ts";
import { demoMailPages } from "./demo-mail-page.tsx";
import type { DemoMailbox } from "./demo-mailbox.ts";
import { designPage } from "./design/design-page.tsx";
import { demoSignIn, isOnThisMachine } from "./demo-sign-in.ts";
import { DemoStartPage, type TeamView } from "./demo-start-page.tsx";

/** What the demo's pages are served with. */
export interface DemoParts {
  readonly store: Store;
  /** Known only once the server listens, and so asked for with each page. */
  readonly place: () => DemoPlace;
  /** Where the mails of the demo arrive. */
  readonly mailbox?: DemoMailbox;
}

/** The pages that exist in the demo and nowhere else. */
export function demoPages(parts: DemoParts): readonly PageRoute[] {
  const { store, mailbox } = parts;
  const mails = mailbox === undefined ? [] : demoMailPages(mailbox);
  return [startPage(parts), callbackPage(parts), demoSignIn(store), designPage(), ...mails];
}

/** `GET /demo`: where to begin. */
function startPage({ store, place, mailbox }: DemoParts): PageRoute {
  return {
    method: "GET",
    path: "/demo",
    access: "anyone",
    async handle(pageRequest) {
      const { language, path, signedIn } = pageRequest;
      const { ada, lin, noor, premiumTeam, freeTeam } = demoCredentials;
      return renderPage(
        <DemoStartPage
          language={language}
          path={path}
          signedIn={signedIn}
          place={place()}
          csrf={isOnThisMachine(pageRequest) ? csrfTokenOf(openForm(pageRequest)) : undefined}
          state={randomBytes(8).toString("hex")}
          people={await Promise.all([ada, lin, noor].map((person) => describeUser(store, person)))}
          applications={await Promise.all(demoWebApplications.map((one) => describe(store, one)))}
          hasMailbox={mailbox !== undefined && isOnThisMachine(pageRequest)}
          premiumTeam={await teamOf(store, premiumTeam.appid)}
          freeTeam={await teamOf(store, freeTeam.appid)}
        />,
        { status: 200, script: true },
      );
    },
  };
}

async function describeUser<Person extends { readonly username: string }>(store: Store, person: Person) {
  const user = await store.findUserByUsername(person.username);
  return {
    ...person,
    nickname: user?.nickname ?? person.username,
    isAdministrator: user?.administrator === true,
  };
}

async function teamOf(store: Store, appid: string): Promise<TeamView> {
  const { developer: name = appid, ownerId: id = 0 } = (await store.findApplication(appid)) ?? {};
  return { name, id };
}

async function describe(store: Store, credentials: DemoApplication) {
  const found = await store.findApplication(credentials.appid);
  const { name = credentials.appid, description = "", verified = false } = found ?? {};
  return { credentials, name, description, verified };
}

/** `GET /demo/callback`: where the demo's applications are sent back to. */
function callbackPage({ store, place }: DemoParts): PageRoute {
  return {
    method: "GET",
    path: demoCallbackPath,
    access: "anyone",
    async handle(pageRequest) {
      return renderPage(
        <DemoCallbackPage
          language={pageRequest.language}
          path={pageRequest.path}
          signedIn={pageRequest.signedIn}
          place={place()}
          application={await describe(store, applicationOf(pageRequest))}
          answer={answerIn(pageRequest)}
        />,
        { status: 200, script: true },
      );
    },
  };
}

function applicationOf({ context }: PageRequest): DemoApplication {
  const appid = context.req.query("application");
  return demoWebApplications.find((one) => one.appid === appid) ?? demoCredentials.verifiedApplication;
}

/** The page offers commands with the code in them, so what is no code of ours must never reach one. */
function answerIn({ context }: PageRequest): CallbackResult {
  const { code, error, state } = context.req.query();
  if (error !== undefined) return { kind: "error", error, state };
  if (code === undefined) return { kind: "nothing" };
  return looksLike("authorizationCode", code) && /^\w[\w-]*$/.test(code)
    ? { kind: "code", code, state }
    : { kind: "odd" };
}

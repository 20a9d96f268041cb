import type { SignUp } from "../../config/settings.ts";
import { hashToken } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import {
  consumeProviderSignIn,
  keepUnlinkedIdentity,
  type Identity,
  type ProviderSignIn,
  type UnlinkedIdentity,
} from "../../store/people/provider-sign-in-table.ts";
import type { Store } from "../../store/store.ts";
import { actorOf } from "../actor.ts";
import { formTokenOf, openForm } from "../form-token.ts";
import { prepareSession } from "../new-session.ts";
import type { PageRoute } from "../page-route.ts";
import { readSignInForm } from "../read-sign-in-form.ts";
import { refusalReporter, type ReportRefusal } from "../refused-sign-in.ts";
import { returnAddressOrDefault } from "../return-address.ts";
import { beginSecondStep } from "../second-factor.tsx";
import type { ShowSignInForm } from "../sign-in-form.tsx";
import type { PageRequest } from "../page-request.ts";
import { beginAtProvider, callbackPath } from "./begin-at-provider.tsx";
import { ProviderError, type ProviderClient, type ProviderFailure } from "./provider-client.ts";
import {
  linkIdentity,
  findUserByIdentity,
  signInWithIdentity,
} from "../../store/people/linked-identity-table.ts";
import { findSecondFactor } from "../../store/people/second-factor-table.ts";

/** What the pages of providers need. */
export interface ProviderPageDependencies {
  readonly store: Store;
  readonly clients: readonly ProviderClient[];
  readonly signUp: SignUp;
  readonly showForm: ShowSignInForm;
}

/** Signing in through OpenID providers: the form that begins, and the address that a provider redirects to. */
export function providerPages(dependencies: ProviderPageDependencies): readonly PageRoute[] {
  const report = refusalReporter(dependencies.store);
  return [beginPage(dependencies, report), callbackPage(dependencies, report)];
}

/** The provider that an address names. @throws `PageError` `not_found` */
export function providerOf(clients: readonly ProviderClient[], { context }: PageRequest): ProviderClient {
  const client = clients.find(({ provider }) => provider.id === context.req.param("provider"));
  if (client === undefined) throw new PageError("not_found", { status: 404 });
  return client;
}

const statuses: Readonly<Record<ProviderFailure, number>> = {
  provider_unavailable: 503,
  provider_declined: 400,
  provider_refused: 401,
};

function beginPage({ store, clients, showForm }: ProviderPageDependencies, report: ReportRefusal): PageRoute {
  return {
    method: "POST",
    path: "/login/with/:provider",
    access: "anyone",
    async handle(pageRequest) {
      const client = providerOf(clients, pageRequest);
      const { fields: form, isLate } = await readSignInForm(pageRequest, ["return_to"]);
      const returnTo = returnAddressOrDefault(pageRequest, form.return_to);
      if (isLate) return redirectTo(returnTo);
      const browserHash = hashToken(openForm(pageRequest));
      try {
        return await beginAtProvider(store, pageRequest, {
          client,
          browserHash,
          purpose: "sign_in",
          returnTo,
        });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        await report(pageRequest, client.provider.id, { problem: "provider_unavailable" });
        return showForm(pageRequest, { returnTo, status: 503, problem: error.failure });
      }
    },
  };
}

function callbackPage(dependencies: ProviderPageDependencies, report: ReportRefusal): PageRoute {
  const { store, clients } = dependencies;
  return {
    method: "GET",
    path: callbackPath(":provider"),
    access: "anyone",
    async handle(pageRequest) {
      const client = providerOf(clients, pageRequest);
      const state = pageRequest.context.req.query("state") ?? "";
      const signIn = await store.write(consumeProviderSignIn, {
        stateHash: hashToken(state),
        provider: client.provider.id,
        browserHashes: browserHashesOf(pageRequest),
      });
      if (signIn === undefined) throw new PageError("provider_failed", { status: 400 });
      try {
        const identity = await identityOf(client, pageRequest, { ...signIn, state });
        return await useIdentity(dependencies, pageRequest, { signIn, identity });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return refuse(dependencies, pageRequest, { signIn, failure: error.failure, report });
      }
    },
  };
}

/** What may bind a sign-in to this browser. */
function browserHashesOf(pageRequest: PageRequest): readonly string[] {
  const formToken = formTokenOf(pageRequest);
  return [
    ...(formToken === undefined ? [""] : [hashToken(formToken)]),
    ...(pageRequest.session === undefined ? [] : [pageRequest.session.hash]),
  ];
}

function identityOf(
  client: ProviderClient,
  pageRequest: PageRequest,
  checks: ProviderSignIn & { readonly state: string },
): Promise<Identity> {
  const { search } = new URL(pageRequest.path, pageRequest.origin);
  return client.finish(new URL(callbackPath(client.provider.id) + search, pageRequest.origin), checks);
}

interface Refused {
  readonly signIn: ProviderSignIn;
  readonly failure: ProviderFailure;
  readonly report: ReportRefusal;
}

async function refuse(
  { showForm }: ProviderPageDependencies,
  pageRequest: PageRequest,
  { signIn: { purpose, provider, returnTo }, failure, report }: Refused,
): Promise<Response> {
  if (failure !== "provider_declined") await report(pageRequest, provider, { problem: failure });
  if (purpose === "link") throw new PageError("provider_failed", { status: statuses[failure] });
  return showForm(pageRequest, { returnTo, status: statuses[failure], problem: failure });
}

interface Confirmed {
  readonly signIn: ProviderSignIn;
  readonly identity: Identity;
}

function useIdentity(
  dependencies: ProviderPageDependencies,
  pageRequest: PageRequest,
  confirmed: Confirmed,
): Promise<Response> {
  return confirmed.signIn.purpose === "link"
    ? link(dependencies, pageRequest, confirmed)
    : signInUser(dependencies, pageRequest, confirmed);
}

async function link(
  { store }: ProviderPageDependencies,
  pageRequest: PageRequest,
  { identity }: Confirmed,
): Promise<Response> {
  const { session, signedIn } = pageRequest;
  if (session === undefined || signedIn === undefined)
    throw new PageError("provider_failed", { status: 400 });
  const actor = actorOf({ ...pageRequest, session, signedIn });
  const isLinked = await store.write(linkIdentity, { userId: session.user.id, identity }, actor);
  if (!isLinked) throw new PageError("identity_of_another_user", { status: 409 });
  return redirectTo("/account/security?notice=identity_linked");
}

async function signInUser(
  dependencies: ProviderPageDependencies,
  pageRequest: PageRequest,
  { signIn: { returnTo, browserHash }, identity }: Confirmed,
): Promise<Response> {
  const { store } = dependencies;
  const user = await findUserByIdentity(store.reader, identity);
  if (user === undefined)
    return offerAccount(dependencies, pageRequest, { ...identity, returnTo, browserHash });
  if (user.disabled) throw new ProviderError("provider_refused", undefined);
  // The provider stands for the password, not for the second factor.
  if ((await findSecondFactor(store.reader, user.id)).isOn)
    return redirectTo(await beginSecondStep(store, pageRequest, { user, returnTo }));
  const { session, keep } = prepareSession(pageRequest);
  if (!(await store.write(signInWithIdentity, { identity, user, session })))
    throw new ProviderError("provider_refused", undefined);
  keep();
  return redirectTo(returnTo);
}

/** An account is only created where an invitation or open sign-up allows it; none is found by name or mail address. */
async function offerAccount(
  { store, signUp, showForm }: ProviderPageDependencies,
  pageRequest: PageRequest,
  unlinked: UnlinkedIdentity,
): Promise<Response> {
  const isEntrance = /^\/(?:welcome|invitations)\/[\w-]+$/.test(unlinked.returnTo);
  const entrance = isEntrance ? unlinked.returnTo : "/sign-up";
  if (!isEntrance && signUp !== "open")
    return showForm(pageRequest, { returnTo: unlinked.returnTo, status: 403, problem: "provider_unlinked" });
  await store.write(keepUnlinkedIdentity, unlinked);
  return redirectTo(entrance);
}

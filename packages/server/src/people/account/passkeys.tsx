import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { actorOf } from "../../session/actor.ts";
import { declaredName } from "../../session/credential-fields.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { beginChallenge, requireRelyingParty } from "../../session/passkeys/begin-challenge.ts";
import { creationOptions } from "../../session/passkeys/passkey-options.ts";
import { checkRegistration } from "../../session/passkeys/passkey-response.ts";
import { userHandles } from "../../session/passkeys/user-handle.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import {
  listPasskeys,
  addPasskey,
  removePasskey,
  type PasskeyProblem,
} from "../../store/people/passkey-table.ts";
import type { Store } from "../../store/store.ts";
import { NewPasskeyPage, passkeyNameMaximum, RemovePasskeyPage } from "./passkey-pages.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";
import { userAgentName } from "../../model/user-agent-name.ts";
import { findPasskeyChallenge, consumePasskeyChallenge } from "../../store/people/passkey-challenge-table.ts";

const securityPath = "/account/security";
const newPath = `${securityPath}/passkeys/new`;
const removePath = `${securityPath}/passkeys/:id/remove`;

/** The pages that add and remove passkeys. */
export function passkeyPages(store: Store): readonly PageRoute[] {
  const showNew = newPasskeyForm(store);
  const removal = { path: removePath, access: "user", stepUp: true } as const;
  return [
    begin(store),
    {
      method: "GET",
      path: newPath,
      access: "user",
      stepUp: true,
      handle: (pageRequest) => showNew(pageRequest),
    },
    register(store, showNew),
    { ...removal, method: "GET", handle: (pageRequest: UserRequest) => askToRemove(store, pageRequest) },
    { ...removal, method: "POST", handle: (pageRequest: UserRequest) => remove(store, pageRequest) },
  ];
}

function keyOf({ session }: UserRequest) {
  return { browserHash: session.hash, purpose: "registration" } as const;
}

/** `POST …/begin`: makes a challenge; the next page has it signed. */
function begin(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${securityPath}/passkeys/begin`,
    access: "user",
    async handle(pageRequest) {
      await readOwnForm(pageRequest, []);
      await beginChallenge(store, pageRequest, keyOf(pageRequest));
      return redirectTo(newPath);
    },
  };
}

type Problem = PasskeyProblem | "name" | "refused";

/** A form that was refused; its challenge may be used up. */
interface RefusedForm {
  readonly name: string;
  readonly problem: Problem;
}

type ShowNewForm = (pageRequest: UserRequest, refused?: RefusedForm) => Promise<Response>;

function newPasskeyForm(store: Store): ShowNewForm {
  const handleOf = userHandles(store);
  return async (pageRequest, refused) => {
    const { language, signedIn, session } = pageRequest;
    const { id, username, nickname } = session.user;
    const relyingParty = requireRelyingParty(pageRequest);
    const challenge = await findPasskeyChallenge(store.reader, keyOf(pageRequest));
    if (challenge === undefined) return redirectTo(securityPath);
    const { productName: platformName } = textsFor("en").layout;
    const user = { platformName, handle: await handleOf(id), username, nickname };
    const passkeys = await listPasskeys(store.reader, id);
    const words = accountTextsFor(language).passkeys;
    return renderPage(
      <NewPasskeyPage
        language={language}
        path={newPath}
        signedIn={signedIn}
        name={refused?.name ?? defaultName(pageRequest)}
        options={await creationOptions({ relyingParty, challenge }, { ...user, passkeys })}
        problems={refused === undefined ? {} : { name: words.problems[refused.problem] }}
      />,
      { status: refused === undefined ? 200 : 400, script: true },
    );
  };
}

function defaultName({ context }: UserRequest): string {
  const { browser, system } = userAgentName(context.req.header("user-agent") ?? "");
  return [browser, system].filter((part) => part !== undefined).join(", ");
}

function register(store: Store, showForm: ShowNewForm): PageRoute {
  return {
    method: "POST",
    path: newPath,
    access: "user",
    stepUp: true,
    async handle(pageRequest) {
      const { response, name } = await readOwnForm(pageRequest, ["response", "name"]);
      const isName = name.length <= passkeyNameMaximum && declaredName().safeParse(name).success;
      const problem = isName ? await tryRegister(store, pageRequest, { response, name }) : "name";
      if (problem === undefined) return redirectTo(`${securityPath}?notice=passkey_added`);
      // The challenge is used up by everything but a bad name.
      if (problem !== "name") await beginChallenge(store, pageRequest, keyOf(pageRequest));
      return showForm(pageRequest, { name, problem });
    },
  };
}

async function tryRegister(
  store: Store,
  pageRequest: UserRequest,
  { response, name }: { readonly response: string; readonly name: string },
): Promise<Problem | undefined> {
  const relyingParty = requireRelyingParty(pageRequest);
  const challenge = await store.write(consumePasskeyChallenge, keyOf(pageRequest));
  if (challenge === undefined) return "refused";
  const passkey = await checkRegistration(response, { relyingParty, challenge });
  if (passkey === undefined) return "refused";
  return store.write(
    addPasskey,
    { ...passkey, name, userId: pageRequest.session.user.id },
    actorOf(pageRequest),
  );
}

async function askToRemove(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, signedIn, session } = pageRequest;
  const id = numberInPath(pageRequest, "id");
  const passkeys = await listPasskeys(store.reader, session.user.id);
  const passkey = passkeys.find((one) => one.id === id);
  if (passkey === undefined) throw new PageError("not_found", { status: 404 });
  const path = `${securityPath}/passkeys/${id}/remove`;
  return renderPage(<RemovePasskeyPage {...{ language, path, signedIn, id, name: passkey.name }} />, {
    status: 200,
  });
}

async function remove(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const passkey = { userId: pageRequest.session.user.id, id: numberInPath(pageRequest, "id") };
  if (!(await store.write(removePasskey, passkey, actorOf(pageRequest))))
    throw new PageError("not_found", { status: 404 });
  return redirectTo(`${securityPath}?notice=passkey_removed`);
}

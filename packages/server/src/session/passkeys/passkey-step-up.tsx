import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { Store } from "../../store/store.ts";
import type { PageRoute } from "../page-route.ts";
import { readOwnForm } from "../read-form.ts";
import { refusalReporter } from "../refused-sign-in.ts";
import { returnAddressOrDefault, stepUpAddress, withReturnTo } from "../return-address.ts";
import type { ShowStepUpForm } from "../step-up-form.tsx";
import type { UserRequest } from "../page-request.ts";
import { beginChallenge, requireRelyingParty } from "./begin-challenge.ts";
import { passkeyCheck } from "./check-passkey.ts";
import { requestOptions } from "./passkey-options.ts";
import { PasskeyPage } from "./passkey-page.tsx";
import { findPasskeyChallenge } from "../../store/people/passkey-challenge-table.ts";
import { listPasskeys, confirmWithPasskey } from "../../store/people/passkey-table.ts";

const path = "/account/confirm/passkey";

/** A passkey instead of the password before something dangerous. */
export function passkeyStepUpPages(store: Store, showForm: ShowStepUpForm): readonly PageRoute[] {
  return [beginStepUp(store), showChallenge(store), finishStepUp(store, showForm)];
}

function keyOf({ session }: UserRequest) {
  return { browserHash: session.hash, purpose: "step_up" } as const;
}

function beginStepUp(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/begin`,
    access: "user",
    async handle(pageRequest) {
      const form = await readOwnForm(pageRequest, ["return_to"]);
      await beginChallenge(store, pageRequest, keyOf(pageRequest));
      return redirectTo(withReturnTo(path, returnAddressOrDefault(pageRequest, form.return_to)));
    },
  };
}

function showChallenge(store: Store): PageRoute {
  return {
    method: "GET",
    path,
    access: "user",
    async handle(pageRequest) {
      const { language, signedIn, session } = pageRequest;
      const returnTo = returnAddressOrDefault(pageRequest, pageRequest.context.req.query("return_to"));
      const challenge = await findPasskeyChallenge(store.reader, keyOf(pageRequest));
      if (challenge === undefined) return redirectTo(stepUpAddress(returnTo));
      const relyingParty = requireRelyingParty(pageRequest);
      const passkeys = await listPasskeys(store.reader, session.user.id);
      return renderPage(
        <PasskeyPage
          language={language}
          path={withReturnTo(path, returnTo)}
          signedIn={signedIn}
          action={path}
          csrf={signedIn.csrf}
          returnTo={returnTo}
          options={await requestOptions({ relyingParty, challenge }, passkeys)}
          otherWay={stepUpAddress(returnTo)}
        />,
        { status: 200, script: true },
      );
    },
  };
}

function finishStepUp(store: Store, showForm: ShowStepUpForm): PageRoute {
  const checkPasskey = passkeyCheck(store);
  const report = refusalReporter(store);
  return {
    method: "POST",
    path,
    access: "user",
    async handle(pageRequest) {
      const form = await readOwnForm(pageRequest, ["response", "return_to"]);
      const returnTo = returnAddressOrDefault(pageRequest, form.return_to);
      const { user, hash: sessionHash } = pageRequest.session;
      const use = await checkPasskey(pageRequest, keyOf(pageRequest), form.response);
      // A passkey of someone else confirms nothing (WebAuthn, section 7.2, step 6).
      const isOwn = "userId" in use && use.userId === user.id;
      if (isOwn && (await store.write(confirmWithPasskey, { use, sessionHash }))) return redirectTo(returnTo);
      await report(pageRequest, user.username, { problem: "passkey_refused" });
      return showForm(pageRequest, { returnTo, status: 401, problem: "passkey_refused" });
    },
  };
}

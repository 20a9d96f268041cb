import { csrfTokenOf } from "@survey-open-platform/service";
import { hashToken } from "../../model/token.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { Store } from "../../store/store.ts";
import { formTokenOf, openForm } from "../form-token.ts";
import { prepareSession } from "../new-session.ts";
import type { PageRoute } from "../page-route.ts";
import { readSignInForm } from "../read-sign-in-form.ts";
import { refusalReporter } from "../refused-sign-in.ts";
import { returnAddressOrDefault, signInAddress, withReturnTo } from "../return-address.ts";
import type { ShowSignInForm } from "../sign-in-form.tsx";
import type { PageRequest } from "../page-request.ts";
import { beginChallenge, requireRelyingParty } from "./begin-challenge.ts";
import { passkeyCheck, type RefusedPasskey } from "./check-passkey.ts";
import { requestOptions } from "./passkey-options.ts";
import { PasskeyPage } from "./passkey-page.tsx";
import { findPasskeyChallenge } from "../../store/people/passkey-challenge-table.ts";
import { signInWithPasskey, type PasskeySignIn } from "../../store/people/passkey-table.ts";
import { leadsToApplication } from "../authorization-link.ts";

const path = "/login/passkey";

/** Signing in with a passkey. With its user verification it is two factors by itself, so no code is asked for. */
export function passkeySignInPages(store: Store, showForm: ShowSignInForm): readonly PageRoute[] {
  return [beginSignIn(store), showChallenge(store), finishSignIn(store, showForm)];
}

function keyOf(formToken: string) {
  return { browserHash: hashToken(formToken), purpose: "sign_in" } as const;
}

function beginSignIn(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/begin`,
    access: "anyone",
    async handle(pageRequest) {
      const { fields: form, isLate } = await readSignInForm(pageRequest, ["return_to"]);
      const returnTo = returnAddressOrDefault(pageRequest, form.return_to);
      if (isLate) return redirectTo(returnTo);
      await beginChallenge(store, pageRequest, keyOf(openForm(pageRequest)));
      return redirectTo(withReturnTo(path, returnTo));
    },
  };
}

function showChallenge(store: Store): PageRoute {
  return {
    method: "GET",
    path,
    access: "anyone",
    async handle(pageRequest) {
      const returnTo = returnAddressOrDefault(pageRequest, pageRequest.context.req.query("return_to"));
      const formToken = formTokenOf(pageRequest);
      const challenge =
        formToken === undefined ? undefined : await findPasskeyChallenge(store.reader, keyOf(formToken));
      if (formToken === undefined || challenge === undefined) return redirectTo(signInAddress(returnTo));
      const relyingParty = requireRelyingParty(pageRequest);
      return renderPage(
        <PasskeyPage
          language={pageRequest.language}
          path={withReturnTo(path, returnTo)}
          action={path}
          csrf={csrfTokenOf(formToken)}
          returnTo={returnTo}
          options={await requestOptions({ relyingParty, challenge })}
          otherWay={signInAddress(returnTo)}
        />,
        { status: 200, script: true, keepsOpener: leadsToApplication(returnTo) },
      );
    },
  };
}

function finishSignIn(store: Store, showForm: ShowSignInForm): PageRoute {
  const checkPasskey = passkeyCheck(store);
  const report = refusalReporter(store);
  return {
    method: "POST",
    path,
    access: "anyone",
    async handle(pageRequest) {
      const formToken = formTokenOf(pageRequest);
      const { fields: form, isLate } = await readSignInForm(pageRequest, ["response", "return_to"]);
      const returnTo = returnAddressOrDefault(pageRequest, form.return_to);
      if (isLate) return redirectTo(returnTo);
      const use = await checkPasskey(pageRequest, keyOf(formToken ?? ""), form.response);
      const refused = "refusedOf" in use ? use : await startSession(store, pageRequest, use);
      if (refused === undefined) return redirectTo(returnTo);
      await report(pageRequest, refused.refusedOf, { problem: "passkey_refused" });
      return showForm(pageRequest, { returnTo, status: 401, problem: "passkey_refused" });
    },
  };
}

async function startSession(
  store: Store,
  pageRequest: PageRequest,
  use: PasskeySignIn["use"],
): Promise<RefusedPasskey | undefined> {
  const { session, keep } = prepareSession(pageRequest);
  const pending = pageRequest.cookies.get("sop_pending");
  const pendingHash = pending === undefined ? undefined : hashToken(pending);
  if (!(await store.write(signInWithPasskey, { use, session, pendingHash })))
    return { refusedOf: use.username };
  keep();
  if (pending !== undefined) pageRequest.cookies.clear("sop_pending");
  return undefined;
}

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
import type { Visit } from "../visit.ts";
import { beginChallenge, requireRelyingParty } from "./begin-challenge.ts";
import { passkeyCheck, type RefusedPasskey } from "./check-passkey.ts";
import { requestOptions } from "./passkey-options.ts";
import { PasskeyPage } from "./passkey-page.tsx";
import { findPasskeyChallenge } from "../../store/people/passkey-challenge-table.ts";
import { signInWithPasskey, type PasskeySignIn } from "../../store/people/passkey-table.ts";

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
    async handle(visit) {
      const { fields: form, isLate } = await readSignInForm(visit, ["return_to"]);
      const returnTo = returnAddressOrDefault(visit, form.return_to);
      if (isLate) return redirectTo(returnTo);
      await beginChallenge(store, visit, keyOf(openForm(visit)));
      return redirectTo(withReturnTo(path, returnTo));
    },
  };
}

function showChallenge(store: Store): PageRoute {
  return {
    method: "GET",
    path,
    access: "anyone",
    async handle(visit) {
      const returnTo = returnAddressOrDefault(visit, visit.context.req.query("return_to"));
      const formToken = formTokenOf(visit);
      const challenge =
        formToken === undefined ? undefined : await findPasskeyChallenge(store.reader, keyOf(formToken));
      if (formToken === undefined || challenge === undefined) return redirectTo(signInAddress(returnTo));
      const relyingParty = requireRelyingParty(visit);
      return renderPage(
        <PasskeyPage
          language={visit.language}
          path={withReturnTo(path, returnTo)}
          action={path}
          csrf={csrfTokenOf(formToken)}
          returnTo={returnTo}
          options={await requestOptions({ relyingParty, challenge })}
          otherWay={signInAddress(returnTo)}
        />,
        { status: 200, script: true },
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
    async handle(visit) {
      const formToken = formTokenOf(visit);
      const { fields: form, isLate } = await readSignInForm(visit, ["response", "return_to"]);
      const returnTo = returnAddressOrDefault(visit, form.return_to);
      if (isLate) return redirectTo(returnTo);
      const use = await checkPasskey(visit, keyOf(formToken ?? ""), form.response);
      const refused = "refusedOf" in use ? use : await startSession(store, visit, use);
      if (refused === undefined) return redirectTo(returnTo);
      await report(visit, refused.refusedOf, { problem: "passkey_refused" });
      return showForm(visit, { returnTo, status: 401, problem: "passkey_refused" });
    },
  };
}

async function startSession(
  store: Store,
  visit: Visit,
  use: PasskeySignIn["use"],
): Promise<RefusedPasskey | undefined> {
  const { session, keep } = prepareSession(visit);
  const pending = visit.cookies.get("sop_pending");
  const pendingHash = pending === undefined ? undefined : hashToken(pending);
  if (!(await store.write(signInWithPasskey, { use, session, pendingHash })))
    return { refusedOf: use.username };
  keep();
  if (pending !== undefined) visit.cookies.clear("sop_pending");
  return undefined;
}

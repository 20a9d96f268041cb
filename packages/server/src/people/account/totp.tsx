import { makeRecoveryCodes, makeTotpSecret, totpAddress } from "../../model/totp.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { accountTextsFor } from "./texts/account-texts.ts";
import { RecoveryCodesPage, SecondFactorQuestionPage, TotpPage } from "./totp-page.tsx";
import {
  beginTotp,
  findSecondFactor,
  confirmTotp,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../store/people/second-factor-table.ts";

const securityPath = "/account/security";
const totpPath = `${securityPath}/totp`;
const offPath = `${securityPath}/off`;
const codesPath = `${securityPath}/recovery-codes`;

/** The pages that turn the second factor on and off. */
export function totpPages(store: Store): readonly PageRoute[] {
  return [
    beginPage(store),
    showSecret(store),
    confirmSecret(store),
    questionPage(offPath, "turnOff"),
    turnOff(store),
    questionPage(codesPath, "renewCodes"),
    renewCodes(store),
  ];
}

/** `POST /account/security/begin`: makes a secret; the next page shows it. */
function beginPage(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${securityPath}/begin`,
    access: "user",
    async handle(pageRequest) {
      await readOwnForm(pageRequest, []);
      await store.write(beginTotp, { userId: pageRequest.session.user.id, secret: makeTotpSecret() });
      return redirectTo(totpPath);
    },
  };
}

function showSecret(store: Store): PageRoute {
  return {
    method: "GET",
    path: totpPath,
    access: "user",
    stepUp: true,
    handle: (pageRequest) => showForm(store, pageRequest, 200),
  };
}

async function showForm(store: Store, pageRequest: UserRequest, status: 200 | 400): Promise<Response> {
  const { language, signedIn, session } = pageRequest;
  const { unconfirmedSecret: secret } = await findSecondFactor(store.reader, session.user.id);
  if (secret === undefined) return redirectTo(securityPath);
  const label = { issuer: textsFor("en").layout.productName, username: signedIn.username };
  return renderPage(
    <TotpPage
      language={language}
      path={totpPath}
      signedIn={signedIn}
      secret={secret}
      address={totpAddress(secret, label)}
      problems={status === 400 ? { code: accountTextsFor(language).totp.wrongCode } : {}}
    />,
    { status, script: true },
  );
}

function confirmSecret(store: Store): PageRoute {
  return {
    method: "POST",
    path: totpPath,
    access: "user",
    stepUp: true,
    async handle(pageRequest) {
      const { code } = await readOwnForm(pageRequest, ["code"]);
      const recoveryCodes = makeRecoveryCodes();
      const digits = code.replaceAll(/\s/g, "");
      const confirmation = { userId: pageRequest.session.user.id, code: digits, recoveryCodes };
      if (!(await store.write(confirmTotp, confirmation, actorOf(pageRequest))))
        return showForm(store, pageRequest, 400);
      return showCodes(pageRequest, recoveryCodes);
    },
  };
}

function questionPage(path: string, question: "turnOff" | "renewCodes"): PageRoute {
  return {
    method: "GET",
    path,
    access: "user",
    stepUp: true,
    handle({ language, signedIn }) {
      const props = { language, path, signedIn, question, action: path };
      return renderPage(<SecondFactorQuestionPage {...props} />, { status: 200 });
    },
  };
}

function turnOff(store: Store): PageRoute {
  return {
    method: "POST",
    path: offPath,
    access: "user",
    stepUp: true,
    async handle(pageRequest) {
      await readOwnForm(pageRequest, []);
      const { id: userId, username } = pageRequest.session.user;
      await store.write(removeSecondFactor, { userId, username }, actorOf(pageRequest));
      return redirectTo(`${securityPath}?notice=second_factor_off`);
    },
  };
}

function renewCodes(store: Store): PageRoute {
  return {
    method: "POST",
    path: codesPath,
    access: "user",
    stepUp: true,
    async handle(pageRequest) {
      await readOwnForm(pageRequest, []);
      const recoveryCodes = makeRecoveryCodes();
      const userId = pageRequest.session.user.id;
      const isRenewed = await store.write(
        renewRecoveryCodes,
        { userId, recoveryCodes },
        actorOf(pageRequest),
      );
      return isRenewed ? showCodes(pageRequest, recoveryCodes) : redirectTo(securityPath);
    },
  };
}

/** In the response itself and not after a redirect: the codes exist nowhere else. */
function showCodes({ language, signedIn }: UserRequest, codes: readonly string[]): Promise<Response> {
  return renderPage(<RecoveryCodesPage {...{ language, path: securityPath, signedIn, codes }} />, {
    status: 200,
    script: true,
  });
}

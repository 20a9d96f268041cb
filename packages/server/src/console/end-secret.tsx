import { PageError } from "../pages/page-error.ts";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Select } from "../pages/components/field.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { DangerPage } from "./danger-page.tsx";
import { addressOf, applicationPath, notFound, ownApplication, ownedBy } from "./own-application.ts";
import { secretName } from "./secrets-page.tsx";
import { consoleTextsFor } from "./texts/console-texts.ts";

const path = `${applicationPath}/secrets/:number/end`;

/** The page that ends one secret. */
export function endingOfSecret(store: Store): readonly PageRoute[] {
  const common = { path, access: "user", stepUp: true } as const;
  return [
    { ...common, method: "GET", handle: (visit: UserVisit) => ask(store, visit) },
    { ...common, method: "POST", handle: (visit: UserVisit) => end(store, visit) },
  ];
}

function numberOf({ context }: UserVisit): number {
  const text = context.req.param("number") ?? "";
  if (!/^\d{1,9}$/.test(text)) throw notFound();
  return Number(text);
}

async function ask(store: Store, visit: UserVisit): Promise<Response> {
  const { language, signedIn } = visit;
  const application = await ownApplication(store, visit);
  const secrets = await store.listSecrets(application.id);
  const secret = secrets.find(({ number }) => number === numberOf(visit));
  if (secret === undefined) throw notFound();
  const { secrets: words } = consoleTextsFor(language);
  const { calls, last, cannotUndo } = words.endConsequences;
  const impact = await store.countImpact(application.id);
  const address = addressOf(application.appid, `/secrets/${secret.number}/end`);
  const name = secretName(secret, words);
  return renderPage(
    <DangerPage
      language={language}
      path={address}
      signedIn={signedIn}
      title={words.endTitle(name)}
      heading={words.endHeading(<DisplayName name={name} />)}
      consequences={[calls, ...(secrets.length === 1 ? [last] : []), cannotUndo]}
      action={address}
      submit={words.endSubmit}
      cancelPath={addressOf(application.appid, "/secrets")}
    >
      <Select
        id="tokens"
        name="tokens"
        label={words.tokens}
        hint={words.tokensHint(impact.users, impact.tokens)}
        value="keep"
        options={(["keep", "revoke"] as const).map((value) => ({ value, label: words.tokensOptions[value] }))}
      />
    </DangerPage>,
    { status: 200 },
  );
}

async function end(store: Store, visit: UserVisit): Promise<Response> {
  const { tokens } = await readOwnForm(visit, ["tokens"]);
  if (tokens !== "keep" && tokens !== "revoke") throw new PageError("invalid_argument", { status: 400 });
  const { appid } = await ownApplication(store, visit);
  const revocation = { number: numberOf(visit), revokesTokens: tokens === "revoke", actor: actorOf(visit) };
  if (!(await store.revokeSecret({ ...ownedBy(visit), ...revocation }))) throw notFound();
  return redirectTo(`${addressOf(appid, "/secrets")}?notice=ended`);
}

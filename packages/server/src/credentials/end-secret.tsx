import { DangerPage } from "../pages/danger-page.tsx";
import { notFound, PageError } from "../pages/page-error.ts";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Select } from "../pages/components/field.tsx";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import { numberInPath } from "../session/number-in-path.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import { type ApplicationImpact, countImpact } from "../store/applications/application-state.ts";
import type { Store } from "../store/store.ts";
import { pagePropsOf, type CredentialsPageProps, type CredentialsSection } from "./credentials-section.ts";
import { secretName } from "./secrets-page.tsx";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";
import { listSecrets } from "../store/applications/application-secret-table.ts";
import { revokeSecret } from "../store/applications/rotate-secret.ts";

/** The page that ends one secret. */
export function endingOfSecret(store: Store, section: CredentialsSection): readonly PageRoute[] {
  const common = { path: `${section.path}/secrets/:number/end`, access: "user", stepUp: true } as const;
  return [
    { ...common, method: "GET", handle: (pageRequest: UserRequest) => ask(store, pageRequest, section) },
    { ...common, method: "POST", handle: (pageRequest: UserRequest) => end(store, pageRequest, section) },
  ];
}

async function ask(store: Store, pageRequest: UserRequest, { find }: CredentialsSection): Promise<Response> {
  const credentials = await find(pageRequest);
  const { application } = credentials;
  const secrets = await listSecrets(store.reader, application.id);
  const secret = secrets.find(({ number }) => number === numberInPath(pageRequest, "number"));
  if (secret === undefined) throw notFound();
  const { secrets: words } = credentialsTextsFor(pageRequest.language);
  const name = secretName(secret, words);
  const { calls, last, cannotUndo } = words.endConsequences;
  const props = pagePropsOf(pageRequest, credentials, `/secrets/${secret.number}/end`);
  return renderPage(
    <DangerPage
      {...props}
      title={words.endTitle(name)}
      heading={words.endHeading(<DisplayName name={name} />)}
      consequences={[calls, ...(secrets.length === 1 ? [last[props.kind]] : []), cannotUndo]}
      submit={words.endSubmit}
      cancelPath={`${credentials.address}/secrets`}
    >
      <TokensChoice {...props} value="keep" impact={await countImpact(store.reader, application.id)} />
    </DangerPage>,
    { status: 200 },
  );
}

/** What the choice shows. */
export type TokensChoiceProps = Pick<CredentialsPageProps, "language" | "kind"> & {
  readonly value: string;
  readonly impact: ApplicationImpact;
};

/** The choice whether tokens end with a secret. */
export function TokensChoice({ language, kind, value, impact }: TokensChoiceProps) {
  const { secrets: words } = credentialsTextsFor(language);
  return (
    <Select
      id="tokens"
      name="tokens"
      label={words.tokens[kind]}
      hint={words.tokensHint[kind](impact.users, impact.tokens)}
      value={value}
      options={(["keep", "revoke"] as const).map((choice) => ({
        value: choice,
        label: words.tokensOptions[choice][kind],
      }))}
    />
  );
}

async function end(store: Store, pageRequest: UserRequest, { find }: CredentialsSection): Promise<Response> {
  const { tokens } = await readOwnForm(pageRequest, ["tokens"]);
  if (tokens !== "keep" && tokens !== "revoke") throw new PageError("invalid_argument", { status: 400 });
  const { managed, address } = await find(pageRequest);
  const revocation = {
    number: numberInPath(pageRequest, "number"),
    revokesTokens: tokens === "revoke",
    actor: actorOf(pageRequest),
  };
  if (!(await store.write(revokeSecret, { ...managed, ...revocation }))) throw notFound();
  return redirectTo(`${address}/secrets?notice=ended`);
}

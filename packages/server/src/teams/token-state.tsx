import { sentenceSpace, type Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { secretName } from "../credentials/secrets-page.tsx";
import { credentialsTextsFor } from "../credentials/texts/credentials-texts.ts";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Moment } from "../pages/components/moment.tsx";
import type { IssuedTeamToken } from "../store/tokens/team-token-issue-table.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

type Reader = { readonly language: Language; readonly timeZone: string };

/** The newest tokens of a team, at most two. */
export type TokenStateProps = Reader & { readonly tokens: readonly IssuedTeamToken[] };

/** Whether a team has a valid token, who requested it, and which one it replaced. */
export function TokenState({ language, timeZone, tokens }: TokenStateProps): JSX.Element {
  const { tokens: words } = teamTextsFor(language);
  const [newest, before] = tokens;
  if (newest === undefined) return <p>{words.none}</p>;
  const moment = (at: number): JSX.Element => (
    <Moment at={at} timeZone={timeZone} language={language} precision="second" />
  );
  return (
    <>
      <p>
        <strong>{stateOf({ language, timeZone, token: newest })}</strong>
      </p>
      <p>
        {words.issued(
          moment(newest.issuedAt),
          <code>{newest.address}</code>,
          <SecretName language={language} token={newest} />,
        )}
        {before === undefined ? null : (
          <>
            {sentenceSpace[language]}
            {words.replaced(moment(before.issuedAt))}
          </>
        )}
      </p>
    </>
  );
}

function stateOf({ language, timeZone, token }: Reader & { readonly token: IssuedTeamToken }) {
  const { tokens: words } = teamTextsFor(language);
  const moment = (at: number): JSX.Element => (
    <Moment at={at} timeZone={timeZone} language={language} precision="second" />
  );
  if (token.revokedAt !== null) return words.revoked(moment(token.revokedAt));
  return token.isExpired === 1
    ? words.expired(moment(token.expiresAt))
    : words.valid(moment(token.expiresAt));
}

/** What the secret is called that a token was requested with. */
export function SecretName({
  language,
  token,
}: Pick<Reader, "language"> & {
  readonly token: Pick<IssuedTeamToken, "secretName" | "secretNumber">;
}): JSX.Element {
  return <DisplayName name={nameOfSecret(token, language)} />;
}

/** The same as plain text. */
export function nameOfSecret(
  { secretName: name, secretNumber }: Pick<IssuedTeamToken, "secretName" | "secretNumber">,
  language: Language,
): string {
  const secret = { number: secretNumber, name: name ?? "" };
  return secretName(secret, credentialsTextsFor(language).secrets);
}

/** Why a token ends before its time, and how programs share one. */
export function WhyTokensEnd({ language }: Pick<Reader, "language">): JSX.Element {
  const { tokens: words } = teamTextsFor(language);
  return (
    <>
      <h3>{words.whyTitle}</h3>
      <p>{words.why}</p>
      <p>{words.wayOut}</p>
    </>
  );
}

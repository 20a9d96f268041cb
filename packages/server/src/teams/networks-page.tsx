import type { JSX } from "hono/jsx/jsx-runtime";
import type { CredentialsPageProps } from "../credentials/credentials-section.ts";
import { NetworkField, networkFieldName } from "../credentials/network-field.tsx";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What the page shows. */
export type NetworksPageProps = Omit<CredentialsPageProps, "kind"> & {
  readonly value: string;
  readonly problem?: string | undefined;
};

/** The form with the networks from which a team's token may be requested. */
export function NetworksPage(props: NetworksPageProps): JSX.Element {
  const { language, signedIn, address, Frame, value, problem } = props;
  const { credentials: words } = teamTextsFor(language);
  return (
    <Frame {...props} title={words.networksTitle}>
      <h2>{words.networksTitle}</h2>
      <ErrorSummary
        language={language}
        problems={problem === undefined ? {} : { [networkFieldName]: problem }}
      />
      <form method="post" action={`${address}/networks`} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <NetworkField language={language} value={value} error={problem} />
        <div class="actions">
          <Button>{words.save}</Button>
          <a class="button button-quiet" href={address}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </Frame>
  );
}

import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import { hostOf } from "../../model/client-hosts.ts";
import { isOnOwnMachine } from "../../model/redirect-uri.ts";
import { unicodeHost, WebHost } from "../../pages/components/web-host.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import type { OAuthClient } from "../clients/oauth-client.ts";

/** What decides about the warnings. */
export type ClientFacts = Pick<OAuthClient, "isSelfDescribed" | "isOnOwnMachine" | "documentHost">;

/** What a user has to know before allowing a client that no one has registered, or that any program could have claimed to be. */
export function clientWarnings(
  client: ClientFacts,
  redirectUri: string | null,
  language: Language,
): readonly Child[] {
  const { device } = textsFor(language);
  if (redirectUri !== null) return warningsOfRedirect(client, redirectUri, language);
  return [...whoItIs(client, language), device.warning];
}

/** What it says of itself has not been checked. */
function whoItIs({ isSelfDescribed, documentHost }: ClientFacts, language: Language): readonly Child[] {
  const { clientWarnings: words } = textsFor(language);
  if (documentHost !== undefined) return [words.describedAt(hostName(documentHost, language))];
  return isSelfDescribed ? [words.registeredItself] : [];
}

function warningsOfRedirect(client: ClientFacts, redirectUri: string, language: Language): readonly Child[] {
  const { clientWarnings: words } = textsFor(language);
  const { isSelfDescribed, documentHost, isOnOwnMachine: runsHere } = client;
  if (isSelfDescribed && documentHost === undefined && runsHere) return [words.registeredOnDevice];
  const goesElsewhere = !isOnOwnMachine(redirectUri) && hostOf(redirectUri) !== documentHost;
  return [
    ...whoItIs(client, language),
    ...(documentHost !== undefined && goesElsewhere
      ? [words.goesElsewhere(hostName(hostOf(redirectUri), language), hostName(documentHost, language))]
      : []),
    ...(runsHere ? [words.onOwnMachine] : []),
  ];
}

function hostName(ascii: string, language: Language): Child {
  return <WebHost language={language} ascii={ascii} unicode={unicodeHost(ascii)} />;
}

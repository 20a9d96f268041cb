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
  const { clientWarnings: words, device } = textsFor(language);
  const { documentHost } = client;
  const host = (ascii: string) => <WebHost language={language} ascii={ascii} unicode={unicodeHost(ascii)} />;
  const { isSelfDescribed, isOnOwnMachine: runsHere } = client;
  const described = documentHost === undefined ? [] : [words.describedAt(host(documentHost))];
  const registeredItself = isSelfDescribed && documentHost === undefined;
  if (redirectUri === null)
    return [...(registeredItself ? [words.registeredItself] : described), device.warning];
  if (registeredItself) return [runsHere ? words.registeredOnDevice : words.registeredItself];
  const goesElsewhere = !isOnOwnMachine(redirectUri) && hostOf(redirectUri) !== documentHost;
  return [
    ...described,
    ...(documentHost !== undefined && goesElsewhere
      ? [words.goesElsewhere(host(hostOf(redirectUri)), host(documentHost))]
      : []),
    ...(runsHere ? [words.onOwnMachine] : []),
  ];
}

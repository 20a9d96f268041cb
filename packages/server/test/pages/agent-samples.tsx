import type { JSX } from "hono/jsx/jsx-runtime";
import { verifiedRedirectUri, type VerifiedRedirectUri } from "../../src/model/redirect-uri.ts";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import { ErrorReturnPage } from "../../src/grants/oauth/authorize/error-return-page.tsx";
import { DeviceDonePage, DevicePage } from "../../src/grants/oauth/device/device-page.tsx";
import { ClosedRequestPage, ConfirmPage, type AskingAgent } from "../../src/mcp/pages/confirm-page.tsx";
import { MorePage } from "../../src/mcp/pages/more-page.tsx";
import { publicationOf } from "./workspace-samples.tsx";

/** What the samples are made of. */
interface SampleParts {
  readonly frame: PageProps & { readonly signedIn: SignedIn };
  readonly application: Omit<AskingAgent, "host" | "verified">;
  readonly text: string;
}

const returnUri = "https://xn--bcher-kva.example/callback";
// It is among those registered.
const returnAddress = verifiedRedirectUri([returnUri], returnUri) as VerifiedRedirectUri;

/** The pages that agents send their person to. */
export function agentSamples({
  frame,
  application,
  text,
}: SampleParts): Readonly<Record<string, JSX.Element>> {
  const survey = { title: text, version: 3, questionCount: 12, answerCount: 345 };
  const request = {
    ...frame,
    survey,
    publication: publicationOf(text),
    agent: { ...application, verified: false, host: "xn--bcher-kva.example" },
    isChanged: false,
  };
  const more = {
    ...frame,
    application: { ...application, verified: false },
    scopes: { asked: 32, held: 24 },
    scope: text,
    warnings: [text],
    action: "/account/agents/more",
  };
  const returned = {
    ...frame,
    redirectUri: returnAddress,
    result: { error: "invalid_scope", error_description: text, state: text, iss: "https://survey.example" },
  };
  return {
    "more for an agent": <MorePage {...more} outcome={undefined} />,
    "more for an agent, allowed": <MorePage {...more} outcome="allowed" />,
    "error for a client that anybody can make": <ErrorReturnPage {...returned} responseMode="query" />,
    "code of a device": <DevicePage {...frame} userCode="" isUnknown={false} action="/device" />,
    "code of a device, unknown": <DevicePage {...frame} userCode={text} isUnknown action="/device" />,
    "device that was allowed": <DeviceDonePage {...frame} isAllowed />,
    "device that was denied": <DeviceDonePage {...frame} isAllowed={false} />,
    "request to publish": <ConfirmPage {...request} request={{ kind: "publish", note: text }} />,
    "request to publish for the first time, changed": (
      <ConfirmPage
        {...request}
        survey={{ ...survey, version: 0 }}
        request={{ kind: "publish", note: "" }}
        isChanged
      />
    ),
    "request to pause": <ConfirmPage {...request} request={{ kind: "pause", note: text }} />,
    "request to delete": (
      <ConfirmPage
        {...request}
        agent={{ ...request.agent, host: "" }}
        request={{ kind: "delete", note: text }}
      />
    ),
    "request that was confirmed": <ClosedRequestPage {...frame} state="confirmed" />,
    "request that has expired": <ClosedRequestPage {...frame} state="expired" />,
  };
}

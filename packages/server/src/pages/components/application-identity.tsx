import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "../texts/texts.ts";
import { DisplayName } from "./display-name.tsx";
import { Identity, IdentityNote } from "./identity.tsx";
import { VerifiedBadge } from "./verified-badge.tsx";

/** What is shown of an application. */
export type ApplicationIdentityProps = {
  readonly language: Language;
  readonly application: {
    readonly name: string;
    readonly appid: string;
    /** The name of its owner; "" is left out. */
    readonly developer: string;
    readonly verified: boolean;
    /** The path of a picture that this origin serves. */
    readonly logoPath?: string | undefined;
  };
  /** Whether the name is the heading of its section. */
  readonly heading?: boolean;
  readonly children?: Child;
};

/** The picture, name, badge and developer of an application, with further lines about it. */
export function ApplicationIdentity(props: ApplicationIdentityProps): JSX.Element {
  const { language, application, heading = false, children } = props;
  const { name, appid, developer, verified, logoPath } = application;
  return (
    <Identity
      heading={heading}
      name={name}
      seed={appid}
      imagePath={logoPath}
      shape="application"
      beside={<VerifiedBadge language={language} verified={verified} />}
    >
      {developer === "" ? null : (
        <IdentityNote>{textsFor(language).consent.developer(<DisplayName name={developer} />)}</IdentityNote>
      )}
      {children}
    </Identity>
  );
}

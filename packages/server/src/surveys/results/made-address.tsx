import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { Copyable } from "../../pages/components/copyable.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";

/** What the page shows. */
type MadeAddressProps = SurveyPageProps & {
  readonly words: Readonly<Record<"madeTitle" | "once" | "address", string>>;
  /** With the secret. */
  readonly address: string;
  readonly back: { readonly href: string; readonly label: string };
  readonly children?: Child;
};

/** A secret address that was just made, once. It is the response to the form itself: to show it later the secret would have to be kept. */
export function MadeAddressPage({ words, address, back, children, ...frame }: MadeAddressProps): JSX.Element {
  return (
    <SurveyFrame {...frame} title={words.madeTitle}>
      <h2>{words.madeTitle}</h2>
      <Notice tone="warning" role="status">
        {words.once}
      </Notice>
      <div class="card stack">
        <h3>{words.address}</h3>
        <p>
          <Copyable language={frame.language} about={words.address} value={address} />
        </p>
        {children}
      </div>
      <p>
        <a class="button button-primary" href={back.href}>
          {back.label}
        </a>
      </p>
      <CopyScript />
    </SurveyFrame>
  );
}

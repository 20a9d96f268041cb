import type { JSX } from "hono/jsx/jsx-runtime";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { webhookTextsFor } from "./texts/webhook-texts.ts";
import type { WebhookPageProps } from "./webhook-section.ts";

/** What the page shows. */
export type WebhookSecretPageProps = WebhookPageProps & {
  readonly webhookId: number;
  readonly secret: string;
};

/** The secret of a webhook, once. It is the response to the form itself, so that no address shows it again. */
export function WebhookSecretPage(props: WebhookSecretPageProps): JSX.Element {
  const { language, Frame, address, webhookId, secret } = props;
  const words = webhookTextsFor(language);
  return (
    <Frame {...props} title={words.secretTitle}>
      <h2>{words.secretTitle}</h2>
      <Notice tone="warning" role="status">
        {words.secretOnce}
      </Notice>
      <div class="card">
        <DefinitionList
          items={[
            {
              term: words.secret,
              details: <Copyable language={language} about={words.secret} value={secret} />,
            },
          ]}
        />
      </div>
      <p>
        <a class="button button-primary" href={`${address}/${webhookId}`}>
          {words.next}
        </a>
      </p>
      <CopyScript />
    </Frame>
  );
}

import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { unsubscribePageEn } from "./texts/en.ts";
import { mailTextsFor } from "./texts/mail-texts.ts";

/** What the page shows. */
export type UnsubscribePageProps = PageProps & {
  /** What the mails are about, see `topicOf`. */
  readonly topic: string;
  readonly csrf: string;
  readonly isDone: boolean;
};

/** Asks whether no more mails of a kind are to come, or says that none will. */
export function UnsubscribePage({ language, path, topic, csrf, isDone }: UnsubscribePageProps): JSX.Element {
  const { unsubscribePage: words } = mailTextsFor(language);
  const about = words.topics[topicNameOf(topic)];
  return (
    <Layout language={language} path={path} title={words.title}>
      <div class="card card-narrow">
        <h1>{words.title}</h1>
        {isDone ? (
          <Notice tone="success" role="status">
            {words.done}
          </Notice>
        ) : (
          <form method="post" action={path} class="stack">
            <HiddenFields values={{ csrf }} />
            <p>{about}</p>
            <p>{words.security}</p>
            <Button>{words.submit}</Button>
          </form>
        )}
      </div>
    </Layout>
  );
}

/** Topics about one survey end with its id. */
function topicNameOf(topic: string): keyof typeof unsubscribePageEn.topics {
  if (topic === "invitations" || topic === "webhooks" || topic === "sharing" || topic === "mentions")
    return topic;
  return topic.startsWith("participant-") ? "participant" : "survey";
}

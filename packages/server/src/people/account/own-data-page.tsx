import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type OwnDataPageProps = AccountPageProps & {
  /** Whether it was downloaded too often. */
  readonly isTooOften?: boolean;
};

/** Where users download everything about themselves. */
export function OwnDataPage(props: OwnDataPageProps): JSX.Element {
  const { ownData: words } = accountTextsFor(props.language);
  return (
    <AccountLayout {...props} title={words.title}>
      {props.isTooOften === true ? (
        <Notice tone="warning" role="alert">
          {words.tooOften}
        </Notice>
      ) : null}
      <div class="card stack">
        <p>{words.lead}</p>
        <ul class="bullets">
          {words.contents.map((item) => (
            <li>{item}</li>
          ))}
        </ul>
        <form method="post" action="/account/data">
          <HiddenFields values={{ csrf: props.signedIn.csrf }} />
          <Button>{words.submit}</Button>
        </form>
      </div>
      <p class="actions fine-print">
        <a class="link-line" href="/privacy">
          {words.kept}
        </a>
        <a class="link-line" href="/account/delete">
          {words.delete}
        </a>
      </p>
    </AccountLayout>
  );
}

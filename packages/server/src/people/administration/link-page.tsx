import type { JSX } from "hono/jsx/jsx-runtime";
import { Copyable } from "../../pages/components/copyable.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { SentTo } from "../../pages/components/sent-to.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { renderPage } from "../../pages/render-page.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { AdministrationFrame, type AdministrationProps } from "./administration-frame.tsx";
import { propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** A link that is shown once. */
export interface LinkView {
  readonly title: string;
  readonly text: string;
  readonly link: string;
  /** Where to go afterwards. */
  readonly next: string;
  /** The address that it was sent to as well. */
  readonly sentTo?: string | undefined;
}

export function LinkPage(props: AdministrationProps & LinkView): JSX.Element {
  const { language, title, text, link, next, sentTo } = props;
  const { common } = administrationTextsFor(language);
  return (
    <AdministrationFrame {...props} title={title}>
      <Notice tone="warning" role="status">
        {text}
      </Notice>
      <p>
        <Copyable language={language} about={title} value={link} />
      </p>
      <SentTo {...{ language, sentTo }} />
      <p>
        <a class="button button-primary" href={next}>
          {common.next}
        </a>
      </p>
      <CopyScript />
    </AdministrationFrame>
  );
}

/** A link, once: it is the response to the form, because it is kept nowhere. */
export function showLink(pageRequest: UserRequest, link: LinkView): Promise<Response> {
  const { isDone: _isDone, ...props } = propsOf(pageRequest);
  return renderPage(<LinkPage {...props} {...link} />, { status: 200, script: true });
}

import type { JSX } from "hono/jsx/jsx-runtime";
import { sendFormScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { unicodeHost, WebHost } from "../../pages/components/web-host.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { textsFor } from "../../pages/texts/texts.ts";

/** What the page sends. */
export type FormPostPageProps = Pick<PageProps, "language"> & {
  /** A verified redirect address. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** Takes the result of an authorization to the application, by a form that its script sends, or else its user. Render it with `script: true`. */
export function FormPostPage({ language, action, fields }: FormPostPageProps): JSX.Element {
  const { formPost } = textsFor(language);
  const { host, protocol } = new URL(action);
  // An address with a scheme of a program's own has no host.
  const place = host === "" ? protocol : host;
  return (
    <Layout language={language} path="/" title={formPost.title}>
      <div class="card card-narrow">
        <h1>{formPost.title}</h1>
        <p>{formPost.lead(<WebHost language={language} ascii={place} unicode={unicodeHost(place)} />)}</p>
        <form method="post" action={action} class="stack" data-send="">
          <HiddenFields values={fields} />
          <Button>{formPost.submit}</Button>
        </form>
      </div>
      <script src={sendFormScriptPath} defer />
    </Layout>
  );
}

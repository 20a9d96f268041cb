import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { Field } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { textsFor } from "../pages/texts/texts.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What the page shows. */
export type TeamNamePageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** Whether a new team gets the name, or one that there is. */
  readonly purpose: "create" | "rename";
  readonly name: string;
  readonly problem?: string | undefined;
  readonly cancelPath: string;
};

/** The form with the name of a team. It goes to the page's own path. */
export function TeamNamePage(props: TeamNamePageProps): JSX.Element {
  const { language, path, signedIn, purpose, name, problem, cancelPath } = props;
  const { create, [purpose]: words } = teamTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <ErrorSummary language={language} problems={problem === undefined ? {} : { name: problem }} />
      <form method="post" action={path} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Field
          id="name"
          name="name"
          label={create.name}
          hint={create.nameHint}
          error={problem}
          value={name}
          autocomplete="off"
          maxlength={100}
        />
        <div class="actions">
          <Button>{words.submit}</Button>
          <a class="button button-quiet" href={cancelPath}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </Layout>
  );
}

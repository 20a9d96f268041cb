import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Confirmation } from "./components/confirmation.tsx";
import { Notice } from "./components/notice.tsx";
import { Layout, type PageProps } from "./layout.tsx";
import type { SignedIn } from "./signed-in.ts";

/** What the page shows. */
export type DangerPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** The title of the document; that of the page may have markup in it. */
  readonly title: string;
  readonly heading: Child;
  readonly consequences: readonly string[];
  /** Where the form goes. Default: {@link PageProps.path}, the page itself. */
  readonly action?: string;
  readonly submit: string;
  /** Sent along with the form. */
  readonly values?: Readonly<Record<string, string>>;
  readonly cancelPath: string;
  readonly isDangerous?: boolean;
  /** Why it cannot be done. */
  readonly problem?: string | undefined;
  readonly children?: Child;
};

/** A dangerous action of its own page, with what it leads to. */
export function DangerPage(props: DangerPageProps): JSX.Element {
  const {
    language,
    path,
    action = path,
    signedIn,
    title,
    heading,
    problem,
    children,
    ...confirmation
  } = props;
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn}>
      <Confirmation
        language={language}
        title={heading}
        csrf={signedIn.csrf}
        action={action}
        {...confirmation}
      >
        {problem === undefined ? null : (
          <Notice tone="error" role="alert">
            {problem}
          </Notice>
        )}
        {children}
      </Confirmation>
    </Layout>
  );
}

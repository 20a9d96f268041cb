import { PageFrame, type Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { markPath, stylesheetPath } from "./assets.ts";
import { textsFor } from "./texts/texts.ts";

/** What the frame around a page needs. */
export interface LayoutProps {
  readonly language: Language;
  readonly title: string;
  /** Path that the language links lead to. */
  readonly path: string;
  /** The token for the form that signs out; undefined where no one is signed in. */
  readonly signOutCsrf?: string | undefined;
  readonly children?: Child;
}

/** The whole document: head, header, the page itself, footer. */
export function Layout({ language, title, path, signOutCsrf, children }: LayoutProps): JSX.Element {
  const texts = textsFor(language);
  return (
    <PageFrame
      language={language}
      title={title}
      texts={texts}
      home="/status"
      stylesheetPath={stylesheetPath}
      markPath={markPath}
      pathIn={(other) => `${path}?lang=${other}`}
      mainClass="content content-wide"
      account={signOutCsrf === undefined ? null : <SignOut csrf={signOutCsrf} says={texts.signOut} />}
    >
      {children}
    </PageFrame>
  );
}

function SignOut({ csrf, says }: { readonly csrf: string; readonly says: string }): JSX.Element {
  return (
    <form method="post" action="/status/logout">
      <input type="hidden" name="csrf" value={csrf} />
      <button type="submit" class="text-button">
        {says}
      </button>
    </form>
  );
}

import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { SectionNavigation } from "../../pages/navigation.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { webhookTextsFor } from "../../webhooks/texts/webhook-texts.ts";
import { accountTextsFor } from "./texts/account-texts.ts";
import type { AccountTexts } from "./texts/en.ts";

/** What every page of the account shows. */
export type AccountPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** The action that the user has just performed. */
  readonly notice?: AccountNotice | undefined;
};

/** What a page says after an action. */
export type AccountNotice = keyof AccountTexts["notices"];

/** The notice that an address names. */
export function noticeIn(text: string | undefined): AccountNotice | undefined {
  const { notices } = accountTextsFor("en");
  // The keys of the texts are the notices.
  return text !== undefined && Object.hasOwn(notices, text) ? (text as AccountNotice) : undefined;
}

/** A page of the account: title, links to the other pages, and what was just done. */
export function AccountLayout(
  props: AccountPageProps & {
    readonly title: string;
    /** What stands above the page. Default: its title. */
    readonly heading?: Child;
    /** For tables. */
    readonly wide?: boolean;
    readonly children?: Child;
  },
): JSX.Element {
  const { language, path, signedIn, title, heading = title, notice, wide = false, children } = props;
  const { sections, notices, authorizedApplications } = accountTextsFor(language);
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn} wide={wide}>
      <SectionNavigation
        language={language}
        label={sections.label}
        path={path}
        links={[
          { path: "/account", label: sections.profile },
          { path: "/account/security", label: sections.security },
          { path: "/account/sessions", label: sections.sessions },
          { path: "/account/applications", label: authorizedApplications.title },
          { path: "/account/notices", label: accountTextsFor(language).mailNotices.title },
          { path: "/account/webhooks", label: webhookTextsFor(language).title },
        ]}
      />
      <h1>{heading}</h1>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {notices[notice]}
        </Notice>
      )}
      {children}
    </Layout>
  );
}

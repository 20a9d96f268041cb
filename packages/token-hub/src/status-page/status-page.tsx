import type { JSX } from "hono/jsx/jsx-runtime";
import { ApplicationsSection } from "./applications-section.tsx";
import { AuditSection } from "./audit-section.tsx";
import { CallersSection } from "./callers-section.tsx";
import type { Language } from "@survey-open-platform/service";
import { Layout } from "./layout.tsx";
import { ConsentsSection } from "./consents-section.tsx";
import { RenewalsSection } from "./renewals-section.tsx";
import type { StatusFacts } from "./status-facts.ts";
import { textsFor } from "./texts/texts.ts";
import { Moment } from "./moment.tsx";

/** What the page shows, and to whom. */
export interface StatusPageProps {
  readonly language: Language;
  readonly facts: StatusFacts;
  readonly signOutCsrf: string | undefined;
}

/** The state of the hub: applications, renewals, callers, the last of the audit trail. */
export function StatusPage({ language, facts, signOutCsrf }: StatusPageProps): JSX.Element {
  const texts = textsFor(language);
  const { at, applications, kept } = facts;
  return (
    <Layout language={language} title={texts.title} path="/status" signOutCsrf={signOutCsrf}>
      <div class="page-head">
        <h1>{texts.title}</h1>
        <p>
          {texts.readAt} <Moment at={at} /> UTC
        </p>
        <a href="/status">{texts.refresh}</a>
      </div>
      {kept === undefined ? (
        <p class="section notice notice-warning" role="status">
          {texts.storeAway}
        </p>
      ) : null}
      <ApplicationsSection language={language} applications={applications} />
      {kept === undefined ? null : (
        <>
          <RenewalsSection language={language} renewals={kept.renewals} />
          <ConsentsSection language={language} consents={kept.consents} />
          <CallersSection language={language} callers={kept.callers} />
          <AuditSection language={language} audit={kept.audit} />
        </>
      )}
    </Layout>
  );
}

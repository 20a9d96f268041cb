import type { JSX } from "hono/jsx/jsx-runtime";
import type { TeamRoleNumber } from "../model/team.ts";
import { Button } from "../pages/components/button.tsx";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { InvitedAddressField } from "../pages/components/invited-address-field.tsx";
import { SentTo } from "../pages/components/sent-to.tsx";
import { NoteField } from "../pages/components/note-field.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { teamRoleName, textsFor } from "../pages/texts/texts.ts";
import { teamAddress } from "./team-for-user.ts";
import { RoleField } from "./role-field.tsx";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What the page shows. */
export type InvitePageProps = TeamPageProps & {
  readonly note: string;
  readonly role: string;
  /** Names this form, so that it makes one invitation when it is sent twice. */
  readonly requestId: string;
  readonly email: string;
  /** Whether the link can be sent by mail. */
  readonly sendsMail: boolean;
  /** What is wrong, by field. */
  readonly problems: { readonly note?: string; readonly email?: string };
};

/** The form that makes an invitation to a team. */
export function InvitePage(props: InvitePageProps): JSX.Element {
  const { language, signedIn, team, note, email, role, requestId, sendsMail, problems } = props;
  const { invite: words } = teamTextsFor(language);
  return (
    <TeamFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action={teamAddress(team.id, "/invitations/new")} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf, request: requestId }} />
        <RoleField language={language} label={words.role} ownRole={team.role} value={role} />
        <NoteField label={words.note} hint={words.noteHint} value={note} problem={problems.note} />
        <InvitedAddressField {...{ language, sendsMail }} value={email} problem={problems.email} />
        <div class="actions">
          <Button>{words.submit}</Button>
          <a class="button button-quiet" href={teamAddress(team.id, "/members")}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
    </TeamFrame>
  );
}

/** What the page shows. */
export type InvitationShownPageProps = TeamPageProps & {
  readonly role: TeamRoleNumber;
  readonly link: string;
  /** The address that it was sent to as well. */
  readonly sentTo?: string | undefined;
};

/** The link of a new invitation, once. */
export function InvitationShownPage(props: InvitationShownPageProps): JSX.Element {
  const { language, team, role, link, sentTo } = props;
  const { invite: words } = teamTextsFor(language);
  return (
    <TeamFrame {...props} title={words.shownTitle}>
      <h2>{words.shownTitle}</h2>
      <Notice tone="warning" role="status">
        {words.once}
      </Notice>
      <div class="card">
        <p>{words.link}</p>
        <p>
          <Copyable language={language} about={words.link} value={link} />
        </p>
        <SentTo {...{ language, sentTo }} />
        <p>{words.asRole(teamRoleName(role, language))}</p>
      </div>
      <p>
        <a class="button button-primary" href={teamAddress(team.id, "/members")}>
          {words.next}
        </a>
      </p>
      <CopyScript />
    </TeamFrame>
  );
}

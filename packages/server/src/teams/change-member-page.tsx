import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { textsFor } from "../pages/texts/texts.ts";
import type { TeamMember } from "../store/teams/team-member-table.ts";
import { teamAddress } from "./team-for-user.ts";
import { RoleField } from "./role-field.tsx";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What the page shows. */
export type ChangeMemberPageProps = TeamPageProps & {
  readonly member: Pick<TeamMember, "userId" | "nickname" | "role">;
  /** Whether the change was refused because the team would be without a creator. */
  readonly isLast: boolean;
  /** Webhooks that send with the right of the member. */
  readonly webhooks: number;
};

/** The form that changes the role of a member, and the way to the page that removes the member. */
export function ChangeMemberPage(props: ChangeMemberPageProps): JSX.Element {
  const { language, signedIn, team, member, isLast, webhooks } = props;
  const { member: words } = teamTextsFor(language);
  const address = teamAddress(team.id, `/members/${member.userId}`);
  return (
    <TeamFrame {...props} title={words.changeTitle(plainName(member.nickname))}>
      <h2>{words.changeHeading(<DisplayName name={member.nickname} />)}</h2>
      {isLast ? (
        <Notice tone="error" role="alert">
          {words.lastCreator}
        </Notice>
      ) : null}
      <form method="post" action={address} class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <RoleField language={language} label={words.role} ownRole={team.role} value={String(member.role)} />
        <p class="fine-print">{words.lower}</p>
        <p class="fine-print">{words.webhooks(webhooks)}</p>
        <div class="actions">
          <Button>{words.submit}</Button>
          <a class="button button-quiet" href={teamAddress(team.id, "/members")}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
      <div class="card card-danger">
        <h3>{words.remove}</h3>
        <p>{words.removeText}</p>
        <p>
          <a class="button button-quiet" href={`${address}/remove`}>
            {words.remove}
          </a>
        </p>
      </div>
    </TeamFrame>
  );
}

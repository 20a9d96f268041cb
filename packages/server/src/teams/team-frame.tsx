import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { isTeamManager } from "../model/team.ts";
import { webhookTextsFor } from "../webhooks/texts/webhook-texts.ts";
import { credentialsTextsFor } from "../credentials/texts/credentials-texts.ts";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import { SectionNavigation, type SectionLink } from "../pages/navigation.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import type { TeamForUser } from "../store/teams/team-table.ts";
import { teamAddress } from "./team-for-user.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What every page of a team shows. */
export type TeamPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly team: Pick<TeamForUser, "id" | "name" | "role" | "hasCredentials">;
};

/** The frame around the pages of a team: its name, and links to the pages that the role includes. */
export function TeamFrame(
  props: TeamPageProps & { readonly title: string; readonly children?: Child },
): JSX.Element {
  const { language, path, signedIn, team, title, children } = props;
  const { overview: words } = teamTextsFor(language);
  return (
    <Layout
      language={language}
      path={path}
      title={`${title} – ${plainName(team.name)}`}
      signedIn={signedIn}
      wide
    >
      <h1>
        <DisplayName name={team.name} />
      </h1>
      <SectionNavigation language={language} label={words.sections} path={path} links={linksOf(props)} />
      {children}
    </Layout>
  );
}

function linksOf({ language, team }: TeamPageProps): readonly SectionLink[] {
  const { overview: words } = teamTextsFor(language);
  const { log, usage } = credentialsTextsFor(language);
  const link = (page: string, label: string) => ({ path: teamAddress(team.id, page), label });
  const isManager = isTeamManager(team.role);
  return [
    link("", words.overview),
    link("/members", words.members),
    ...(isManager ? [link("/credentials", words.credentials)] : []),
    ...(isManager && team.hasCredentials
      ? [
          link("/credentials/secrets", words.secrets),
          link("/credentials/tokens", words.tokens),
          link("/credentials/log", log.title),
          link("/credentials/usage", usage.title),
          link("/accounts", words.accounts),
        ]
      : []),
    ...(isManager ? [link("/webhooks", webhookTextsFor(language).title)] : []),
  ];
}

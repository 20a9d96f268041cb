import { entriesOf, partAt, textsOf, type PlacedPart } from "./placed-part.ts";

type Names = readonly PlacedPart<string>[];

/** Every name in a file, even where the parts around it are invalid. */
export interface DeclaredNames {
  /** Names of things that the file holds. */
  readonly usernames: Names;
  readonly teamNames: Names;
  /** Of applications and of teams' applications: they share one numbering. */
  readonly appids: Names;
  readonly surveyKeys: Names;
  /** Names of things that the file refers to. */
  readonly referredUsers: Names;
  readonly referredTeams: Names;
}

/** Collects the names of a file, and notes each that identifies two things of one kind. */
export function collectNames(file: PlacedPart): DeclaredNames {
  const listOf = (key: string) => entriesOf(partAt(file, key));
  const [users, applications, teams, surveys] = [
    listOf("users"),
    listOf("applications"),
    listOf("teams"),
    listOf("surveys"),
  ] as const;
  const memberLists = teams.map((team) => membersOf(team));
  const owners = surveys.map((survey) => partAt(survey, "owner"));
  const teamApplications = teams.map((team) => partAt(team, "application"));
  const names = {
    usernames: namesAt(users, "username"),
    teamNames: namesAt(teams, "name"),
    appids: [...namesAt(applications, "appid"), ...namesAt(teamApplications, "appid")],
    surveyKeys: namesAt(surveys, "key"),
    referredUsers: [
      ...namesAt(applications, "owner"),
      ...memberLists.flat(),
      ...namesAt(owners, "user"),
      ...namesAt(surveys, "creator"),
    ],
    referredTeams: namesAt(owners, "team"),
  };
  const lists = [names.usernames, names.teamNames, names.appids, names.surveyKeys, ...memberLists];
  for (const list of [...lists, ...applications.map(redirectUrisOf)]) refuseRepeated(list);
  return names;
}

function namesAt(parts: readonly PlacedPart[], key: string): Names {
  return textsOf(parts.map((part) => partAt(part, key)));
}

function membersOf(team: PlacedPart): Names {
  return namesAt(entriesOf(partAt(team, "members")), "username");
}

function redirectUrisOf(application: PlacedPart): Names {
  return textsOf(entriesOf(partAt(application, "redirect_uris")));
}

function refuseRepeated(names: Names): void {
  const seen = new Set<string>();
  for (const { part, sink } of names) {
    if (seen.has(part)) sink.refuse("is in the file a second time");
    seen.add(part);
  }
}

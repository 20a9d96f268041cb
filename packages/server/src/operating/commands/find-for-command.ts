import { CommandError } from "@survey-open-platform/service";
import type { UserWithPassword } from "../../store/people/user-table.ts";
import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import type { Store } from "../../store/store.ts";
import { findTeamId } from "../../store/teams/team-table.ts";

/** The user whom a command names. @throws `CommandError` when there is none */
export async function namedUser(store: Store, username: string): Promise<UserWithPassword> {
  const user = await store.findUserByUsername(username);
  if (user === undefined) throw new CommandError(`Nothing was changed. There is no user called ${username}.`);
  return user;
}

/** The application that a command names. @throws `CommandError` when there is none */
export async function namedApplication(store: Store, appid: string): Promise<RegisteredApplication> {
  const application = await store.findApplication(appid);
  if (application === undefined)
    throw new CommandError(`Nothing was changed. There is no application with the appid ${appid}.`);
  return application;
}

/** The id of the team that a command names. @throws `CommandError` when there is none */
export async function namedTeamId(store: Store, name: string): Promise<number> {
  const id = await findTeamId(store.reader, name);
  if (id === undefined) throw new CommandError(`Nothing was changed. There is no team called ${name}.`);
  return id;
}

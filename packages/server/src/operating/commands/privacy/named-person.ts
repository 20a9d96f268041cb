import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { parseMailAddress } from "../../../model/mail-address.ts";
import { findPerson, type Person, type PersonName } from "../../../store/privacy/find-person.ts";
import type { Store } from "../../../store/store.ts";
import { operatorArguments, type ParsedArguments, textOption } from "../operator-command.ts";

/** How a person is named on the command line. */
export const personArguments: Command["args"] = {
  address: { type: "string", valueHint: "address", description: "The person's mail address." },
  username: { type: "string", valueHint: "username", description: "The person's username." },
  openid: { type: "string", valueHint: "openid", description: "An openid of the person." },
  code: {
    type: "string",
    valueHint: "code",
    description: "The code or telephone number by which a survey knows its participant.",
  },
  survey: {
    type: "string",
    valueHint: "id",
    description: "With --code: the survey, where others use the code too.",
  },
  ...operatorArguments,
};

/** @throws `UsageError` unless the person is named in one way */
export function personNameIn(args: ParsedArguments): PersonName {
  const named = (["address", "username", "openid", "code"] as const).flatMap((by) => {
    const text = textOption(args, by)?.trim() ?? "";
    return text === "" ? [] : [{ by, text }];
  });
  const [name] = named;
  const survey = textOption(args, "survey");
  if (name === undefined || named.length > 1)
    throw new UsageError("name the person by one of --address, --username, --openid and --code");
  if (survey !== undefined && (name.by !== "code" || !/^[1-9]\d{0,14}$/.test(survey)))
    throw new UsageError("--survey goes with --code, and must be the number of a survey");
  if (name.by === "code")
    return { by: "code", text: name.text, surveyId: survey === undefined ? undefined : Number(survey) };
  if (name.by === "address" && parseMailAddress(name.text) === undefined)
    throw new UsageError("--address must be one mail address");
  return { by: name.by, text: name.text };
}

/** Finds the one person whom a name means. @throws `CommandError` when it may mean several: nothing of others is exported or deleted */
export async function findOnePerson(store: Store, name: PersonName): Promise<Person> {
  const person = await findPerson(store.reader, name);
  if (person.users.length > 1) {
    const usernames = person.users.map(({ username }) => username).join(", ");
    throw new CommandError(
      `Nothing was done. There are several accounts: name one with --username: ${usernames}.`,
    );
  }
  const surveys = new Set(person.participants.map(({ surveyId }) => surveyId));
  if (name.by === "code" && surveys.size > 1)
    throw new CommandError(
      `Nothing was done. Several surveys use the code, perhaps for several people: name one with --survey: ${[...surveys].join(", ")}.`,
    );
  return person;
}

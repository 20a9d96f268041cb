import { type Command, CommandError } from "@survey-open-platform/service";
import { countOwnSurveys, type DeletionProblem } from "../../../store/people/delete-account.ts";
import { type DeletedPerson, deletePerson } from "../../../store/privacy/delete-person.ts";
import type { Person, PersonName } from "../../../store/privacy/find-person.ts";
import type { Store } from "../../../store/store.ts";
import { uploadFolder } from "../../../store/surveys/upload-folder.ts";
import { settingArguments } from "../arguments.ts";
import { confirm } from "../confirm.ts";
import {
  type CommandResult,
  type OperatorContext,
  type ParsedArguments,
  runOnStore,
} from "../operator-command.ts";
import { elsewhereText, findEverywhere, type FoundPerson, isUnknown } from "./found-person.ts";
import { findOnePerson, personArguments, personNameIn } from "./named-person.ts";

/** `sop privacy delete`: deletes what the platform has about a person. */
export const privacyDeleteCommand: Command = {
  meta: { name: "privacy delete", description: "Delete what the platform has about a person" },
  args: {
    ...personArguments,
    "with-surveys": {
      type: "boolean",
      description: "Delete the surveys of the person's account too, with all answers.",
    },
    "with-mentions": {
      type: "boolean",
      description: "Delete the answers of others too that mention the person.",
    },
    "with-refusals": {
      type: "boolean",
      description: "Forget too that the address wants no mails. Others may then write to it again.",
    },
    yes: { type: "boolean", description: "Do not ask." },
    ...settingArguments(["uploads"]),
  },
  async run({ args }) {
    const name = personNameIn(args);
    await runOnStore("privacy delete", args, (context) => deleteNamed(context, name, args));
  },
};

async function deleteNamed(
  context: OperatorContext,
  name: PersonName,
  args: ParsedArguments,
): Promise<CommandResult> {
  const { store, config, actor } = context;
  const person = await findOnePerson(store, name);
  const found = await findEverywhere(store.reader, person);
  if (isUnknown(found)) throw refused("The database has nothing under this name.");
  if (args["with-surveys"] !== true) await refuseSurveys(store, person);
  const options = {
    withMentions: args["with-mentions"] === true,
    withRefusals: args["with-refusals"] === true,
  };
  if (args["yes"] !== true) await confirmDeletion(found, options.withMentions, args["json"] === true);
  const deleted = await deletePerson(store, { person, ...options, actor, uploads: uploadFolder(config) });
  if ("problem" in deleted) throw refused(problemText(deleted));
  const left = await findEverywhere(store.reader, person);
  return { text: deletedText(deleted, left), json: { deleted, left } };
}

function refused(problem: string): CommandError {
  return new CommandError(`Nothing was changed. ${problem}`);
}

/** Surveys have answers of others: they do not go unnoticed with the account. */
async function refuseSurveys(store: Store, { users }: Person): Promise<void> {
  for (const { id, username } of users) {
    const surveys = await countOwnSurveys(store.reader, id);
    if (surveys > 0)
      throw refused(
        `${username} owns ${surveys} surveys. Hand them over or delete them first, or add --with-surveys.`,
      );
  }
}

function problemText(problem: DeletionProblem): string {
  if (problem.problem === "last_administrator")
    return "The account is the last administrator. Make another user an administrator first.";
  if (problem.problem === "owns_surveys") return "The account owns surveys. Add --with-surveys.";
  return `The account is the only creator of ${problem.teams.join(", ")}. Give each team another creator first.`;
}

function confirmDeletion(found: FoundPerson, withMentions: boolean, asJson: boolean): Promise<void> {
  const parts = [
    ...found.accounts.map((username) => `the account ${username}`),
    `${found.answers.length} answers that the person gave`,
    ...(withMentions ? [`${found.mentions.length} answers that mention the person`] : []),
    "what else sop privacy find shows, but for the audit log",
  ];
  return confirm({
    would: `delete ${parts.join(", ")}`,
    todo: "delete it",
    json: asJson ? { deleted: null, found } : undefined,
  });
}

function deletedText(
  { answers, files, participants, others, accounts }: DeletedPerson,
  left: FoundPerson,
): string {
  return [
    `Deleted ${answers} answers with ${files} files, ${participants} places in lists of participants, ${others} other rows and ${accounts} accounts.`,
    ...left.found.map(({ table, rows }) => leftText(table, rows)),
    ...(left.mentions.length === 0
      ? []
      : [`Left: ${left.mentions.length} answers that mention the person. --with-mentions deletes them.`]),
    elsewhereText,
    "Delete again after restoring a backup.",
  ].join("\n");
}

function leftText(table: string, rows: number): string {
  const why: Readonly<Record<string, string>> = {
    audit_log: "an entry that is removed breaks the chain of hashes",
    mail_refusals: "so that no one writes to the address. --with-refusals deletes them",
  };
  return `Left: ${rows} rows of ${table}${why[table] === undefined ? "" : `: ${why[table]}`}.`;
}

import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { recordAudit } from "../../../store/audit/audit-log-table.ts";
import { personalExport } from "../../../store/privacy/personal-export.ts";
import { uploadFolder } from "../../../store/surveys/upload-folder.ts";
import { settingArguments } from "../arguments.ts";
import { type CommandResult, type OperatorContext, runOnStore, textOption } from "../operator-command.ts";
import type { PersonName } from "../../../store/privacy/find-person.ts";
import { findEverywhere, isUnknown } from "./found-person.ts";
import { findOnePerson, personArguments, personNameIn } from "./named-person.ts";
import { writeEntries } from "./write-entries.ts";

/** `sop privacy export`: everything about a person, to be handed to them. */
export const privacyExportCommand: Command = {
  meta: { name: "privacy export", description: "Write everything about a person into a folder or zip file" },
  args: {
    ...personArguments,
    output: {
      type: "string",
      valueHint: "path",
      description: "The zip file to make, or a folder; one that exists is never overwritten.",
    },
    ...settingArguments(["uploads"]),
  },
  async run({ args }) {
    const name = personNameIn(args);
    const output = textOption(args, "output");
    if (output === undefined) throw new UsageError("--output is missing: the zip file or folder to make");
    await runOnStore("privacy export", args, (context) => exportPerson(context, name, output));
  },
};

async function exportPerson(
  { store, config, actor }: OperatorContext,
  name: PersonName,
  output: string,
): Promise<CommandResult> {
  const person = await findOnePerson(store, name);
  const found = await findEverywhere(store.reader, person);
  if (isUnknown(found))
    throw new CommandError("Nothing was exported. The database has nothing under this name.");
  const files = await writeEntries(
    output,
    personalExport(store.reader, { person, uploads: uploadFolder(config) }),
  );
  await store.write(async (transaction) => {
    // Without the name: an entry is never deleted.
    const target = { kind: "platform", name: "" } as const;
    await recordAudit(transaction, { actor, action: "person.exported", target, after: { files } });
  });
  const { mentions } = found;
  const more =
    mentions.length === 0
      ? ""
      : ` Answers of others mention the person, and are not in it: see sop privacy find (${mentions.length}).`;
  return { text: `${files} files in ${output}.${more}`, json: { output, files, mentions } };
}

import type { Command } from "@survey-open-platform/service";
import { findPerson } from "../../../store/privacy/find-person.ts";
import { runOnStore } from "../operator-command.ts";
import { findEverywhere, foundText } from "./found-person.ts";
import { personArguments, personNameIn } from "./named-person.ts";

/** `sop privacy find`: what the platform has about a person, and where. */
export const privacyFindCommand: Command = {
  meta: { name: "privacy find", description: "Show what the platform has about a person, and where" },
  args: personArguments,
  async run({ args }) {
    const name = personNameIn(args);
    await runOnStore("privacy find", args, async ({ store }) => {
      const found = await findEverywhere(store.reader, await findPerson(store.reader, name));
      return { text: foundText(found), json: found };
    });
  },
};

import { openDatabase } from "@survey-open-platform/database";
import type { Config } from "../../../config/settings.ts";
import { type OutboxState, readOutboxState } from "../../../store/mail/mail-outbox.ts";
import type { Schema } from "../../../store/schema/schema.ts";
import type { Finding } from "./finding.ts";

/** How many mails wait or were given up, and what the mail server said. */
export async function checkOutbox({
  mail,
  database: address,
}: Pick<Config, "mail" | "database">): Promise<readonly Finding[]> {
  if (mail === undefined) return [];
  const database = openDatabase<Schema>({ address });
  try {
    return [outboxFinding(await readOutboxState(database.reader))];
  } finally {
    await database.close();
  }
}

function outboxFinding({ waiting, failed, problem }: OutboxState): Finding {
  const check = "mail-outbox";
  const counts = `${waiting} mails wait, and ${failed} were given up within 30 days.`;
  if (problem === "" && failed === 0) return { level: "ok", check, says: counts };
  return {
    level: "warning",
    check,
    says: problem === "" ? counts : `${counts} The mail server said last: ${problem}`,
    todo: "The log says what the mail server replied, by the number of each mail. Send a mail with sop mail test.",
  };
}

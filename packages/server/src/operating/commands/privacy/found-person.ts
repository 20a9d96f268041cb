import { textTable } from "@survey-open-platform/service";
import { en } from "../../../people/privacy/texts/en.ts";
import type { StoreQueries } from "../../../store/statements/queries.ts";
import type { Person } from "../../../store/privacy/find-person.ts";
import { personalData, type PersonalTable, tablesOfEntry } from "../../../store/privacy/personal-data.ts";
import { listMentions } from "../../../store/privacy/mentions.ts";
import { rowsOfPerson } from "../../../store/privacy/personal-rows.ts";
import {
  countPersonalRows,
  listTheirAnswers,
  personalTables,
  type PlacedAnswer,
} from "../../../store/privacy/read-personal-rows.ts";

/** What the platform has about a person. */
export interface FoundPerson {
  readonly accounts: readonly string[];
  /** Tables with rows about the person. */
  readonly found: readonly { readonly table: PersonalTable; readonly rows: number; readonly what: string }[];
  readonly answers: readonly PlacedAnswer[];
  /** Answers that mention the person, without those that the person gave. */
  readonly mentions: readonly PlacedAnswer[];
  /** Tables in which no one can be looked up, and why. */
  readonly notSearched: readonly { readonly table: PersonalTable; readonly why: string }[];
}

/** Looks a person up in every table of the register. */
export async function findEverywhere(queries: StoreQueries, person: Person): Promise<FoundPerson> {
  const found = [];
  for (const table of personalTables) {
    const rows = await countPersonalRows(queries, table, person);
    if (rows > 0) found.push({ table, rows, what: wordsOf(table) });
  }
  const answers = await listTheirAnswers(queries, person);
  const own = new Set(answers.map(placeText));
  const mentions = await listMentions(queries, person);
  return {
    accounts: person.users.map(({ username }) => username),
    found,
    answers,
    mentions: mentions.filter((answer) => !own.has(placeText(answer))),
    notSearched: personalTables.flatMap((table) => {
      const rows = rowsOfPerson[table];
      return "unreachable" in rows ? [{ table, why: rows.unreachable }] : [];
    }),
  };
}

function wordsOf(table: PersonalTable): string {
  const entry = personalData.find((one) => tablesOfEntry(one).includes(table));
  // Every table is in an entry: the list of tables is made of them.
  return entry === undefined ? "" : en.entries[entry.key].what;
}

function placeText({ surveyId, answerId }: PlacedAnswer): string {
  return `survey ${surveyId} answer ${answerId}`;
}

/** Whether there is anything to export or delete. */
export function isUnknown({ found, mentions }: FoundPerson): boolean {
  return found.length === 0 && mentions.length === 0;
}

/** What was found, for people. */
export function foundText(person: FoundPerson): string {
  if (isUnknown(person)) return "The database has nothing under this name.";
  const rows = person.found.map(({ table, rows: n, what }) => ({ table, rows: n, what }));
  return [
    ...(rows.length === 0 ? [] : [textTable(rows)]),
    ...listText("Answers that the person gave:", person.answers),
    ...listText("Answers that mention the person:", person.mentions),
    "Not searched, because no one can be looked up there:",
    ...person.notSearched.map(({ table, why }) => `  ${table}: ${why}`),
    elsewhereText,
  ].join("\n");
}

function listText(title: string, answers: readonly PlacedAnswer[]): readonly string[] {
  return answers.length === 0 ? [] : [title, ...answers.map((answer) => `  ${placeText(answer)}`)];
}

/** Where else something may be: no command reaches it. */
export const elsewhereText =
  "Backups that were made until now still have it, as have the log, mails that were sent, and those who got answers by a webhook, a call or an export.";

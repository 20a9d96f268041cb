import {
  definitionOfVersion,
  imposeDefinition,
  makeSurveyHash,
  noLogic,
  type SurveyDefinition,
  type SurveyPage,
  type SurveyScene,
} from "@survey-open-platform/surveys";
import { randomBytes } from "node:crypto";
import { changedColumns, isChanged, type Declared, type Saved } from "./declaration-change.ts";
import type { RowOf } from "./declaration-state.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

type DeclaredColumn = "owner_id" | "title" | "pages" | "page_count" | "question_count";

type OptionalColumn =
  | "creator_user_id"
  | "prefix"
  | "suffix"
  | "scene"
  | "state"
  | "started_at"
  | "end_at"
  | "redirect_url"
  | "login_check"
  | "is_allow_update_answer"
  | "answer_limit"
  | "once";

/** A survey as declared; what is undefined stays as it is. */
export interface SurveyDeclaration {
  readonly key: string;
  readonly columns: Pick<RowOf<"surveys">, DeclaredColumn> & Declared<Pick<RowOf<"surveys">, OptionalColumn>>;
}

/** Creates a survey or updates an existing one; `updated_at` changes only when something was different. */
export async function declareSurvey(
  transaction: StoreQueries,
  { key, columns }: SurveyDeclaration,
  existing: RowOf<"surveys"> | undefined,
): Promise<Saved> {
  if (existing === undefined) return { id: await createSurvey(transaction, key, columns), change: "created" };
  const { id } = existing;
  const changed = changedColumns(existing, columns);
  if (!isChanged(changed)) return { id, change: "unchanged" };
  await transaction.kysely
    .updateTable("surveys")
    .set({ ...changed, updated_at: nowMs })
    .where("id", "=", id)
    .execute();
  // Its owner before chose it, and has no say over it any more.
  if ("owner_id" in changed)
    await transaction.kysely.deleteFrom("grant_surveys").where("survey_id", "=", id).execute();
  if (definitionColumns.some((column) => column in changed)) {
    // A declaration has no rules, no translations and no look: those that the survey has stay.
    const newest = await definitionOfVersion(transaction, id, existing.version);
    const { logic = noLogic, language, translations, theme } = newest ?? {};
    const declared = definitionOf({ ...existing, ...changed });
    await imposeDefinition(transaction, id, { ...declared, logic, language, translations, theme });
  }
  return { id, change: "updated" };
}

const definitionColumns = ["title", "prefix", "suffix", "scene", "pages"] as const;

function definitionOf(row: Pick<RowOf<"surveys">, (typeof definitionColumns)[number]>): SurveyDefinition {
  const { title, prefix, suffix } = row;
  // Only scenes and pages are stored there.
  const [scene, pages] = [row.scene as SurveyScene, JSON.parse(row.pages) as readonly SurveyPage[]];
  return { title, prefix, suffix, scene, pages, logic: noLogic };
}

/** What a survey has that its declaration leaves out. */
const newSurvey: Omit<Pick<RowOf<"surveys">, OptionalColumn>, "creator_user_id"> = {
  prefix: "",
  suffix: "",
  scene: 1,
  state: 0,
  started_at: null,
  end_at: null,
  redirect_url: "",
  login_check: 0,
  is_allow_update_answer: 0,
  answer_limit: null,
  once: "none",
};

/** What was declared, without what was left out. */
function declaredColumns({
  owner_id,
  title,
  pages,
  page_count,
  question_count,
  ...optional
}: Omit<SurveyDeclaration["columns"], "creator_user_id">) {
  return { owner_id, title, pages, page_count, question_count, ...changedColumns(newSurvey, optional) };
}

async function createSurvey(
  transaction: StoreQueries,
  key: string,
  { creator_user_id: creatorUserId, ...columns }: SurveyDeclaration["columns"],
): Promise<number> {
  if (creatorUserId === undefined) throw new Error("A new survey needs a creator");
  const content = { ...newSurvey, ...declaredColumns(columns) };
  const { id } = await transaction.kysely
    .insertInto("surveys")
    .values({
      ...content,
      creator_user_id: creatorUserId,
      declared_key: key,
      hash: makeSurveyHash(randomBytes),
      template_id: 0,
      answer_count: 0,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await imposeDefinition(transaction, id, definitionOf(content));
  // Each of the two asked the clock for itself; a survey that never changed says so.
  await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({ updated_at: eb.ref("created_at") }))
    .where("id", "=", id)
    .execute();
  return id;
}

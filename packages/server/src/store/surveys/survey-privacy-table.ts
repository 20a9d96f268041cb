import {
  noPrivacy,
  surveyLock,
  type ArchivedPrivacy,
  type SurveyPrivacy,
  type SurveyStatement,
} from "@survey-open-platform/surveys";
import type { AuditEntry } from "../audit/audit-entry.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, prepare, type StoreQueries } from "../statements/queries.ts";

const privacyOfSurvey = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("survey_privacy as p")
    .leftJoin("survey_consents as c", (join) =>
      join.onRef("c.survey_id", "=", "p.survey_id").onRef("c.version", "=", "p.consent_version"),
    )
    .select(["p.responsible", "p.purpose", "p.answer_days as answerDays", "p.keeps_counts as keepsCounts"])
    .select(["p.translations as statement", "p.consent_version as consentVersion", "c.text as consentText"])
    .select("c.translations as consent")
    .where("p.survey_id", "=", param("surveyId")),
);

/** What a survey says about the data of its respondents. */
export async function findSurveyPrivacy(queries: StoreQueries, surveyId: number): Promise<SurveyPrivacy> {
  const [row] = await queries.run(privacyOfSurvey, { surveyId });
  if (row === undefined) return noPrivacy;
  const { statement, consent, ...privacy } = row;
  return {
    ...privacy,
    // Only statements are stored there.
    statementTranslations: JSON.parse(statement) as SurveyPrivacy["statementTranslations"],
    keepsCounts: row.keepsCounts === 1,
    consentText: row.consentText ?? "",
    consentTranslations: translationsIn(consent ?? "{}"),
  };
}

function translationsIn(column: string): SurveyPrivacy["consentTranslations"] {
  // Only texts are stored there.
  return JSON.parse(column) as SurveyPrivacy["consentTranslations"];
}

/** What authors set. The version of the text of consent follows from the text; another text has no translations yet. */
export type PrivacySettings = Omit<
  SurveyPrivacy,
  "statementTranslations" | "consentVersion" | "consentTranslations"
>;

/** What is changed, and by whom. */
export interface SurveyPrivacyChange {
  readonly surveyId: number;
  readonly privacy: PrivacySettings;
  readonly actor: Actor;
}

/** Changes what a survey says. Another text of consent is a new version; earlier ones stay, as answers name them. */
export async function changeSurveyPrivacy(
  transaction: StoreQueries,
  { surveyId, privacy, actor }: SurveyPrivacyChange,
): Promise<void> {
  const before = await findSurveyPrivacy(transaction, surveyId);
  const { responsible, purpose, answerDays, keepsCounts, consentText } = privacy;
  const consentVersion =
    consentText === before.consentText
      ? before.consentVersion
      : await addConsent(transaction, surveyId, { text: consentText, translations: {} });
  const row = {
    responsible,
    purpose,
    translations: JSON.stringify(keptTranslations(before, privacy)),
    answer_days: answerDays,
    keeps_counts: keepsCounts ? 1 : 0,
    consent_version: consentVersion,
    checked_at: 0,
  } as const;
  await transaction.kysely
    .insertInto("survey_privacy")
    .values({ survey_id: surveyId, ...row })
    .onConflict((conflict) => conflict.column("survey_id").doUpdateSet(row))
    .execute();
  await recordChange(
    transaction,
    { surveyId, actor },
    auditedOf(before),
    auditedOf({ ...privacy, consentVersion }),
  );
}
changeSurveyPrivacy.locks = ({ surveyId }: SurveyPrivacyChange) => [surveyLock(surveyId)];

/** The translations of what stays as it is. */
function keptTranslations(
  before: SurveyPrivacy,
  { responsible, purpose }: SurveyStatement,
): SurveyPrivacy["statementTranslations"] {
  const kept: Record<string, SurveyStatement> = {};
  for (const [tag, translated] of Object.entries(before.statementTranslations))
    kept[tag] = {
      responsible: responsible === before.responsible ? translated.responsible : "",
      purpose: purpose === before.purpose ? translated.purpose : "",
    };
  return kept;
}

/** Translations of who is responsible or of the purpose, and by whom. */
export interface StatementTranslation {
  readonly surveyId: number;
  readonly tag: string;
  /** "" for none; what is left out stays. */
  readonly translation: Partial<SurveyStatement>;
  readonly actor: Actor;
}

/** Translates who is responsible, and the purpose. */
export async function translateStatement(
  transaction: StoreQueries,
  { surveyId, tag, translation, actor }: StatementTranslation,
): Promise<void> {
  const before = await findSurveyPrivacy(transaction, surveyId);
  const { [tag]: known = { responsible: "", purpose: "" }, ...others } = before.statementTranslations;
  const translations = { ...others, [tag]: { ...known, ...translation } };
  await transaction.kysely
    .updateTable("survey_privacy")
    .set({ translations: JSON.stringify(translations) })
    .where("survey_id", "=", surveyId)
    .execute();
  const audited = { language: tag, ...known };
  await recordChange(transaction, { surveyId, actor }, audited, { ...audited, ...translation });
}
translateStatement.locks = ({ surveyId }: StatementTranslation) => [surveyLock(surveyId)];

/** A translation of the text that respondents have to agree to now, and by whom. */
export interface ConsentTranslation {
  readonly surveyId: number;
  readonly tag: string;
  /** "" for none. */
  readonly translation: string;
  readonly actor: Actor;
}

/** Translates the text that respondents have to agree to. That is a new version: an answer names exactly what was read. */
export async function translateConsent(
  transaction: StoreQueries,
  { surveyId, tag, translation, actor }: ConsentTranslation,
): Promise<void> {
  const before = await findSurveyPrivacy(transaction, surveyId);
  const { [tag]: known = "", ...others } = before.consentTranslations;
  if (before.consentVersion === 0 || known === translation) return;
  const translations = translation === "" ? others : { ...others, [tag]: translation };
  const consentVersion = await addConsent(transaction, surveyId, { text: before.consentText, translations });
  await transaction.kysely
    .updateTable("survey_privacy")
    .set({ consent_version: consentVersion })
    .where("survey_id", "=", surveyId)
    .execute();
  await recordChange(
    transaction,
    { surveyId, actor },
    auditedOf(before),
    auditedOf({ ...before, consentVersion }),
  );
}
translateConsent.locks = ({ surveyId }: ConsentTranslation) => [surveyLock(surveyId)];

/** @returns its version; 0 for no text */
async function addConsent(
  { kysely }: StoreQueries,
  surveyId: number,
  { text, translations }: Pick<ConsentText, "text" | "translations">,
): Promise<number> {
  if (text === "") return 0;
  const { newest } = await kysely
    .selectFrom("survey_consents")
    .select((eb) => eb.fn.max("version").as("newest"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const version = (newest ?? 0) + 1;
  await kysely
    .insertInto("survey_consents")
    .values({
      survey_id: surveyId,
      version,
      text,
      translations: JSON.stringify(translations),
      created_at: nowMs,
    })
    .execute();
  return version;
}

async function recordChange(
  transaction: StoreQueries,
  { surveyId, actor }: Pick<SurveyPrivacyChange, "surveyId" | "actor">,
  before: NonNullable<AuditEntry["before"]>,
  after: NonNullable<AuditEntry["after"]>,
): Promise<void> {
  const target = { kind: "survey", name: String(surveyId) } as const;
  await recordAudit(transaction, { actor, action: "survey.privacy_changed", target, before, after });
}

function auditedOf({
  responsible,
  purpose,
  answerDays,
  keepsCounts,
  consentVersion,
}: PrivacySettings & Pick<SurveyPrivacy, "consentVersion">) {
  return {
    responsible,
    purpose,
    answer_days: answerDays,
    keeps_counts: keepsCounts,
    consent_version: consentVersion,
  };
}

/** A text that respondents agreed to, with its version. */
export interface ConsentText {
  readonly version: number;
  readonly text: string;
  /** By the tags of their languages. */
  readonly translations: Readonly<Record<string, string>>;
  /** ms UTC. */
  readonly createdAt: number;
}

/** All texts of consent of a survey, the newest first. */
export async function listConsents(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<readonly ConsentText[]> {
  const rows = await kysely
    .selectFrom("survey_consents")
    .select(["version", "text", "translations", "created_at as createdAt"])
    .where("survey_id", "=", surveyId)
    .orderBy("version", "desc")
    .execute();
  return rows.map((row) => ({ ...row, translations: translationsIn(row.translations) }));
}

/** All of it for an archive; undefined where nothing was said. */
export async function archivedPrivacy(
  queries: StoreQueries,
  surveyId: number,
): Promise<ArchivedPrivacy | undefined> {
  const consents = (await listConsents(queries, surveyId))
    .toReversed()
    .map((consent) => ({ ...consent, translations: { ...consent.translations } }));
  const {
    consentText: _text,
    consentTranslations: _texts,
    statementTranslations,
    ...privacy
  } = await findSurveyPrivacy(queries, surveyId);
  const isSaid = consents.length > 0 || privacy.answerDays !== null;
  if (!isSaid && privacy.responsible + privacy.purpose === "") return undefined;
  return { ...privacy, statementTranslations: { ...statementTranslations }, consents };
}

/** Gives a survey of an archive what it said. */
export async function addArchivedPrivacy(
  { kysely }: StoreQueries,
  surveyId: number,
  privacy: ArchivedPrivacy,
): Promise<void> {
  const { responsible, purpose, answerDays, keepsCounts, consentVersion, consents } = privacy;
  await kysely
    .insertInto("survey_privacy")
    .values({
      survey_id: surveyId,
      responsible,
      purpose,
      translations: JSON.stringify(privacy.statementTranslations),
      answer_days: answerDays,
      keeps_counts: keepsCounts ? 1 : 0,
      consent_version: consentVersion,
      checked_at: 0,
    })
    .execute();
  if (consents.length === 0) return;
  const rows = consents.map(({ version, text, translations, createdAt }) => ({
    survey_id: surveyId,
    version,
    text,
    translations: JSON.stringify(translations),
    created_at: createdAt,
  }));
  await kysely.insertInto("survey_consents").values(rows).execute();
}

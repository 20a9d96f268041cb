import { addImportedAnswers, newestSerial, type Outbox } from "@survey-open-platform/surveys";
import { hashToken, makeToken } from "../model/token.ts";
import { teamRoles } from "../model/team.ts";
import type { KeptSecret } from "../store/applications/application-secret-table.ts";
import type { Actor, AuditValues } from "../store/audit/audit-log-table.ts";
import { declareApplication } from "../store/declaration/declaration-application.ts";
import { flag } from "../store/declaration/declaration-change.ts";
import { type DeclarationState, findApplications } from "../store/declaration/declaration-state.ts";
import { declareSurvey } from "../store/declaration/declaration-survey.ts";
import { declareTeam } from "../store/declaration/declaration-team.ts";
import { declareUser } from "../store/declaration/declaration-user.ts";
import type { StoreQueries } from "../store/statements/queries.ts";
import { auditDeclared } from "./audit-declared.ts";
import { reportBuilder, type AppliedReport, type ReportBuilder } from "./applied-report.ts";
import type { DeclaredApplication, DeclaredTeam, DeclaredUser } from "./declaration-schema.ts";
import type { Draft } from "./draft-declaration.ts";
import type { DraftedSurvey } from "./draft-survey.ts";
import type { PreparedPassword } from "./prepare-passwords.ts";

interface Writing {
  readonly transaction: StoreQueries;
  readonly state: DeclarationState;
  readonly passwords: ReadonlyMap<string, PreparedPassword>;
  readonly actor: Actor | undefined;
  readonly outbox: Outbox;
  readonly report: ReportBuilder;
  /** Ids by name, of everything that the file refers to: stored ones first, new ones as they are made. */
  readonly userIds: Map<string, number>;
  readonly teamIds: Map<string, number>;
}

/** Writes a draft that was found free of problems. */
export async function writeDraft(
  transaction: StoreQueries,
  draft: Draft,
  given: Pick<Writing, "state" | "passwords" | "actor" | "outbox">,
): Promise<AppliedReport> {
  const report = reportBuilder();
  const { users, teams } = given.state;
  const writing = { ...given, transaction, report, userIds: idsOf(users), teamIds: idsOf(teams) };
  for (const { part } of draft.users) await writeUser(writing, part);
  for (const { part } of draft.teams) await writeTeam(writing, part);
  // Read again: those of users who were disabled just now are frozen.
  const applications = await findApplications(transaction, [...given.state.applications.keys()]);
  const afterUsers = { ...writing, state: { ...given.state, applications } };
  for (const { part } of draft.applications) await writeApplication(afterUsers, part);
  for (const { part } of draft.surveys) await writeSurvey(writing, part);
  return report.report();
}

function idsOf(rows: ReadonlyMap<string, { readonly id: number }>): Map<string, number> {
  return new Map([...rows].map(([name, { id }]) => [name, id]));
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error("A name that was checked is unknown");
  return id;
}

async function writeUser(writing: Writing, user: DeclaredUser): Promise<void> {
  const { username, nickname, avatar, administrator, disabled } = user;
  const password = writing.passwords.get(username);
  const columns = {
    username,
    password_hash: password?.hash,
    nickname,
    avatar,
    administrator: flag(administrator),
    disabled: flag(disabled),
  };
  const { transaction, actor, state } = writing;
  const existing = state.users.get(username);
  const { id, change } = await declareUser(transaction, columns, existing, actor);
  const target = { kind: "user", name: username } as const;
  await auditDeclared(transaction, { actor, target, change, existing, declared: columns });
  writing.userIds.set(username, id);
  writing.report.count("users", change);
  if (password?.generated === undefined) return;
  writing.report.generated({ kind: "password", username, password: password.generated });
}

async function writeTeam(writing: Writing, team: DeclaredTeam): Promise<void> {
  const { transaction, state, actor, report, userIds, teamIds } = writing;
  const { name, plan } = team;
  const members = team.members?.map(
    ({ username, role }) => [idOf(userIds, username), teamRoles[role]] as const,
  );
  const declaration = { name, plan, members: members === undefined ? undefined : new Map(members) };
  const existing = state.teams.get(name);
  const { id, change, isOverwritten } = await declareTeam(transaction, declaration, existing);
  await auditDeclared(transaction, {
    actor,
    target: { kind: "team", name: String(id) },
    change,
    existing,
    declared: { name, plan },
    further: membersOf(team),
  });
  teamIds.set(name, id);
  report.count("teams", change);
  if (isOverwritten) report.overwrittenTeam(name);
  report.team({ name, id });
  if (team.application === undefined) return;
  const { appid, secret, disabled, may_write: mayWrite } = team.application;
  // The file gives it no name of its own: it begins with the team's.
  const isNew = !state.applications.has(appid);
  await writeAnyApplication(writing, {
    columns: {
      appid,
      kind: "team",
      owner_id: id,
      name: isNew ? name : undefined,
      disabled: flag(disabled),
      may_write: flag(mayWrite ?? (isNew ? true : undefined)),
    },
    redirectUris: undefined,
    secret,
    // A thief of the secret may have a token.
    revokesWithSecret: true,
  });
}

function membersOf({ members }: DeclaredTeam): AuditValues {
  return members === undefined
    ? {}
    : { members: members.map(({ username, role }) => `${username}: ${role}`) };
}

async function writeApplication(writing: Writing, application: DeclaredApplication): Promise<void> {
  const { appid, name, description, logo, terms, privacy } = application;
  await writeAnyApplication(writing, {
    columns: {
      appid,
      kind: "web",
      owner_id: idOf(writing.userIds, application.owner),
      name,
      description,
      home_page: application.home_page,
      logo,
      terms,
      privacy,
      verified: flag(application.verified),
      disabled: flag(application.disabled),
      contact: application.contact,
      refresh_requires_secret: flag(application.refresh_requires_secret),
      is_public: flag(application.public),
      requires_pkce: flag(application.public === true ? true : application.requires_pkce),
      may_write: flag(application.may_write),
      allowed_networks: application.allowed_networks?.join("\n"),
    },
    redirectUris: application.redirect_uris,
    secret: application.secret,
    revokesWithSecret: application.when_secret_changes === "revoke_tokens",
  });
}

type ApplicationToWrite = Pick<
  Parameters<typeof declareApplication>[1],
  "columns" | "redirectUris" | "revokesWithSecret"
> & {
  readonly secret: string | undefined;
};

async function writeAnyApplication(
  { transaction, state, actor, report }: Writing,
  { columns, redirectUris, secret, revokesWithSecret }: ApplicationToWrite,
): Promise<void> {
  const { appid } = columns;
  const makeSecret = () => {
    const made = makeToken("secret");
    report.generated({ kind: "secret", appid, secret: made });
    return keptSecret(made);
  };
  const kept = secret === undefined ? undefined : keptSecret(secret);
  const declaration = { columns, redirectUris, secret: kept, revokesWithSecret, makeSecret };
  const existing = state.applications.get(appid);
  const { change, hasReplacedSecret, isOverwritten } = await declareApplication(
    transaction,
    declaration,
    existing,
  );
  await auditDeclared(transaction, {
    actor,
    target: { kind: "application", name: appid },
    change,
    existing,
    declared: columns,
    further: {
      ...(redirectUris !== undefined && { redirectUris }),
      ...(hasReplacedSecret && { secret: "replaced", revokesTokens: revokesWithSecret }),
    },
  });
  report.count("applications", change);
  if (isOverwritten) report.overwritten(appid);
  if (hasReplacedSecret) report.replacedSecret({ appid, tokens: revokesWithSecret ? "revoked" : "kept" });
}

function keptSecret(secret: string): KeptSecret {
  return { hash: hashToken(secret), lastFour: secret.slice(-4) };
}

async function writeSurvey(writing: Writing, survey: DraftedSurvey): Promise<void> {
  const { transaction, state, report, actor, outbox } = writing;
  const { key, answers } = survey;
  const existing = state.surveys.get(key);
  const columns = surveyColumns(writing, survey);
  const { id, change } = await declareSurvey(transaction, { key, columns }, existing);
  const editorUserId = actor?.userId ?? 0;
  if (change !== "unchanged")
    await outbox.survey(transaction, { surveyId: id, action: `survey.${change}`, editorUserId });
  report.count("surveys", change);
  const missing = answers.slice(await newestSerial(transaction, id));
  await addImportedAnswers(transaction, id, missing, outbox);
  report.count("answers", "created", missing.length);
  report.count("answers", "unchanged", answers.length - missing.length);
}

function surveyColumns({ state, userIds, teamIds }: Writing, survey: DraftedSurvey) {
  const { owner, title, prefix, suffix, scene } = survey;
  const ownerId = "user" in owner ? idOf(userIds, owner.user) : idOf(teamIds, owner.team);
  // Left undeclared, the creator of a new survey is the user that it belongs to.
  const isNewOfUser = !state.surveys.has(survey.key) && "user" in owner;
  const undeclaredCreator = isNewOfUser ? ownerId : undefined;
  return {
    owner_id: ownerId,
    creator_user_id: survey.creator === undefined ? undeclaredCreator : idOf(userIds, survey.creator),
    title,
    prefix,
    suffix,
    scene,
    state: survey.state,
    started_at: survey.startedAt,
    end_at: survey.endAt,
    pages: survey.pagesJson,
    page_count: survey.pageCount,
    question_count: survey.questionCount,
    redirect_url: survey.redirectUrl,
    login_check: flag(survey.requiresSignIn),
    is_allow_update_answer: flag(survey.allowsAnswerUpdates),
    answer_limit: survey.answerLimit,
    once: survey.once,
  };
}

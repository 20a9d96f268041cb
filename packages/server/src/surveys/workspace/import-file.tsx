import { randomBytes } from "node:crypto";
import {
  fileLimits,
  type ImportedAnswer,
  importFile,
  importLossesSchema,
  type ImportedFile,
  importKinds,
  inTurns,
  isArchive,
  platformZone,
  surveyJsonInTurns,
  type SurveyOrigin,
  withoutAnswersLoss,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { changeBy } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnMultipart } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import { hashToken } from "../../model/token.ts";
import type { Store } from "../../store/store.ts";
import { readSourceAnswers } from "../../store/surveys/add-source-answers.ts";
import { createAnsweredSurvey } from "../../store/surveys/write-survey-for-user.ts";
import { Signer } from "../../session/signer.ts";
import { createFromArchive, type ImportDependencies, lookAtArchive } from "./import-archived.tsx";
import { ImportLookPage } from "./import-look-page.tsx";
import { ImportReportPage } from "./import-report.tsx";
import { limitImports } from "./limit-imports.ts";
import { showNewSurvey } from "./new-survey.tsx";
import { ownerNamed, ownersOf } from "../list/owners.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

const path = "/surveys/new";

/** Most losses that are shown and kept, and most problems that are shown. */
const shown = { losses: 1000, problems: 20 } as const;

/** A file, with the fields beside it. */
const lookBytes = fileLimits.bytes + 64 * 1024;

/** The survey that was looked at, its report, and its answers, of which a page carries so many characters. */
const importBytes = 16 * 1024 * 1024;
const mostAnswerCharacters = 6 * 1024 * 1024;

/** `/surveys/new/look` and `/surveys/new/import`: a file of another system is looked at, then created. */
export function fileImports(dependencies: ImportDependencies): readonly PageRoute[] {
  const { store } = dependencies;
  return [
    {
      method: "POST",
      path: `${path}/look`,
      access: "user",
      handle: (pageRequest) => look(dependencies, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/import`,
      access: "user",
      keepsForm: true,
      handle: (pageRequest) => create(dependencies, pageRequest),
    },
    {
      method: "GET",
      path: `${surveyPath}/import-report`,
      access: "user",
      handle: (pageRequest) => report(store, pageRequest),
    },
  ];
}

async function look(dependencies: ImportDependencies, pageRequest: UserRequest): Promise<Response> {
  const { store } = dependencies;
  const { language } = pageRequest;
  const sent = await readFileForm(pageRequest);
  const [text = "", team = ""] = [sent.text, sent.team].map((content) => Buffer.from(content).toString());
  const content = sent.file.length > 0 ? sent.file : Buffer.from(text.trim());
  const words = workspaceTextsFor(language).importing;
  if (content.length === 0) return again(store, pageRequest, { text: "", team, problems: [words.missing] });
  await limitImports(store, pageRequest);
  if (isArchive(content)) {
    const { ownerId } = ownerNamed(await ownersOf(store, pageRequest), team);
    const shownArchive = await lookAtArchive(dependencies, pageRequest, content, { team, ownerId });
    if (!("problem" in shownArchive)) return shownArchive;
    const problem = words.problem({ path: [], message: shownArchive.problem });
    return again(store, pageRequest, { text: "", team, problems: [problem] });
  }
  const made = await importFile(content, { language, randomBytes });
  if (made.ok) return showLook(store, pageRequest, await withAnswers(pageRequest, made), team);
  const problems = made.problems.slice(0, shown.problems).map(words.problem);
  return again(store, pageRequest, { text: sent.file.length > 0 ? "" : text, team, problems });
}

/** A form that is too large has a file that is: it is read as one that has a byte too many. */
async function readFileForm(pageRequest: UserRequest) {
  const names = ["file", "text", "team"] as const;
  try {
    return await readOwnMultipart(pageRequest, { names, maximumBytes: lookBytes });
  } catch (error) {
    if (!(error instanceof PageError) || error.options.status !== 413) throw error;
    return { file: new Uint8Array(fileLimits.bytes + 1), text: new Uint8Array(), team: new Uint8Array() };
  }
}

type FileThatIsTaken = Extract<ImportedFile, { readonly ok: true }>;

/** A file with its answers as they will be; without them where they are too many for a page. */
async function withAnswers({ timeZone }: UserRequest, made: FileThatIsTaken) {
  const { answers, definition, losses } = made;
  if (answers === undefined) return { ...made, answers: [] };
  const read = await readSourceAnswers(answers, definition, platformZone(timeZone));
  if (JSON.stringify(read.answers).length > mostAnswerCharacters) return { ...made, answers: [] };
  const others = withoutAnswersLoss(losses, answers);
  return { ...made, answers: read.answers, losses: [...others, ...read.losses] };
}

interface Again {
  readonly text: string | undefined;
  readonly team: string | undefined;
  readonly problems: readonly string[];
}

function again(store: Store, pageRequest: UserRequest, { text = "", team = "", problems }: Again) {
  const form = { from: "file", team, title: "", template: "", text, survey: "", accept: "" };
  return showNewSurvey(store, pageRequest, { status: 400, form, problems: { text: problems } });
}

async function showLook(
  store: Store,
  { language, signedIn }: UserRequest,
  { source, definition, losses, answers }: Awaited<ReturnType<typeof withAnswers>>,
  team: string,
): Promise<Response> {
  const kept = losses.slice(0, shown.losses);
  const text = JSON.stringify(definition);
  const given = JSON.stringify(answers);
  const signed = JSON.stringify({ source, fileName: "", losses: kept, content: hashToken(text + given) });
  const page = {
    language,
    path: `${path}?from=file`,
    signedIn,
    source,
    definition,
    losses: kept,
    lossCount: losses.length,
    answerCount: answers.length,
    carried: {
      definition: text,
      answers: given,
      report: await new Signer(store).sign(purpose, signed),
      team,
    },
  };
  return renderPage(<ImportLookPage {...page} />, { status: 200 });
}

/** What the signature of a report is for. */
const purpose = "import-report";

const reportSchema = z.object({
  source: z.enum(importKinds.map(({ name }) => name)),
  fileName: z.literal(""),
  losses: importLossesSchema.max(shown.losses),
  /** The hash of the definition and the answers that it is about. */
  content: z.string(),
});

/** Creates the survey that was shown. What passed through the browser is taken only as it was signed: a report stays true. */
async function create(dependencies: ImportDependencies, pageRequest: UserRequest): Promise<Response> {
  const { store } = dependencies;
  const names = ["definition", "answers", "report", "team", "archive"] as const;
  const sent = await readOwnMultipart(pageRequest, { names, maximumBytes: importBytes });
  const owner = ownerNamed(await ownersOf(store, pageRequest), Buffer.from(sent.team).toString());
  if (!owner.mayCreate) throw new PageError("team_forbidden", { status: 403 });
  await limitImports(store, pageRequest);
  const { archive } = sent;
  if (archive.length > 0)
    return createFromArchive(dependencies, pageRequest, { archive, ownerId: owner.ownerId });
  const text = Buffer.from(sent.definition).toString();
  const given = Buffer.from(sent.answers).toString();
  const imported = await originIn(store, Buffer.from(sent.report).toString(), text + given);
  const made = await inTurns(surveyJsonInTurns(text, randomBytes));
  if (!made.ok || imported === undefined)
    throw new PageError("invalid_argument", { status: 400, detail: "definition" });
  const { id } = await store.write(
    createAnsweredSurvey,
    {
      survey: {
        ownerId: owner.ownerId,
        creatorUserId: pageRequest.session.user.id,
        definition: made.definition,
        imported,
      },
      // Signed as they were read.
      answers: JSON.parse(given) as readonly ImportedAnswer[],
    },
    changeBy(store, pageRequest),
  );
  return redirectTo(surveyAddress(id, "/edit?notice=created"));
}

async function originIn(store: Store, signed: string, content: string): Promise<SurveyOrigin | undefined> {
  const text = await new Signer(store).read(purpose, signed);
  if (text === undefined) return undefined;
  const { content: hash, ...origin } = reportSchema.parse(JSON.parse(text));
  return hash === hashToken(content) ? origin : undefined;
}

/** What the import of a survey changed. */
async function report(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path: address, signedIn } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "see");
  const origin = await store.surveys.findOrigin(survey.id);
  if (origin === undefined) throw notFound();
  return renderPage(
    <ImportReportPage
      language={language}
      path={address}
      signedIn={signedIn}
      survey={survey}
      origin={origin}
    />,
    { status: 200 },
  );
}

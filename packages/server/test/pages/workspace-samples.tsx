import {
  definitionFromText,
  importLossCodes,
  compareDefinitions,
  idMaker,
  newBlank,
  newOption,
  newQuestion,
  noPrivacy,
  type Question,
  type QuestionType,
  type SurveyDefinition,
  needsOf,
  type ConditionRows,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import { EditLogicPage } from "../../src/surveys/workspace/edit-logic-page.tsx";
import { EditQuestionPage } from "../../src/surveys/workspace/edit-question-page.tsx";
import { EditSurveyPage } from "../../src/surveys/workspace/edit-survey-page.tsx";
import { ConditionsPage } from "../../src/surveys/workspace/conditions-page.tsx";
import { RemoveQuestionPage } from "../../src/surveys/workspace/remove-question-page.tsx";
import { AddQuestionPage } from "../../src/surveys/workspace/question-palette.tsx";
import { LanguagesPage } from "../../src/surveys/workspace/languages-page.tsx";
import { lookSample } from "./look-sample.ts";
import { LookPage } from "../../src/surveys/workspace/look-page.tsx";
import { TranslatePage } from "../../src/surveys/workspace/translate-page.tsx";
import { EditTextsPage } from "../../src/surveys/workspace/edit-texts-page.tsx";
import { PreviewPage } from "../../src/surveys/workspace/preview-page.tsx";
import { startPreview } from "../../src/surveys/workspace/preview-run.ts";
import { settingsFields, type SettingsFields } from "../../src/surveys/workspace/settings-form.ts";
import { SettingsPage } from "../../src/surveys/workspace/settings-page.tsx";
import { SharePage } from "../../src/surveys/workspace/share-page.tsx";
import { ImportLookPage } from "../../src/surveys/workspace/import-look-page.tsx";
import { ImportReportPage } from "../../src/surveys/workspace/import-report.tsx";
import { NewSurveyPage } from "../../src/surveys/workspace/new-survey-page.tsx";
import type { PublicationState } from "../../src/surveys/workspace/publication.ts";
import { participantSamples } from "./participant-samples.tsx";
import { sharingSamples } from "./sharing-samples.tsx";
import { surveyListSamples } from "./survey-list-samples.tsx";
import { SurveyOverviewPage } from "../../src/surveys/workspace/survey-overview-page.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const timeZone = "Asia/Shanghai";
const at = 1_790_000_000_000;

/** A survey in which a text stands wherever an author can put one. */
export function sampleDefinition(text: string): SurveyDefinition {
  const made = definitionFromText(
    "T\n\nI\n\nQ[Single Choice]\nA\nB\n\nM[Matrix Single Choice]\nA B\nR\n\nF[Multiple Blanks]\nB ____",
  );
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  const written = <Part extends { readonly text: string }>(parts: readonly Part[]) =>
    parts.map((part) => ({ ...part, text }));
  const pages = made.definition.pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => ({
      ...question,
      title: text,
      description: text,
      options: written(question.options),
      subTitles: written(question.subTitles),
      blank_setting: written(question.blank_setting),
    })),
  }));
  return { ...made.definition, title: text, prefix: text, suffix: text, pages };
}

/** A draft with changes of every kind. */
export function publicationOf(text: string): PublicationState {
  const before = sampleDefinition(text);
  const [page] = before.pages;
  if (page === undefined) throw new Error("there is no page");
  const [first, second, third] = page.questions;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error("too few questions");
  const renamed = {
    ...first,
    title: `new ${text}`,
    required: !first.required,
    options: first.options.slice(1),
  };
  const definition = {
    ...before,
    prefix: "",
    pages: [{ ...page, questions: [{ ...third, id: "q-9-abcd" }, renamed, second] }],
  };
  return {
    draft: { definition, revision: 2, editedAt: at },
    difference: compareDefinitions(before, definition),
    obstacle: undefined,
    hints: [
      { code: "no_ending" },
      { code: "options_alike", question: second.id },
      { code: "unreachable", question: third.id },
    ],
    halfFilled: 3,
    isEndless: true,
  };
}

/** Types whose forms together have every field. */
const editedTypes = ["checkbox", "textarea", "matrix_star", "blanks", "chained_selects", "upload"] as const;

function two<Part>(has: boolean, make: () => Part): readonly Part[] {
  return has ? [make(), make()] : [];
}

/** A question with a text in every part of it. */
function questionOfType(type: QuestionType, text: string): Question {
  const makeId = idMaker([], (size) => new Uint8Array(size));
  const made = newQuestion(type, makeId);
  return {
    ...made,
    title: text,
    description: text,
    starShowCustomStart: text,
    starShowCustomEnd: text,
    options: two(needsOf(type).options !== undefined, () => newOption(text, makeId)),
    subTitles: two(needsOf(type).rows === true, () => ({ id: makeId("row"), text })),
    blank_setting: two(type === "blanks", () => newBlank(text, made.id, makeId)),
    groups: two(type === "chained_selects", () => ({ id: makeId("option"), text, parent: "" })),
    levels: type === "chained_selects" ? [text] : [],
    file_type_limit: made.file_type_limit.map(() => text),
  };
}

/** The pages on which surveys are made, with the same text in every place that somebody else may fill. */
export function workspaceSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const survey = {
    id: 7,
    hash: text,
    title: text,
    ownerId: 3,
    creatorUserId: 4,
    state: 2,
    version: 1,
    pageCount: 1,
    questionCount: 2,
    answerCount: 3,
    createdAt: at,
    updatedAt: at,
    teamName: text,
    ownerName: null,
    isShared: false,
    rights: new Set(["see", "edit", "delete", "share", "own"] as const),
  } as const;
  const draft = { ...survey, id: 8, version: 0, state: 0, title: "", teamName: null } as const;
  const self = { ownerId: 1, team: undefined, isOnlyCreated: false, mayCreate: true } as const;
  const owner = { ...self, ownerId: 3, team: { id: 3, name: text } } as const;
  const owners = [self, owner];
  const form = { team: "3", title: text, text, survey: "7", problems: {} };
  const creation = { ...frame, timeZone, owners, surveys: [survey, draft] };
  const publication = publicationOf(text);
  const ofSurvey = { ...frame, timeZone, survey, publication, publicAddress: text, isImported: true };
  const { difference } = publication;
  const changedByOthers = difference && { names: [text], difference };
  const { draft: surveyDraft } = publication;
  const conditionTarget = surveyDraft.definition.pages[0]?.questions[0]?.id ?? "";
  const openComments = new Map([[conditionTarget, 2]]);
  const editing = { ...frame, survey, publication, openComments, undo: difference, redo: difference };
  const nextIds = { option: "o-200-ABCD", row: "g-9-ABCD", blank: "fillblank-9ABC" };
  const question = { ...frame, survey, draft: surveyDraft, nextIds };
  const texts = {
    ...frame,
    survey,
    revision: 2,
    fields: { title: text, prefix: text, suffix: text, scene: "1" },
  };
  const translated = { title: text, prefix: text, suffix: text };
  const translation = {
    ...frame,
    survey,
    definition: {
      ...sampleDefinition("plain"),
      ...translated,
      language: "en",
      translations: { ar: translated },
    },
    privacy: { ...noPrivacy, consentText: text, consentTranslations: { ar: text } },
  };
  const logic = { ...frame, survey, draft: surveyDraft, text };
  // One entry for each name.
  const fields = Object.fromEntries(settingsFields.map((name) => [name, text])) as SettingsFields;
  // What questions look like with any text is a matter of the answering pages.
  const previewed = { ...sampleDefinition("plain"), title: text, prefix: text, suffix: text };
  const preview = {
    ...frame,
    csrf: text,
    address: "/surveys/7/preview",
    survey,
    definition: previewed,
    takesFiles: true,
  };
  const step = startPreview(previewed, { source: text });
  return {
    "preview of a survey": <PreviewPage {...preview} step={step} />,
    "end of a preview": <PreviewPage {...preview} step={{ ...step, pageId: undefined }} />,
    "settings of a survey": (
      <SettingsPage
        {...frame}
        survey={survey}
        timeZone={timeZone}
        hasPassword
        listed={3}
        now={{ when: text, who: text, afterwards: text }}
        fields={fields}
        problems={{ end_at: "window", custom_arguments: "argument" }}
        isSaved
      />
    ),
    "settings that another editor has changed": (
      <SettingsPage
        {...frame}
        survey={survey}
        timeZone={timeZone}
        hasPassword
        listed={3}
        now={{ when: text, who: text, afterwards: text }}
        fields={fields}
        problems={{}}
        theirs={[
          { field: "redirect_url", value: text },
          { field: "once", value: "browser" },
          { field: "sign_in", value: "on" },
          { field: "password", value: "" },
          { field: "answer_limit", value: "" },
        ]}
      />
    ),
    "sharing a survey": (
      <SharePage {...frame} survey={survey} address={text} parameters={[text]} embedding={[text]} />
    ),
    "sharing a survey that is a draft again": (
      <SharePage {...frame} survey={{ ...survey, state: 0 }} address={text} parameters={[]} embedding={[]} />
    ),
    "sharing a survey that is paused": (
      <SharePage {...frame} survey={{ ...survey, state: 3 }} address={text} parameters={[]} embedding={[]} />
    ),
    "editing a survey": <EditSurveyPage {...editing} notice="remove" changedByOthers={changedByOthers} />,
    ...Object.fromEntries(
      editedTypes.map((type) => [
        `editing a question of type ${type}`,
        <EditQuestionPage
          {...question}
          seen={question.draft.revision}
          opened={undefined}
          form={{
            question: questionOfType(type, text),
            problems: type === "checkbox" ? { title: "missing" } : {},
          }}
          conflict={{ differences: publication.difference?.questions ?? [] }}
          isSaved
        />,
      ]),
    ),
    "texts of a survey": <EditTextsPage {...texts} problems={{ title: text }} theirs={texts.fields} />,
    "languages of a survey": (
      <LanguagesPage {...translation} problems={{ add: text }} fileProblems={[text]} notice="saved" />
    ),
    "translation of a survey": (
      <TranslatePage {...translation} revision={2} tag="ar" first={0} problems={{ title: text }} />
    ),
    "look of a survey": <LookPage {...lookSample(text)} {...frame} survey={survey} />,
    "rules of a survey": (
      <EditLogicPage
        {...logic}
        problems={[{ line: 1, column: 2, code: "unknown_place", found: text }]}
        theirs={text}
      />
    ),
    ...surveyListSamples(frame, survey),
    ...participantSamples(frame, survey),
    ...sharingSamples(frame, survey),
    "adding a question": (
      <EditQuestionPage
        {...question}
        seen={question.draft.revision}
        opened={undefined}
        place={{ page: text, before: text }}
        form={{ question: newQuestion("radio", () => "new"), problems: {} }}
      />
    ),
    "conditions of a question": (
      <ConditionsPage
        {...frame}
        survey={survey}
        definition={publication.draft.definition}
        revision={1}
        target={conditionTarget}
        subjects={[conditionTarget, "arg:source"]}
        form={{ rows: sampleConditions(conditionTarget), problems: new Set(["e0-value", "e1-0-question"]) }}
        isChecked
        isConflict
      />
    ),
    "deleting a question that rules name": (
      <RemoveQuestionPage
        {...frame}
        survey={survey}
        definition={publication.draft.definition}
        revision={1}
        question={questionOfType("radio", text)}
      />
    ),
    "types of a new question": <AddQuestionPage {...editing} page={text} before={text} />,
    "new survey": <NewSurveyPage {...creation} form={{ ...form, from: undefined }} />,
    "new survey, with a problem": (
      <NewSurveyPage {...creation} form={{ ...form, from: "blank", problems: { title: text } }} />
    ),
    "new survey from a template": <NewSurveyPage {...creation} form={{ ...form, from: "template" }} />,
    "new survey from a text, with problems": (
      <NewSurveyPage {...creation} form={{ ...form, from: "text", problems: { text: [text, text] } }} />
    ),
    "new survey from JSON": <NewSurveyPage {...creation} form={{ ...form, from: "json" }} />,
    "new survey from a file, with a problem": (
      <NewSurveyPage {...creation} form={{ ...form, from: "file", problems: { text: [text] } }} />
    ),
    "a file, looked at": (
      <ImportLookPage
        {...frame}
        source={text}
        definition={sampleDefinition(text)}
        losses={importLossCodes.map((code) => ({ at: text, code, what: text }))}
        lossCount={2000}
        answerCount={3}
        carried={{ definition: text, answers: text, report: text, team: text }}
      />
    ),
    "report of an import": (
      <ImportReportPage
        {...frame}
        survey={survey}
        origin={{
          source: text,
          fileName: text,
          losses: [{ at: text, code: "type", what: text }],
          lossCount: 1,
        }}
      />
    ),
    "new survey as a copy": <NewSurveyPage {...creation} form={{ ...form, from: "copy" }} />,
    "new survey as a copy of one": (
      <NewSurveyPage {...creation} copied={survey} form={{ ...form, from: "copy" }} />
    ),
    "survey with changes": (
      <SurveyOverviewPage {...ofSurvey} versions={[{ version: 1, publishedAt: at }]} notice="conflict" />
    ),
    "survey that was never published": (
      <SurveyOverviewPage
        {...ofSurvey}
        survey={draft}
        publication={{ ...publication, difference: undefined, obstacle: "no_question" }}
        versions={[]}
      />
    ),
  };
}

/** A row, and a group with another one. */
function sampleConditions(subject: string): ConditionRows {
  const row = { subject, comparison: "text_is" as const, value: "x" };
  return { join: "any", entries: [row, { join: "all", rows: [row, { ...row, subject: "arg:source" }] }] };
}

export { answerValuesOf } from "./answers/answer-values-of.ts";
export { compileAnswerWriter, type WriteAnswer } from "./answers/compile-answer-writer.ts";
export { buildAnswerPages } from "./declared/build-answer-pages.ts";
export {
  type DeclaredAnswer,
  declaredAnswerSchema,
  type DeclaredValue,
  type DeclaredValues,
} from "./declared/declared-answer.ts";
export { type DeclaredPagesInput, declaredPagesSchema } from "./declared/declared-pages.ts";
export { declaredText, isStorable, surveyLimits } from "./question-types/declared-text.ts";
export { answersOf, definitionOf, namesOfTypes, needsOf } from "./question-types/question-types.ts";
export { normaliseDeclaredPages } from "./declared/normalise-declared-pages.ts";
export { problemWords } from "./declared/problem-words.ts";
export {
  compareDefinitions,
  compareQuestion,
  isWithoutDifference,
  type DefinitionDifference,
  type PartDifference,
  type QuestionDifference,
} from "./difference/compare-definitions.ts";
export {
  changeType,
  linkedEntriesOf,
  linkedLines,
  removeOption,
  writeOptionText,
} from "./editing/change-question.ts";
export { hasLayout, mayBeDropdown, mostColumns } from "./editing/option-layout.ts";
export {
  addingPage,
  addingPages,
  addingQuestion,
  copyQuestion,
  editPages,
  joiningPage,
  movingPage,
  movingQuestion,
  placed,
  placingPage,
  placingQuestion,
  removingPage,
  removingQuestion,
  replacingQuestion,
  type MoveDirection,
  type PagesEdit,
  type QuestionPlace,
} from "./editing/edit-pages.ts";
export { newBlank, newOption, newQuestion } from "./editing/new-question.ts";
export { hasLikeAnswers, renewQuestion } from "./editing/renew-question.ts";
export { rewriteQuestion } from "./editing/rewrite-question.ts";
export {
  checkTranslation,
  longestTranslation,
  type TranslationProblem,
} from "./languages/check-translation.ts";
export {
  isRightToLeft,
  languageName,
  languageTag,
  offeredLanguages,
  matchLanguage,
  mostSurveyLanguages,
} from "./languages/language-tag.ts";
export { mapTexts, surveyTexts, type SurveyText, type TextRole } from "./languages/survey-texts.ts";
export { withoutBlankIds } from "./languages/text-blanks.ts";
export {
  printTranslation,
  readTranslation,
  type ReadTranslation,
  type TranslationForm,
  translationForms,
} from "./exports/translation-files.ts";
export {
  languagesOf,
  surveyIn,
  translatedTexts,
  type TranslatedText,
  type Translation,
  withoutLanguage,
  withTranslation,
} from "./languages/translate-survey.ts";
export { type DefaultLook, setDefaultLook } from "./store/default-look-table.ts";
export { addPicture, mostPictures, type NewPicture } from "./store/survey-picture-table.ts";
export {
  finishedThemes,
  type FinishedThemeName,
  longestAlternativeText,
  longestButtonText,
  type SurveyPicture,
  themePictures,
  themeButtons,
  themeColorPattern,
  themeCorners,
  themeFonts,
  themePacings,
  themeProgresses,
  type SurveyTheme,
  usualTheme,
} from "./model/survey-theme.ts";
export { mapPictures, picturesOfQuestion, showsOptionPictures } from "./model/survey-pictures.ts";
export {
  type ColorCorrection,
  leastContrast,
  type ThemePalette,
  type ThemePalettes,
  themePalettes,
} from "./look/theme-palettes.ts";
export {
  nextPage,
  pageHolding,
  previousPage,
  visiblePages,
  type FlowRespondent,
  type VisiblePage,
} from "./logic/next-page.ts";
export { type CsvDelimiter } from "./imports/csv-delimiter.ts";
export { readCsvTable } from "./imports/read-csv.ts";
export { FileProblem, fileLimits } from "./imports/file-problem.ts";
export { type ImportedFile, importFile } from "./imports/import-file.ts";
export {
  type ImportLoss,
  type ImportLossCode,
  importLossCodes,
  importLossText,
  type ImportOutcome,
  outcomeOf,
} from "./model/import-loss.ts";
export { type ColumnMatch, matchAnswerColumns } from "./answer-tables/answer-columns.ts";
export {
  answerOfRow,
  type CellProblem,
  type CellProblemCode,
  type RowAnswer,
} from "./answer-tables/answer-of-row.ts";
export { csvRows } from "./answer-tables/csv-rows.ts";
export { xlsxRows } from "./answer-tables/xlsx-rows.ts";
export { importKinds } from "./imports/import-sources.ts";
export { type PastedQuestions, pastedQuestionsInTurns } from "./imports/text/pasted-questions.ts";
export { parseSurveyJson, printSurveyJson, surveyJsonInTurns } from "./json-form/survey-json.ts";
export {
  comparisonsOf,
  conditionOf,
  readSubject,
  rowComparisons,
  rowsOf,
  textComparisons,
  type ConditionGroup,
  type ConditionRow,
  type ConditionRows,
  type RowComparison,
} from "./logic/condition-rows.ts";
export { isNamed, rulesNaming, withoutReferences } from "./logic/remove-references.ts";
export { shownWhen, withShownWhen } from "./logic/shown-when.ts";
export { checkLogic, type LogicProblem, type LogicProblemCode } from "./logic/check-logic.ts";
export {
  parseRules,
  rulesInTurns,
  type ParsedRules,
  type RuleTextProblem,
} from "./logic/rule-text/parse-rules.ts";
export { printRules } from "./logic/rule-text/print-rule.ts";
export { RuleNames } from "./logic/rule-text/rule-names.ts";
export { type RuleTextProblemCode } from "./logic/rule-text/rule-parser.ts";
export {
  lacksParts,
  publicationObstacle,
  unfinishedQuestions,
  type PublicationObstacle,
} from "./logic/publication-obstacle.ts";
export { publicationHints, type PublicationHint } from "./logic/publication-hints.ts";
export { optionsInOrder } from "./logic/shuffle.ts";
export { type SurveyFlow } from "./logic/survey-flow.ts";
export { keepVisible } from "./logic/visible-questions.ts";
export type { AnswerTable } from "./exports/answer-table.ts";
export { codebookBatches } from "./exports/codebook.ts";
export type { ColumnChoice, ColumnNaming, ExportColumn } from "./exports/export-column.ts";
export type { AnswerBatches, ExportedAnswer } from "./exports/exported-answer.ts";
export { type SystemName, systemFiles, systemNames } from "./exports/systems/system-files.ts";
export {
  flatCsv,
  flatJsonLines,
  flatObject,
  type FlatTable,
  flatTable,
  type FlatTableForm,
} from "./exports/flat-table.ts";
export { surveyColumns, surveyColumnsInTurns } from "./exports/survey-columns.ts";
export { csvCellText, csvChunks, csvText, isFormula, writeCsv } from "./exports/write-csv.ts";
export { writeJsonLines } from "./exports/write-json-lines.ts";
export { parquetAnswers, writeParquet } from "./exports/parquet/write-parquet.ts";
export { writeSav } from "./exports/sav/write-sav.ts";
export { writeSpss } from "./exports/write-spss.ts";
export { writeR } from "./exports/scripts/write-r.ts";
export { writeStata } from "./exports/scripts/write-stata.ts";
export { writeXlsx, xlsxColumns } from "./exports/write-xlsx.ts";
export { type ZipEntry, zipStream } from "./exports/zip-stream.ts";
export { type AnswerReference, answerReference } from "./model/answer-reference.ts";
export { type AnswerPage, answerPageSchema, type AnswerQuestion } from "./model/answer.ts";
export {
  type AnswerValue,
  type AnswerValues,
  type ChoicesById,
  type FilledChoice,
  listIn,
  textAt,
  type TextsById,
} from "./model/answer-values.ts";
export {
  type CustomArgument,
  customArgumentIds,
  customArgumentsMaximum,
  customArgumentsPageId,
  type CustomArgumentValues,
  isArgumentName,
  reservedArguments,
} from "./model/custom-argument.ts";
export { userAgentClass } from "./model/user-agent-class.ts";
export { isGuessableHash, makeSurveyHash } from "./model/hashes.ts";
export { parseWallTime, type PlatformZone, platformZone, unixSeconds } from "./model/platform-time.ts";
export { isInvisible } from "./model/typed-text.ts";
export { optionLabel, type OptionPart } from "./model/option-blanks.ts";
export { type Problem, problemSink, type ProblemSink } from "./model/problem.ts";
export {
  type Question,
  questionTypes,
  type QuestionType,
  type SurveyPage,
  surveyPageSchema,
} from "./model/question.ts";
export {
  mayCreateSurveys,
  type ShareRole,
  shareRoles,
  type SurveyRelation,
  type SurveyRight,
  surveyRightsOf,
} from "./model/survey-rights.ts";
export {
  mostChoices,
  mostChoicesOnPage,
  mostParts,
  mostMergedChoices,
  mostSurveyCharacters,
  mostVersionCharacters,
  SurveyTooLargeError,
} from "./model/survey-size.ts";
export type { Readonlys } from "./model/readonlys.ts";
export {
  type SurveyScene,
  surveyScene,
  surveyState,
  type SurveyState,
  type SurveyStateName,
  type SurveySummary,
} from "./model/survey.ts";
export { countField, idField, secondsField, textTimeField } from "./model/wire-fields.ts";
export {
  longestSurveyText,
  parseSurveyText,
  type ParsedSurveyText,
  type TextSurvey,
} from "./text-form/parse-survey-text.ts";
export type { TextProblem } from "./text-form/text-problem.ts";
export { printSurveyText, type PrintedSurvey } from "./text-form/print-survey-text.ts";
export {
  definitionFromText,
  definitionFromTextInTurns,
  type DefinitionFromText,
} from "./text-form/definition-from-text.ts";
export { inTurns, type InTurns, mapInTurns } from "./model/in-turns.ts";
export { type TextFormLanguage } from "./text-form/labels.ts";
export {
  longestConsent,
  longestStatement,
  mostAnswerDays,
  noPrivacy,
  type SurveyPrivacy,
  type SurveyStatement,
} from "./model/survey-privacy.ts";
export { type DefinitionCounts, type SurveyDefinition } from "./model/definition.ts";
export { type IdMaker, idMaker, idsOf, type PartKind } from "./model/ids.ts";
export {
  argumentPattern,
  type Condition,
  type Logic,
  logicLimits,
  noLogic,
  type Rule,
  surveyEnd,
} from "./model/logic.ts";
export {
  type AnswerChangeRecord,
  changeDays,
  findSurveyProgress,
  listAnswerChanges,
  type SurveyProgress,
} from "./store/answer-change-table.ts";
export {
  addArchivedAnswers,
  addArchivedSurvey,
  type ArchivedFile,
  type ArchiveOwner,
} from "./archive/add-archived.ts";
export { type ArchivedParticipant, type ArchivedPrivacy } from "./archive/archive-form.ts";
export { type CheckedSurvey, isArchive, readArchive } from "./archive/read-archive.ts";
export { claimUniqueAnswers } from "./store/claim-unique-answers.ts";
export { addFile } from "./store/answer-file-table.ts";
export { type ArchiveSource, type ParticipantToArchive, writeArchive } from "./archive/write-archive.ts";
export type { SerialRange } from "./results/answer-batches.ts";
export { boundedBatches } from "./exports/bounded-batches.ts";
export { exportedAnswers, type ExportFilter } from "./exports/exported-answers.ts";
export { answerBatches } from "./results/answer-batches.ts";
export { type ChiSquareTest, chiSquareTest } from "./results/chi-square-test.ts";
export {
  crossIsTooLarge,
  type CrossQuestion,
  type CrossTable,
  CrossTableCounter,
  mostCrossFields,
} from "./results/cross-table.ts";
export { describeAnswer, firstLines, writtenTexts, type DescribedAnswer } from "./results/describe-answer.ts";
export { WordCounter, type WordCount } from "./results/word-counter.ts";
export { type FactCount, type Overview, overviewOf } from "./results/overview.ts";
export {
  type AnswerFilter,
  CellCounter,
  cellFilter,
  hasCell,
  isWithin,
  scanAnswers,
  scannedAnswers,
} from "./results/scan-answers.ts";
export { type AnswerSearch, type FoundAnswers, searchAnswers } from "./results/search-answers.ts";
export { addSubmissions } from "./store/add-submissions.ts";
export {
  countWaitingAnswers,
  dropAllProgress,
  endedAnonymousSurveys,
  hasBeenAnswered,
  storeLastAnonymous,
} from "./store/anonymous-answers.ts";
export { waitingAnswersRewriter } from "./store/rewrite-waiting-answers.ts";
export type { AnswerWriteContext } from "./store/add-answers.ts";
export { type AnswerChange, changeAnswer } from "./store/change-answer.ts";
export { type AnswerDeletion, deleteAnswer } from "./store/delete-answer.ts";
export { personKeyOf } from "./model/person-key.ts";
export { forgetRespondents } from "./store/forget-respondents.ts";
export { surveyStoreTables } from "./store/migrations/initial/survey-store-tables.ts";
export { deleteSurvey } from "./store/delete-survey.ts";
export { binDays, binSurvey, restoreSurvey, sweepBin } from "./store/survey-bin.ts";
export { cellCounters } from "./store/version-cache.ts";
export { answersLock, surveyLock } from "./store/locks.ts";
export {
  type MergedQuestion,
  mergeVersions,
  mergingVersions,
  type VersionPages,
} from "./results/merge-versions.ts";
export { NumberCounter, takesNumbers, withNumbers } from "./results/number-figures.ts";
export {
  type CellCounts,
  choosesOneOption,
  isAnsweredWithTexts,
  summariseQuestion,
} from "./results/summarise-question.ts";
export type { Summary, SummaryPart } from "./results/summary.ts";
export { exportRenewalMilliseconds } from "./store/survey-export-table.ts";
export { type EventAction, type EventObject, withAddress } from "./store/webhooks/event.ts";
export { eventDays } from "./store/webhooks/write-events.ts";
export { Outbox } from "./store/webhooks/outbox.ts";
export {
  answerActions,
  defaultEvents,
  eventActions,
  eventsOf,
  listensOf,
} from "./store/webhooks/listeners.ts";
export {
  exportsAtOnce,
  type ExportState,
  type ExportPart,
  type NewExport,
  type SurveyExport,
} from "./store/survey-export-table.ts";
export type { UndoDirection, UndoStep } from "./store/draft-history.ts";
export { type Cell, type CellsOf } from "./answers/answer-cells.ts";
export { type AnswerFacts, answersCell, factsQuestionId, secondsOfBucket } from "./model/answer-facts.ts";
export {
  changedAnswerNote,
  parseCustomArguments,
  parseValues,
  type Progress,
  type ProgressKey,
  type StoredProgress,
} from "./store/answer-draft-table.ts";
export {
  type AnswerListRequest,
  type AnswerOfSurvey,
  type AnswerRecord,
  type AnswersBefore,
  findAnswer,
  listAnswerRecords,
  listAnswers,
  type StoredAnswer,
} from "./store/answer-table.ts";
export { listUpdatedAnswers, type UpdatedAnswersRequest } from "./store/updated-answers.ts";
export { type AnswerText, AnswerWriters, type WrittenSurvey } from "./store/answer-writers.ts";
export { addImportedAnswers, type ImportedAnswer } from "./store/add-imported-answers.ts";
export { newestSerial } from "./store/newest-serial.ts";
export type {
  Respondent,
  StoredSubmission,
  Submission,
  SubmissionOutcome,
  AnswerRefusal,
} from "./store/submission.ts";
export {
  changeSettings,
  findSettings,
  type OnceRule,
  type SettingsChange,
  settingsRevision,
  type SurveySettings,
} from "./store/survey-settings.ts";
export type {
  CellTallies,
  HourCount,
  RecentHour,
  SurveyTallies,
  TallyFilter,
  TallyRequest,
} from "./store/tally-table.ts";
export {
  createSurvey,
  type CreatedSurvey,
  type NewSurvey,
  type SurveyCopy,
  copySurvey,
  type SurveyOrigin,
} from "./store/create-survey.ts";
export { importLossesSchema, type StoredOrigin } from "./store/survey-origin.ts";
export type { SurveySchema } from "./store/schema/schema.ts";
export {
  findDraft,
  saveDraft,
  type DraftChange,
  type DraftSaving,
  type SurveyDraft,
} from "./store/survey-draft.ts";
export { findPublicSurvey, type PublicAddress, type PublicSurvey } from "./store/public-survey.ts";
export { type CountDifference, recountSurvey } from "./store/recount.ts";
export { sweepSurveys } from "./store/sweep-surveys.ts";
export { createSurveyStore, type SurveyStore } from "./store/survey-store.ts";
export {
  definitionOfVersion,
  imposeDefinition,
  type Publication,
  type Publishing,
  publishSurvey,
  type SurveyVersion,
} from "./store/survey-version.ts";
export { definitionsOf, type VersionDefinition } from "./store/version-definition.ts";
export { headBytes, isContentOf } from "./files/file-content.ts";
export { cleanFileName, endingOf, endingsMeant } from "./files/file-name.ts";
export { fileIdsIn, fileReference, type FileReference, keptFileText } from "./model/file-reference.ts";
export { fileSizeLimit, mostFiles, newFilesField } from "./question-fields/upload.tsx";
export type { DraftFiles, FileOfAnswer, FileUse, NewAnswerFile } from "./store/answer-file-table.ts";
export { keepableValues } from "./answers/keepable-values.ts";
export { draftBytesOfSurvey, mostDraftBytes } from "./store/draft-room.ts";
export { type ProgressToSave, progressBytes } from "./store/save-progress.ts";
export type { AnswerProblem, AnswerProblemCode } from "./question-fields/answer-problem.ts";
export { answerProblemWords } from "./question-fields/answer-problem-words.ts";
export type { FormFields, ParsedAnswer, QuestionProps } from "./question-fields/question-fields.ts";
export { checkAnswer, parseAnswer, renderQuestion } from "./question-fields/fields-of-type.ts";
export { plainText, RichText } from "./question-fields/rich-text.tsx";
export { pictureIdIn, PictureOfSurvey } from "./question-fields/survey-picture.tsx";
export { moveField } from "./question-fields/sort.tsx";
export type { QuestionTexts } from "./question-fields/texts/question-texts.ts";
export { problemText, questionTextsFor } from "./question-fields/texts/texts-for.ts";
export type { Claimant } from "./store/has-answered.ts";
export { codesIn, withCode } from "./model/codes.ts";
export { isPersonalQuestion } from "./model/personal-question.ts";
export { type Coded, repeatedCodes } from "./question-types/repeated-codes.ts";
export { idsInCell, matrixCells } from "./model/matrix-cells.ts";
export { decodeText } from "./imports/decode-text.ts";
export { answersOfSource, type SourceAnswer } from "./answer-tables/answers-of-source.ts";
export { withoutAnswersLoss } from "./imports/import-file.ts";
export type { SourceAnswers } from "./imports/source-answers.ts";
export { addVersion } from "./store/survey-version.ts";

import {
  addingQuestion,
  definitionFromTextInTurns,
  editPages,
  hasLikeAnswers,
  inTurns,
  placingQuestion,
  removingQuestion,
  renewQuestion,
  replacingQuestion,
  rewriteQuestion,
  rulesInTurns,
  type IdMaker,
  type PagesEdit,
  type Question,
  type QuestionPlace,
  type SurveyDefinition,
  type SurveyPage,
  type VersionDefinition,
} from "@survey-open-platform/surveys";
import { questionIn, withinLimits } from "../../surveys/workspace/draft-edit.ts";
import { workspaceTextsFor } from "../../surveys/workspace/texts/workspace-texts.ts";
import { ToolProblem } from "../tool.ts";
import type { Operation } from "./operations.ts";
import { newQuestionIn, replaceText } from "./replace-text.ts";

/** What operations are applied to. */
export interface EditedDraft {
  readonly definition: SurveyDefinition;
  readonly versions: readonly VersionDefinition[];
  readonly makeId: IdMaker;
}

/** What one operation changed. */
export interface Change {
  /** The position of the operation, from 0. */
  readonly operation: number;
  /** The question that was added or changed; its id is a new one when its answers would not fit the old one. */
  readonly question_id?: string;
}

/** A draft after its operations. */
export interface Edit {
  readonly definition: SurveyDefinition;
  readonly changed: readonly Change[];
}

/** Applies operations one after the other. @throws `ToolProblem` that names the operation, for one that cannot be made */
export async function applyOperations(draft: EditedDraft, operations: readonly Operation[]): Promise<Edit> {
  let { definition } = draft;
  const changed: Change[] = [];
  for (const [at, operation] of operations.entries()) {
    const outcome = await new Editing({ ...draft, definition }, `operations.${at}`).apply(operation);
    ({ definition } = outcome);
    changed.push({ operation: at, ...(outcome.id !== undefined && { question_id: outcome.id }) });
  }
  return { definition, changed };
}

interface Outcome {
  readonly definition: SurveyDefinition;
  readonly id?: string;
}

/** One operation on a draft. */
class Editing {
  readonly #draft: EditedDraft;
  /** How problems name the operation. */
  readonly #name: string;

  constructor(draft: EditedDraft, name: string) {
    this.#draft = draft;
    this.#name = name;
  }

  async apply(operation: Operation): Promise<Outcome> {
    const { definition } = this.#draft;
    switch (operation.op) {
      case "set_title":
        return { definition: { ...definition, title: operation.title } };
      case "add_question":
        return this.#add(operation.text, operation.after);
      case "change_question":
        return this.#change(this.#question(operation.question_id), operation.text);
      case "move_question":
        return this.#move(this.#question(operation.question_id), operation.after);
      case "remove_question":
        return { definition: this.#edited(removingQuestion(this.#question(operation.question_id).id)) };
      case "set_rules":
        return { definition: await this.#withRules(operation.rules) };
      // The compiler knows that this is `replace_text`.
      default:
        return { definition: await this.#replaced(operation.text) };
    }
  }

  async #add(text: string, after: string | undefined): Promise<Outcome> {
    const { definition, makeId } = this.#draft;
    const question = newQuestionIn(await this.#written(text), makeId);
    const place = this.#placeAfter(definition, after);
    const edited = this.#edited(addingQuestion(place, question));
    return { definition: edited, id: question.id };
  }

  async #change(before: Question, text: string): Promise<Outcome> {
    const { versions, makeId } = this.#draft;
    const question = rewriteQuestion(before, await this.#written(text), makeId);
    const definition = this.#edited(replacingQuestion(question));
    const losesAnswers = versions.some((version) => {
      const published = questionIn(version.definition, question.id);
      return published !== undefined && !hasLikeAnswers(published.type, question.type);
    });
    return losesAnswers ? renewQuestion(definition, question, makeId) : { definition, id: question.id };
  }

  #move({ id }: Question, after: string): Outcome {
    if (after === id) throw this.#problem("after", "is the question itself.");
    const others = editPages(this.#draft.definition, removingQuestion(id)) ?? this.#draft.definition;
    return { definition: this.#edited(placingQuestion(id, this.#placeAfter(others, after))), id };
  }

  async #withRules(text: string): Promise<SurveyDefinition> {
    const { definition } = this.#draft;
    const parsed = await inTurns(rulesInTurns(text, definition.pages));
    if (parsed.ok) return { ...definition, logic: { rules: parsed.rules } };
    const { logic: words } = workspaceTextsFor("en");
    const lines = parsed.problems.map(
      ({ line, column, code }) => `line ${line}, character ${column}: ${words.problems[code]}`,
    );
    throw this.#problem("rules", `cannot be read.\n${lines.join("\n")}`);
  }

  async #replaced(text: string): Promise<SurveyDefinition> {
    const made = await inTurns(definitionFromTextInTurns(text));
    if (!made.ok) throw this.#unreadable(made.problems, 0);
    return replaceText(this.#draft.definition, made.definition, this.#draft.makeId);
  }

  /** The one question of a text. */
  async #written(text: string): Promise<Question> {
    const made = await inTurns(definitionFromTextInTurns(`-\n\n\n${text.trim()}`));
    // A title and two empty lines are ours.
    if (!made.ok) throw this.#unreadable(made.problems, 3);
    const [question, ...others] = made.definition.pages.flatMap(({ questions }) => questions);
    if (question === undefined || others.length > 0 || made.definition.pages.length > 1)
      throw this.#problem("text", "must be one question, without an empty line in it.");
    return question;
  }

  /** The place after a question; at the end when there is none named. */
  #placeAfter({ pages }: SurveyDefinition, after: string | undefined): QuestionPlace {
    const page = pageOfPlace(pages, after);
    if (page === undefined) throw this.#problem("after", unknownQuestion);
    if (after === undefined) return { page: page.id, before: "" };
    const at = page.questions.findIndex(({ id }) => id === after);
    return { page: page.id, before: page.questions[at + 1]?.id ?? "" };
  }

  #question(id: string): Question {
    const question = questionIn(this.#draft.definition, id);
    if (question === undefined) throw this.#problem("question_id", unknownQuestion);
    return question;
  }

  #edited(edit: PagesEdit): SurveyDefinition {
    const edited = editPages(this.#draft.definition, withinLimits(edit));
    if (edited === undefined) throw this.#problem("op", "has no room: the page has too many questions.");
    return edited;
  }

  #unreadable(problems: readonly { readonly line: number; readonly message: string }[], ours: number) {
    const lines = problems.map(({ line, message }) => `line ${line - ours}: ${message}`);
    return this.#problem("text", `cannot be read.\n${lines.join("\n")}`);
  }

  #problem(field: string, says: string): ToolProblem {
    return new ToolProblem(`${this.#name}.${field}: ${says} Nothing was changed.`);
  }
}

/** The last page without a question to come after, the first one for the beginning. */
function pageOfPlace(pages: readonly SurveyPage[], after: string | undefined): SurveyPage | undefined {
  if (after === undefined) return pages.at(-1);
  if (after === "") return pages[0];
  return pages.find(({ questions }) => questions.some(({ id }) => id === after));
}

const unknownQuestion = "is no question of this draft; get_survey with form json has the ids.";

import type { JSX } from "hono/jsx/jsx-runtime";
import { listIn } from "../model/answer-values.ts";
import type { Option, Question } from "../model/question.ts";
import type { AnswerProblem } from "./answer-problem.ts";
import { checkCount, checkOptions } from "./choices.ts";
import { GroupFrame } from "./question-frame.tsx";
import {
  type FormFields,
  lineIn,
  type ParsedAnswer,
  partName,
  type QuestionProps,
  type QuestionFields,
} from "./question-fields.ts";
import { plainText, RichText } from "./rich-text.tsx";
import { PictureOfSurvey } from "./survey-picture.tsx";
import { choiceForm } from "./wire-forms.ts";

/** The name of the buttons that move a choice; their value is `question option up` or `… down`. */
export const moveField = "move";

/** Options in an order, best first. Each has a list of ranks and buttons, so that no one has to drag (WCAG 2.2, 2.5.7). */
export const sort: QuestionFields = {
  render: (props) => <Ranking {...props} />,
  parse: parseRanking,
  validate: (question, value) => {
    const ranked = listIn(value);
    if (ranked.length === 0) return { code: "not_an_answer" };
    return (
      checkOptions(question, ranked) ?? checkCount(question, ranked.length) ?? checkWhole(question, ranked)
    );
  },
  wire: choiceForm,
  cells: (_question, value) => listIn(value).map((id, at) => `${id}/${at + 1}`),
};

/** A ranking that is required has every option, unless the question says how many it wants. An optional one may have some. */
function checkWhole(question: Question, ranked: readonly string[]): AnswerProblem | undefined {
  const { required, options, minlength = 0, maxlength } = question;
  const wantsAll = required && minlength === 0 && maxlength === 0;
  return wantsAll && ranked.length < options.length ? { code: "rank_all" } : undefined;
}

function Ranking(props: QuestionProps): JSX.Element {
  const { question, value, texts } = props;
  const ranked = value === undefined ? [] : listIn(value);
  return (
    <GroupFrame {...props} hint={texts.rankHint}>
      <ol class="ranking">
        {inOrder(question, ranked).map((option) => (
          <RankedOption {...props} option={option} rank={ranked.indexOf(option.id) + 1} />
        ))}
      </ol>
    </GroupFrame>
  );
}

type RankedOptionProps = QuestionProps & {
  readonly option: Option;
  /** From 1; 0 for none. */
  readonly rank: number;
};

function RankedOption({ question, texts, option, rank }: RankedOptionProps): JSX.Element {
  const label = plainText(option.text);
  return (
    <li class="ranked">
      <select name={partName(question, option.id)} aria-label={texts.rankOf(label)}>
        <option value="">{texts.noRank}</option>
        {question.options.map((_, at) => (
          <option value={String(at + 1)} selected={at + 1 === rank}>
            {at + 1}
          </option>
        ))}
      </select>
      {option.picture === undefined ? null : (
        <PictureOfSurvey picture={option.picture} class="ranked-picture" />
      )}
      <span class="ranked-text">
        <RichText text={option.text} />
      </span>
      {(["up", "down"] as const).map((direction) => (
        <button
          type="submit"
          class="button button-choice"
          name={moveField}
          value={`${question.id} ${option.id} ${direction}`}
          formnovalidate
          aria-label={direction === "up" ? texts.moveUp(label) : texts.moveDown(label)}
        >
          {direction === "up" ? texts.up : texts.down}
        </button>
      ))}
    </li>
  );
}

function inOrder(question: Question, ranked: readonly string[]): readonly Option[] {
  const placed = ranked.flatMap((id) => question.options.filter((option) => option.id === id));
  return [...placed, ...question.options.filter(({ id }) => !ranked.includes(id))];
}

/** Ranks, then the button that was pressed. Ranks may have gaps; of two that are the same the order of the question decides. */
function parseRanking(fields: FormFields, question: Question): ParsedAnswer {
  const named = question.options
    .map(({ id }) => ({ id, text: lineIn(fields, partName(question, id)) }))
    .filter(({ text }) => text !== "");
  const ranks = question.options.map((_, at) => String(at + 1));
  const given = named
    .map(({ id, text }) => ({ id, rank: ranks.indexOf(text) + 1 }))
    .filter(({ rank }) => rank > 0);
  const ranked = given.toSorted((one, other) => one.rank - other.rank).map(({ id }) => id);
  const move = moveIn(fields, question);
  if (move !== undefined) return { value: moved(question, ranked, move) };
  const value = ranked.length === 0 ? undefined : ranked;
  if (given.length < named.length) return { value, problem: { code: "mark", from: 1, limit: ranks.length } };
  const isUnclear = new Set(given.map(({ rank }) => rank)).size < given.length;
  return { value, ...(isUnclear && { problem: { code: "same_rank" } }) };
}

interface Move {
  readonly optionId: string;
  readonly by: -1 | 1;
}

function moveIn(fields: FormFields, question: Question): Move | undefined {
  const [questionId, optionId = "", direction] = lineIn(fields, moveField).split(" ");
  const isOfQuestion = questionId === question.id && question.options.some(({ id }) => id === optionId);
  return isOfQuestion ? { optionId, by: direction === "up" ? -1 : 1 } : undefined;
}

/** The order that is shown becomes the ranking, with one choice a place further up or down. */
function moved(question: Question, ranked: readonly string[], { optionId, by }: Move): readonly string[] {
  const order = inOrder(question, ranked).map(({ id }) => id);
  const at = order.indexOf(optionId);
  const to = Math.min(Math.max(at + by, 0), order.length - 1);
  return order.toSpliced(at, 1).toSpliced(to, 0, optionId);
}

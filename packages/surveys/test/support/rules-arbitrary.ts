import { constant, shuffledSubarray, type Arbitrary } from "fast-check";
import { type Condition, type Rule, surveyEnd } from "../../src/model/logic.ts";
import type { Question, SurveyPage } from "../../src/model/question.ts";

/** Rules that a survey can have: conditions on questions that stand before, jumps to what stands behind, and shuffled questions. */
export function rulesOf(pages: readonly SurveyPage[]): Arbitrary<readonly Rule[]> {
  const all = [...visibilities(pages), ...branches(pages), ...shuffles(pages)];
  return all.length === 0 ? constant([]) : shuffledSubarray(all, { maxLength: Math.min(8, all.length) });
}

function visibilities(pages: readonly SurveyPage[]): readonly Rule[] {
  const questions = pages.flatMap((page) => page.questions);
  return questions.slice(1).flatMap(({ id: target }, at): readonly Rule[] => {
    const conditions = questions.slice(0, at + 1).flatMap(conditionsOn);
    const [first, second = first] = conditions;
    if (first === undefined || second === undefined) return [];
    return [
      { kind: "show", target, when: second },
      {
        kind: "hide",
        target,
        when: { kind: "and", conditions: [first, { kind: "not", condition: second }] },
      },
    ];
  });
}

function conditionsOn({ id, type, options }: Question): readonly Condition[] {
  if (type === "description") return [];
  const [option] = options;
  return [
    { kind: "answered", question: id },
    ...(option !== undefined && (type === "radio" || type === "checkbox")
      ? [{ kind: "choice", question: id, part: "", options: [option.id] } as const]
      : []),
  ];
}

function branches(pages: readonly SurveyPage[]): readonly Rule[] {
  const ids = [...pages.map(({ id }) => id), surveyEnd];
  return pages.flatMap(({ id: from, questions }, at): readonly Rule[] => {
    const [when = null] = questions.flatMap(conditionsOn);
    return ids.slice(at + 1).map((to) => ({ kind: "branch", when, from, to }));
  });
}

function shuffles(pages: readonly SurveyPage[]): readonly Rule[] {
  return pages.flatMap(({ questions }): readonly Rule[] => {
    const [first, last] = [questions[0], questions.at(-1)];
    return first && last && first !== last ? [{ kind: "shuffle", from: first.id, to: last.id }] : [];
  });
}

import { isRecord, memberOf, textIn } from "../is-record.ts";

type Members = Readonly<Record<string, unknown>>;

/** A question with its texts in another language, where it has them. */
export function inLanguage(payload: Members, language: string | undefined): Members {
  return withTexts(payload, language === undefined ? undefined : memberOf(payload["Language"], language));
}

function withTexts(payload: Members, texts: unknown): Members {
  if (!isRecord(texts)) return payload;
  const { AdditionalQuestions: columns } = payload;
  const translated = ([number, column]: [string, unknown]) => [
    number,
    isRecord(column) ? withTexts(column, memberOf(texts["AdditionalQuestions"], number)) : column,
  ];
  return {
    ...payload,
    QuestionText: textIn(texts["QuestionText"]) || payload["QuestionText"],
    Choices: displayed(payload["Choices"], texts["Choices"]),
    Answers: displayed(payload["Answers"], texts["Answers"]),
    ...(isRecord(columns) && {
      AdditionalQuestions: Object.fromEntries(Object.entries(columns).map(translated)),
    }),
  };
}

/** Choices, each with what it says in another language. */
function displayed(choices: unknown, texts: unknown): unknown {
  if (!isRecord(choices) && !Array.isArray(choices)) return choices;
  const byCode = Object.entries(choices).map(([code, choice]: [string, unknown]) => {
    const text = textIn(memberOf(memberOf(texts, code), "Display"));
    return [code, isRecord(choice) && text !== "" ? { ...choice, Display: text } : choice];
  });
  return Object.fromEntries(byCode);
}

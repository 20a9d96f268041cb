/*
 * What the expressions of other systems mean, written down as directly as possible, to compare with rules: it shares no code with
 * the readers. Values of variables are texts; "" is no answer.
 */

/** The value of a name; "" for none. */
type ValueOf = (name: string) => string;

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\band\b/g, "&&"],
  [/\bor\b/g, "||"],
  [/!=/g, " NE "],
  [/==?/g, " EQ "],
  [/ NE /g, " !== "],
  [/ EQ /g, " === "],
  [/> ===/g, ">="],
  [/< ===/g, "<="],
  [/>\s+===/g, ">="],
  [/<\s+===/g, "<="],
];

/** Whether an expression in JavaScript's words is true. */
function evaluate(words: string, valueOf: ValueOf, functions: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(functions);
  // oxlint-disable-next-line typescript/no-implied-eval -- the expressions are those of the test
  const run = new Function("valueOf", ...names, `return ${words};`);
  return Boolean(run(valueOf, ...Object.values(functions)));
}

/** Numbers compare as numbers; with nothing, no order is true. */
function ordered(text: string): string {
  return text.replaceAll(
    /(valueOf\("[^"]+"\))\s*(<=|>=|<|>)\s*"?(-?\d+)"?/g,
    (_all, value: string, sign: string, number: string) =>
      `(${value} !== "" && Number(${value}) ${sign} ${number})`,
  );
}

function signed(text: string): string {
  return SIGNS.reduce((words, [from, to]) => words.replaceAll(from, to), text);
}

/** Whether a relevance equation of LimeSurvey is true. */
export function limeRelevance(text: string, valueOf: ValueOf): boolean {
  const named = text.replaceAll(/\b([A-Za-z]\w*)\.NAOK/g, 'valueOf("$1")');
  return evaluate(ordered(signed(named)), valueOf, { is_empty: (value: string) => value === "" });
}

const selected = (value: string, wanted: string) => value.split(" ").includes(wanted);

/** Whether a `relevant` of XLSForm is true. */
export function formRelevance(text: string, valueOf: ValueOf): boolean {
  const named = text
    .replaceAll(/\$\{(\w+)\}/g, 'valueOf("$1")')
    .replaceAll("not(", "!(")
    .replaceAll(/(?<![\w"'])(\d+)(?=\s*(?:$|\)|and|or))/g, '"$1"');
  return evaluate(ordered(signed(named)), valueOf, { selected });
}

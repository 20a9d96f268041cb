import {
  type LogicProblemCode,
  type RuleTextProblemCode,
  type RowComparison,
} from "@survey-open-platform/surveys";

/** Where a rule cannot be read, and why. */
export interface RuleProblemPlace {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly says: string;
}

const problems: Readonly<Record<RuleTextProblemCode, string>> = {
  rule_expected: "A rule begins with if, branch or shuffle.",
  then_expected: "then is missing here.",
  action_expected: "show, hide or branch is missing here.",
  word_expected: "This word does not belong here. Rules look like: branch from Q1 to Q5, shuffle Q1~Q3.",
  test_expected: "A condition is missing here, such as Q1 = A2.",
  comparison_expected: "A comparison is missing here: =, !=, <, <=, >, >=, in, contains or answered.",
  value_expected:
    'A value is missing here: an option such as A2, a number, or a text in quotes such as "red".',
  place_expected: "A question or page is missing here, such as Q3 or P2.",
  option_expected: "An option is missing here, such as A2.",
  bracket_expected: "A bracket is missing here.",
  end_expected: "The rule should end here.",
  unknown_place: "There is no such question or page.",
  unknown_option: "The question has no such option.",
  unknown_part: "The question has no such row or blank.",
  not_a_question: "This is a page; a question is needed here.",
  malformed_argument: 'The name of a custom argument stands in quotes: arg("source").',
  malformed_number: "This number cannot be used here.",
  malformed_text: "This text is empty or too long.",
  too_deep: "Too many conditions stand inside each other.",
  too_long: "The line is too long.",
  too_many: "These are too many.",
  too_many_rules: "These are too many rules.",
};

const findings: Readonly<Record<LogicProblemCode, string>> = {
  unknown_place: "leads to a question or page that is not in the survey.",
  unknown_question: "asks about a question that is not in the survey.",
  unknown_option: "asks about an option that the question does not have.",
  unknown_part: "asks about a row or blank that the question does not have.",
  wrong_kind: "asks something that answers to this type of question do not say.",
  not_one_page: "shuffles questions of different pages; a range has questions of one page, or pages.",
  backward_range: "has a range that ends before it begins.",
  later_question: "asks about a question that comes later, which is not answered yet.",
  never_true: "can never be true.",
  backward_jump: "jumps backwards, which has no effect.",
  unreachable: "is shown to no respondent, whatever they answer.",
};

const help: readonly (readonly [string, string])[] = [
  ["if Q1 = A2 then show Q4", "Q4 is shown only to respondents who chose the second option of Q1."],
  ["if Q2 > 3 and not (Q1 in (A1, A3)) then hide P2", "The second page is hidden."],
  ['if Q3 contains "red" or count(Q5) >= 2 then show Q6', "Texts and the number of chosen options."],
  ["if Q6.R1 = A1 then branch from Q6 to Q9", "From the first row of a table; Q7 and Q8 are skipped."],
  ["if Q1 != A1 then branch from Q1 to END", "The survey ends after Q1."],
  ['if arg("source") = "mail" then show Q8', "A custom argument from the address of the survey."],
  ["shuffle Q3~Q5", "Each respondent gets these questions of a page, or pages, in another order."],
];

/** Texts of the page with the rules of a survey, in English. */
const logic = {
  title: "Logic",
  lead: "Rules decide which questions a respondent gets. Simple jumps can also be set at a question and at its options.",
  rules: "Rules",
  rulesHint: "One in each line.",
  noRules: "No rules",
  save: "Save the rules",
  problemCount: (count: number) =>
    count === 1 ? "One rule is not understood." : `${count} rules are not understood.`,
  problemAt: ({ line, column, found, says }: RuleProblemPlace) =>
    `Line ${line}, character ${column}${found === "" ? "" : ` (“${found}”)`}: ${says}`,
  problems,
  findings,
  rule: (number: number) => `Rule ${number}`,
  errorsTitle: "The logic has to be corrected before the survey is published",
  warningsTitle: "Please check this logic",
  helpTitle: "What rules look like",
  help,
  namesTitle: "Names of this survey",
  mapTitle: "The ways through the survey",
  mapName: "Map of the survey",
  mapSize: "Size of the map",
  mapEnd: "End",
  mapList: "The ways as a list",
  mapStraight: "Every respondent gets all questions in their order.",
  mapTooLarge: "The survey is too large to be drawn. The list has all its ways.",
  mapWays: {
    next: (from: string, to: string, _condition: string) => `${from} → ${to}`,
    jump: (from: string, to: string, condition: string) =>
      condition === "" ? `After ${from}, on to ${to}.` : `After ${from}, on to ${to} when: ${condition}.`,
    show: (from: string, to: string, condition: string) => `${from} shows ${to} when: ${condition}.`,
    hide: (from: string, to: string, condition: string) => `${from} hides ${to} when: ${condition}.`,
  },
  mapChange: "Change",
  mapTaken: "(on the way that is tried)",
  tryIt: "Try it with answers",
  tryNow: "Show the way",
};

const comparisons: Readonly<Record<RowComparison, string>> = {
  is: "is",
  is_not: "is not",
  number_is: "is the number",
  number_is_not: "is not the number",
  at_least: "is at least",
  at_most: "is at most",
  more: "is more than",
  less: "is less than",
  text_is: "is the text",
  text_is_not: "is not the text",
  contains: "contains",
  contains_not: "does not contain",
  count_is: "has as many choices as",
  count_at_least: "has at least this many choices:",
  count_at_most: "has at most this many choices:",
  answered: "is answered",
  not_answered: "is not answered",
};

/** Texts about when a question or page is shown, in English. */
const conditions = {
  title: "Conditions",
  heading: (name: string) => `When ${name} is shown`,
  shownWhen: "Shown when",
  shown: (condition: string) => `Shown when ${condition}`,
  hidden: (condition: string) => `Hidden when ${condition}`,
  asText: "a condition that rows cannot show",
  rules: "Rules as text",
  always: "It is shown to everybody who gets here.",
  addFirst: "Add a condition",
  change: "Change the condition",
  add: "Add a condition",
  addGroup: "Add a group of conditions",
  addToGroup: "Add a condition to this group",
  removeGroup: "Remove this group",
  groupName: (number: number) => `Group ${number}`,
  rowName: (number: number) => `Condition ${number}`,
  join: "How many have to be true",
  joins: { all: "all of them", any: "at least one of them" },
  between: { all: " and ", any: " or " },
  group: (text: string) => `(${text})`,
  row: (subject: string, comparison: string, value: string) => `${subject} ${comparison} ${value}`,
  argument: (name: string) => `Custom argument ${name}`,
  gone: "a question that is not in the survey",
  question: "Question",
  comparison: "Comparison",
  value: "Value",
  choose: "Choose …",
  remove: "Remove",
  redraw: "Show what can be compared",
  save: "Save the conditions",
  problem: "Choose or enter this.",
  conflict:
    "Somebody else changed when this is shown. What you entered is still below; save again to replace theirs.",
  comparisons,
};

/** Texts of rules and conditions, in English. */
export const logicEn = { logic, conditions };

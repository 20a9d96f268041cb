/** Questions and answers in the stored form of the migration 0003-sign-in-protection, as the demo's are. */

const optionTexts = ["A friend or relative", "A search engine", "Social media", "Somewhere else"];

function question(number: number) {
  return {
    id: `q-${number}-abcd`,
    type: "radio",
    sub_type: 0,
    title: "How did you first hear about us?",
    description: "",
    required: true,
    hidden: false,
    random: false,
    prefill: "",
    goto: "",
    refer: "",
    blank_setting: [],
    maxRow: 1,
    maxlength: 0,
    validate: "",
    options: optionTexts.slice(0, 1).map((text, at) => ({
      id: `o-${100 + at}-ABCD`,
      text,
      exclusive: false,
      noRandom: false,
      goto: "",
      display: "",
    })),
    subTitles: [],
    rows: "",
    cols: "",
    starShow: "",
    starBeginNum: 0,
    starNum: 0,
    starType: "default",
    starShowCustomStart: "",
    starShowCustomEnd: "",
    revertSort: 0,
    levels: [],
    groups: [],
    file_type_limit: [],
    file_size_limit: 0,
    index: number,
    real_index: number - 1,
  };
}

/** The pages of a survey: one page of so many questions. */
export function surveyPages(questionCount: number): string {
  const questions = Array.from({ length: questionCount }, (_, at) => question(at + 1));
  return JSON.stringify([{ id: "p-1-abcd", index: "1", questions }]);
}

/** The pages of one answer: an option and a text. */
export function answerPages(number: number): string {
  const chosen = number % optionTexts.length;
  const questions = [
    {
      id: "q-1-abcd",
      type: "radio",
      sub_type: 0,
      text: "",
      options: [{ id: `o-${100 + chosen}-ABCD`, checked: 1, text: optionTexts[chosen] ?? "" }],
      groups: [],
      blanks: [],
    },
    {
      id: "q-2-abcd",
      type: "text",
      sub_type: 0,
      text: `Remark ${number}`,
      options: [],
      groups: [],
      blanks: [],
    },
  ];
  return JSON.stringify([{ id: "p-1-abcd", questions }]);
}

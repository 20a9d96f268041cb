import {
  finishedThemes,
  isStorable,
  longestButtonText,
  type SurveyTheme,
  themeButtons,
  themeColorPattern,
  themeCorners,
  themeFonts,
  themePacings,
  themePictures,
  themeProgresses,
  usualTheme,
} from "@survey-open-platform/surveys";

/** The fields of the form, as their names. */
export const lookFields = [
  "color",
  "corners",
  "font",
  "progress",
  "pacing",
  "shows_platform",
  ...themeButtons,
] as const;

/** What a form has of a look; "" where it has nothing. */
export type LookFields = Readonly<Record<(typeof lookFields)[number], string>>;

type LookProblem = "color" | "too_long" | "malformed";

/** What is wrong with a look, by field. */
export type LookProblems = Partial<Readonly<Record<keyof LookFields, LookProblem>>>;

/** The fields that show a look. */
export function fieldsOfTheme(theme: SurveyTheme = usualTheme): LookFields {
  const { color, corners, font, progress, pacing, buttons, showsPlatform } = theme;
  return { color, corners, font, progress, pacing, ...buttons, shows_platform: showsPlatform ? "on" : "" };
}

/** The look that fields ask for. What is none of the choices is the usual one. */
export function themeOfFields(fields: LookFields): SurveyTheme {
  const button = (name: (typeof themeButtons)[number]) => fields[name].trim();
  return {
    color: fields.color.trim().toLowerCase(),
    corners: themeCorners.find((one) => one === fields.corners) ?? usualTheme.corners,
    font: themeFonts.find((one) => one === fields.font) ?? usualTheme.font,
    progress: themeProgresses.find((one) => one === fields.progress) ?? usualTheme.progress,
    pacing: themePacings.find((one) => one === fields.pacing) ?? usualTheme.pacing,
    showsPlatform: fields.shows_platform === "on",
    buttons: { next: button("next"), back: button("back"), send: button("send") },
  };
}

/** Looks at what was typed. */
export function lookProblems({ color, buttons }: SurveyTheme): LookProblems {
  const wrong = themeButtons.flatMap((name) => {
    const problem = buttonProblem(buttons[name]);
    return problem === undefined ? [] : [[name, problem] as const];
  });
  return { ...(!themeColorPattern.test(color) && { color: "color" }), ...Object.fromEntries(wrong) };
}

function buttonProblem(text: string): LookProblem | undefined {
  if (text.length > longestButtonText) return "too_long";
  return text.isWellFormed() && isStorable(text) ? undefined : "malformed";
}

/** With what a finished theme decides; as it is where there is none of the name. */
export function withFinishedTheme(theme: SurveyTheme, name: string): SurveyTheme {
  const found = Object.entries(finishedThemes).find(([one]) => one === name);
  return found === undefined ? theme : { ...theme, ...found[1] };
}

/** With the pictures of another look. */
export function withPictures(theme: SurveyTheme, other: SurveyTheme | undefined): SurveyTheme {
  const { logo: _logo, picture: _picture, ...rest } = theme;
  const pictures = themePictures.flatMap((name) => {
    const picture = other?.[name];
    return picture === undefined ? [] : [[name, picture] as const];
  });
  return { ...rest, ...Object.fromEntries(pictures) };
}

/** What a preview has to say to go on with a look that is not saved; "" where it shows the saved one. */
export function lookQuery(query: URLSearchParams): string {
  if (!query.has("look")) return "";
  return `&${new URLSearchParams({ look: "1", ...lookFieldsIn(query) }).toString()}`;
}

/** The look of a preview that is not saved; the usual one where something is wrong with it. */
export function themeInQuery(query: URLSearchParams): SurveyTheme {
  const theme = themeOfFields(lookFieldsIn(query));
  return Object.keys(lookProblems(theme)).length === 0 ? theme : usualTheme;
}

function lookFieldsIn(query: URLSearchParams): LookFields {
  const values = lookFields.map((name) => [name, query.get(name) ?? ""]);
  // One entry for each field.
  return Object.fromEntries(values) as LookFields;
}

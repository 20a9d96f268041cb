/** How round the corners of buttons, fields and questions are. */
export const themeCorners = ["square", "slight", "round"] as const;
/** Fonts that respondents' systems have; none is loaded. */
export const themeFonts = ["system", "humanist", "serif", "rounded", "mono"] as const;
/** How a survey of several pages says where the respondent is. */
export const themeProgresses = ["bar", "steps", "none"] as const;

/** Whether respondents see pages as their author made them, or one question at a time. */
export const themePacings = ["pages", "questions"] as const;

/** Buttons that can say something else than usual. */
export const themeButtons = ["next", "back", "send"] as const;

/** Longest text of a button. */
export const longestButtonText = 40;

/** What a main colour is written as. */
export const themeColorPattern = /^#[0-9a-f]{6}$/;

/** Pictures that a survey can have above its questions. */
export const themePictures = ["logo", "picture"] as const;

/** Longest text that stands for a picture. */
export const longestAlternativeText = 200;

/** The id of a stored picture: the beginning of the hash of its content. */
export const pictureIdPattern = /^[0-9a-f]{32}$/;

/** A picture of a survey. */
export interface SurveyPicture {
  readonly id: string;
  /** What it shows, for those who do not see it. */
  readonly alt: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** How a survey looks to its respondents. */
export interface SurveyTheme {
  /** The main colour such as `#0b5d66`, as its author chose it; pages show it with enough contrast, see `themePalettes`. */
  readonly color: string;
  readonly corners: (typeof themeCorners)[number];
  readonly font: (typeof themeFonts)[number];
  readonly progress: (typeof themeProgresses)[number];
  readonly pacing: (typeof themePacings)[number];
  /** Whether the pages name the platform. */
  readonly showsPlatform: boolean;
  /** What buttons say; "" for the usual words. */
  readonly buttons: Readonly<Record<(typeof themeButtons)[number], string>>;
  readonly logo?: SurveyPicture | undefined;
  /** Above the title, on the first page. */
  readonly picture?: SurveyPicture | undefined;
}

/** The look of a survey whose author chose none. */
export const usualTheme: SurveyTheme = {
  color: "#0b5d66",
  corners: "slight",
  font: "system",
  progress: "bar",
  pacing: "pages",
  showsPlatform: true,
  buttons: { next: "", back: "", send: "" },
};

/** What a finished theme decides. */
type FinishedTheme = Pick<SurveyTheme, "color" | "corners" | "font">;

/** Looks to choose from, by name. */
export const finishedThemes = {
  lake: { color: "#0b5d66", corners: "slight", font: "system" },
  ink: { color: "#1f2937", corners: "square", font: "serif" },
  meadow: { color: "#2a7030", corners: "round", font: "humanist" },
  sunset: { color: "#b83a0a", corners: "round", font: "rounded" },
  violet: { color: "#6d28d9", corners: "slight", font: "system" },
  slate: { color: "#475569", corners: "square", font: "mono" },
} as const satisfies Readonly<Record<string, FinishedTheme>>;

/** The name of a finished theme. */
export type FinishedThemeName = keyof typeof finishedThemes;

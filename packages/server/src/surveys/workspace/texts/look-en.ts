import type { Child } from "hono/jsx";
import {
  leastContrast,
  longestAlternativeText,
  longestButtonText,
  mostPictures,
} from "@survey-open-platform/surveys";

/** What is said about a colour that was corrected. */
export interface CorrectedColor {
  readonly mode: string;
  readonly color: string;
  readonly shown: string;
  readonly chosen: string;
  readonly now: string;
}

/** The words of the page about the look of a survey. */
export const lookEn = {
  title: "Look",
  text: "How the survey looks to respondents. They see a change when you publish it.",
  notices: {
    saved: "Saved. Respondents see it when you publish the survey.",
    default: "Saved. Surveys that there are stay as they are.",
  },
  defaultTitle: "New surveys",
  newOwn: "Your new surveys can begin with the look of this one.",
  newOfTeam: (team: Child): Child => ["New surveys of ", team, " can begin with the look of this one."],
  hasDefault: "They begin with a look of their own now.",
  hasNoDefault: "They begin with the usual look now.",
  setDefault: "Use this look for new surveys",
  removeDefault: "Use the usual look for new surveys",
  overtaken:
    "Somebody else has changed the look in the meantime, and nothing was saved. The preview shows theirs. Save again to replace it by what is in the form.",
  preview: "Preview",
  themes: "Finished themes",
  themesHint: "Sets the colour, the corners and the font. You can change each of them afterwards.",
  themeNames: {
    lake: "Lake",
    ink: "Ink",
    meadow: "Meadow",
    sunset: "Sunset",
    violet: "Violet",
    slate: "Slate",
  },
  color: "Main colour",
  colorHint: `Buttons, links and selected answers. Where a colour is hard to read, pages show it darker or lighter: text has a contrast of at least ${leastContrast} : 1.`,
  contrast: "Contrast of the saved colour",
  modes: { light: "On light pages", dark: "On dark pages" },
  asChosen: (mode: string, now: string) => `${mode} as you chose it (contrast ${now} : 1).`,
  corrected: ({ mode, color, shown, chosen, now }: CorrectedColor) =>
    `${mode} as ${shown} (contrast ${now} : 1), because ${color} has only ${chosen} : 1 there.`,
  choices: {
    corners: { label: "Corners", names: { square: "Square", slight: "Slightly round", round: "Round" } },
    font: {
      label: "Font",
      names: {
        system: "Of the device",
        humanist: "Humanist",
        serif: "With serifs",
        rounded: "Rounded",
        mono: "Typewriter",
      },
    },
    pacing: {
      label: "Respondents see",
      names: { pages: "The pages as they are here", questions: "One question at a time" },
    },
    progress: { label: "Progress", names: { bar: "Bar", steps: "Steps", none: "None" } },
  },
  showsPlatform: "Show the name of the platform above the survey",
  buttons: "What buttons say",
  buttonsHint: "Empty for the usual words, which follow the language of the respondent.",
  buttonNames: { next: "To the next page", back: "To the page before", send: "Send the answers" },
  pictureNames: { logo: "Logo", picture: "Picture" },
  pictureHints: {
    logo: "Above every page.",
    picture: "Above the title, on the first page.",
  },
  fileHint:
    "PNG, JPEG or WebP, at most 8 MB. It is written again without what else is in the file, such as the place where it was taken.",
  alt: { logo: "What the logo shows", picture: "What the picture shows" },
  altHint: "Read out to people who cannot see it.",
  savePicture: { logo: "Save the logo", picture: "Save the picture" },
  removePicture: { logo: "Remove the logo", picture: "Remove the picture" },
  save: "Save the look",
  reset: "Back to the usual look",
  back: "Back to the questions",
  problems: {
    color: "Enter a colour as # and six digits from 0 to f, such as #0b5d66.",
    too_long: `At most ${longestButtonText} characters.`,
    malformed: "It has characters that cannot be stored.",
    picture: {
      unavailable:
        "This installation cannot read pictures. Ask its administrator to install the package sharp for its system.",
      missing: "Choose a file.",
      not_a_picture: "This is no PNG, JPEG or WebP file.",
      too_large: "The file has more than 8 MB. Save the picture smaller, and choose it again.",
      too_many_pixels: "The picture has more than 40 million pixels. Save it smaller, and choose it again.",
      broken: "The picture cannot be read. Save it again with another program, and choose it again.",
      too_many: `The survey has had ${mostPictures} pictures already. Copy the survey to go on with others.`,
      choose_again: "Choose the file again: it was not kept, as something else had to be corrected first.",
      no_alt: "Say what it shows, for people who cannot see it.",
      alt_too_long: `At most ${longestAlternativeText} characters.`,
      alt_malformed: "It has characters that cannot be stored.",
    },
  },
};

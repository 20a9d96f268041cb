/** The languages of the guides, each a folder of pictures. */
export const screenshotLanguages = ["en", "zh-cn"] as const;

/** A language of the guides. */
export type ScreenshotLanguage = (typeof screenshotLanguages)[number];

/** The pictures of the guides, in the order in which they are taken. */
export const screenshotNames = [
  "register-form",
  "secret-shown",
  "application",
  "consent",
  "replace-secret",
  "secrets",
  "team",
  "team-credentials",
  "team-token",
  "editor",
  "editor-conditions",
  "editor-map",
  "survey-answering",
  "survey-results",
] as const;

/** One picture. */
export type ScreenshotName = (typeof screenshotNames)[number];

/** Where the pictures are, from the root. */
export const screenshotFolder = "docs/guides/images";

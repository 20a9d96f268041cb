import type { Child } from "hono/jsx";
import type { TextsOf } from "./texts-of.ts";

/** What the consent page says of clients that no one has registered, or that run on the user's own machine. */
export const clientWarningsEn = {
  describedAt: (host: Child): Child => [
    "The application describes itself at ",
    host,
    ". Its name has not been checked by anyone: decide by this address.",
  ],
  documentHost: "The address by which the application describes itself is at",
  registeredItself:
    "The application has registered itself. Its name has not been checked by anyone: allow it only if you have just started it yourself.",
  goesElsewhere: (next: Child, own: Child): Child => [
    "Afterwards the browser goes to ",
    next,
    ", which is another host than ",
    own,
    ".",
  ],
  onOwnMachine:
    "The answer goes to a program on your own device, and any program on it could have asked. Allow it only if you have just started this one.",
};

/** The texts that each language has. */
export type ClientWarningTexts = TextsOf<typeof clientWarningsEn>;

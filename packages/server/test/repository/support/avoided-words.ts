/** Words that make a reader stop, with what to say instead. */
export type AvoidedWord = {
  readonly words: readonly string[];
  readonly instead: string;
  /** Texts in which the word is right, such as a quotation of a standard. */
  readonly exceptions?: readonly string[];
};

/** Refused in sources, tests, documents and names, also inside a name and across the end of a line. */
export const avoidedWords: readonly AvoidedWord[] = [
  {
    words: ["nobody"],
    instead: 'no one, "no caller", "no other process"; or name what does not happen',
    exceptions: ['"nobody"'],
  },
  {
    words: ["whoever", "whosoever"],
    instead: "the caller, the user, the operator: name the person or program",
  },
  { words: ["anew"], instead: "again" },
  { words: ["comes to nothing", "come to nothing", "came to nothing"], instead: "fails, has no effect" },
  {
    words: ["is told", "are told", "be told", "been told", "was told", "were told"],
    instead: "gets (an error), sees, receives, is logged",
    exceptions: ["told apart"],
  },
  { words: ["tell of", "tells of", "told of"], instead: "shows, reports, lists" },
  { words: ["in vain"], instead: "without success" },
  {
    words: ["takes back", "take back", "took back", "taken back", "taking back"],
    instead: "revokes, withdraws",
  },
  { words: ["gives away", "give away", "given away"], instead: "reveals, leaks" },
  { words: ["login name"], instead: "username" },
  { words: ["trouble"], instead: "back-off, failure, error: name the kind" },
  { words: ["desk"], instead: "name the work: CallerAuthenticator, ReportChecker" },
  { words: ["chronicle"], instead: "events, EventRecorder" },
  { words: ["passage"], instead: "ProxyCall, a section of a text" },
  { words: ["surroundings", "app parts"], instead: "dependencies: EndpointDependencies" },
  { words: ["answer answer"], instead: "handle; an endpoint handles a request and returns a response" },
  { words: ["hub line"], instead: "HubClient" },
  { words: ["without a word"], instead: "silently, without an error" },
  { words: ["not to be had"], instead: "unavailable" },
  { words: ["comes of it", "come of it"], instead: "the result" },
  { words: ["looked into", "looks into", "look into"], instead: "checked, probed, inspected" },
  { words: ["became of"], instead: "the outcome" },
  {
    words: ["give way", "gives way", "gave way", "giving way"],
    instead: "waits for, yields, is replaced by",
  },
  { words: ["looked after", "looks after", "look after"], instead: "manages, maintains" },
  { words: ["upkeep"], instead: "name the work: sweep, maintenance" },
  { words: ["speaks for"], instead: "acts for" },
  { words: ["as of"], instead: "at, since, when it was read", exceptions: ['"As of"'] },
];

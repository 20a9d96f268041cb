import type { Child } from "hono/jsx";
import type { TextsOf } from "../../pages/texts/texts-of.ts";

/** Texts that differ by whom the application acts for: `web` for users, `team` for the team that owns it. */
const states = {
  active: "Active",
  frozen: { web: "Frozen by you", team: "Frozen by the team" },
  disabled: "Disabled by the operator",
};

const networks = {
  label: "Allowed networks (optional)",
  hint: "One per line, such as 203.0.113.0/24 or 2001:db8::/32. Token calls from elsewhere are refused. Empty: calls may come from anywhere.",
  malformed: (line: number): string =>
    `Line ${line} is not an IP address or a network such as 203.0.113.0/24.`,
  tooMany: "Enter at most 50 networks.",
};

const secretShown = {
  title: "Your new secret",
  registered: "The application is registered",
  once: "Copy the secret now: it is shown only once. The platform stores only a hash and cannot show it again.",
  appid: "appid",
  secret: "Secret",
  keep: "Keep it on your server. Do not put it into a web page, an app or a repository.",
  next: { web: "Go to the application", team: "Go to the credentials" },
};

const secrets = {
  title: "Secrets",
  lead: {
    web: "Your servers prove with a secret that a call is from your application. Give each its own, so that you can replace them one by one.",
    team: "Your servers get the team token with a secret. Give each its own: then you see below which one asked for a token, and can replace them one by one.",
  },
  publicLead:
    "This application runs on its users’ devices, where nothing stays secret. It has no secret: each authorization is protected by PKCE.",
  caption: "Valid secrets",
  search: "Name or last four characters",
  noMatchTitle: "No secret found",
  noMatchText: "No valid secret has these words in its name or its last four characters.",
  name: "Name",
  unnamed: (number: number): string => `Secret ${number}`,
  lastFour: "Ends in",
  created: "Made",
  lastUsed: "Last used",
  never: "never",
  ends: "Valid until",
  noEnd: "no end",
  action: "Action",
  end: "End now",
  endOf: (secret: string): string => ` ${secret}`,
  make: "Make a new secret",
  emptyTitle: "No valid secret",
  emptyText: {
    web: "The application cannot get tokens. Make a new secret.",
    team: "The team's servers cannot get a token. Make a new secret.",
  },
  notices: {
    ended: "The secret has ended. Calls with it are refused from now on.",
    made: "This form was sent before: the secret was made and shown then. If you did not copy it, make another one.",
  },
  newTitle: "Make a new secret",
  newName: "Name (optional)",
  newNameHint: "Where it is used, such as “server 1”.",
  replaces: "Replaces",
  replacesNone: "None: it is an additional secret",
  replacesAll: "All present secrets",
  after: "Replaced secrets end",
  afterOptions: { now: "now", hour: "in 1 hour", day: "in 24 hours", week: "in 7 days" },
  tokens: { web: "Consents and tokens", team: "Team token" },
  tokensOptions: {
    keep: { web: "stay valid", team: "stays valid" },
    revoke: {
      web: "end now: use this if the old secret leaked",
      team: "ends now: use this if the old secret leaked",
    },
  },
  tokensHint: {
    web: (users: number, tokens: number): string =>
      `Users who allow the application: ${users}. Valid tokens: ${tokens}. If they end, each user has to allow it again.`,
    team: (_users: number, tokens: number): string =>
      `Valid tokens: ${tokens}. If the token ends, your servers have to get a new one.`,
  },
  submit: "Make the secret",
  problems: {
    name_malformed: "The name must be one line of at most 100 characters.",
    too_many: "There are 10 valid secrets. End one before you make another.",
  },
  endTitle: (secret: string): string => `End ${secret} now?`,
  endHeading: (secret: Child): Child => ["End ", secret, " now?"],
  endConsequences: {
    calls: "Token calls with this secret are refused from now on, on every node.",
    last: {
      web: "It is the last valid secret: the application gets no tokens until you make another one.",
      team: "It is the last valid secret: the team gets no token until you make another one.",
    },
    cannotUndo: "It cannot be undone.",
  },
  endSubmit: "End the secret",
};

const impact = {
  users: (count: number): string => `Users who allow the application and lose its service: ${count}.`,
  tokens: (count: number): string => `Valid tokens that end at once: ${count}.`,
};

const freezing = {
  freezeTitle: {
    web: (name: Child): Child => ["Freeze ", name, "?"],
    team: (name: Child): Child => ["Freeze the credentials of ", name, "?"],
  },
  unfreezeTitle: {
    web: (name: Child): Child => ["Unfreeze ", name, "?"],
    team: (name: Child): Child => ["Unfreeze the credentials of ", name, "?"],
  },
  frozenCalls: {
    web: "All calls of the application are refused until you unfreeze it.",
    team: "All calls with the team's appid are refused until the credentials are unfrozen.",
  },
  notRevived: {
    web: "Consents and tokens do not return: after unfreezing, each user has to allow it again.",
    team: "The team token does not return: after unfreezing, your servers have to get a new one.",
  },
  unfrozenCalls: {
    web: "The application can ask users for permission and get tokens again.",
    team: "The team's servers can get a token again.",
  },
  secretsStay: "Its secrets stay as they are. If one leaked, end it first.",
  freeze: { web: "Freeze the application", team: "Freeze the credentials" },
  unfreeze: { web: "Unfreeze the application", team: "Unfreeze the credentials" },
};

const log = {
  title: "Request log",
  lead: {
    web: "Calls of the API with this appid, the newest first. Lines are kept for 7 days.",
    team: "Calls of the API with the team's appid, the newest first. Lines are kept for 7 days.",
  },
  caption: "Calls",
  time: "Time",
  call: "Call",
  result: "Result",
  served: "Served",
  milliseconds: "Milliseconds",
  address: "Address",
  requestId: "request_id",
  errorType: "Error type",
  everyCall: "All calls",
  emptyTitle: "No calls yet",
  emptyText: {
    web: "A call appears here a few seconds after your program makes it. Let a user allow the application, then exchange the code for a token.",
    team: "A call appears here a few seconds after a server of the team makes it. Ask for a team token first, with the appid and a secret.",
  },
  reference: "How to call the API",
  noMatchTitle: "No call found",
  noMatchText:
    "Calls appear a few seconds after they were made and are kept for 7 days. A request_id has 36 characters; it is in each response.",
  off: "The operator of this platform has switched the request log off.",
  unavailable: "The request log cannot be read right now. Calls are served as usual; try again later.",
  strangers:
    "Anyone can send your appid. A refused call need not come from your program: compare the address.",
  limits:
    "The log never has secrets, tokens or parameters. When there are very many calls at once, some have no line; the usage page counts all.",
};

const usage = {
  title: "Usage",
  quota: "Token requests",
  quotaText: (limit: number, perMinute: number): string =>
    `At most ${limit} token requests at once, and ${perMinute} per minute on average. Data calls do not count.`,
  limit: "Limit",
  used: "Used",
  whole: "All available again",
  wholeNow: "now",
  headers:
    "Programs find the same in the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset of each token response.",
  calls: "Calls",
  steps: "Division of the chart",
  by: { hour: "Last 24 hours", day: "Last 7 days" },
  chart: {
    hour: "Bars: calls in each of the last 24 hours, served and refused. The table below has the numbers.",
    day: "Bars: calls on each of the last 7 days, served and refused. The table below has the numbers.",
  },
  most: {
    hour: (calls: number): string => `Most calls in an hour: ${calls}`,
    day: (calls: number): string => `Most calls on a day: ${calls}`,
  },
  showTable: "Show as a table",
  caption: { hour: "Calls by hour", day: "Calls by day" },
  period: { hour: "Hour from", day: "Day" },
  served: "Served",
  refused: "Refused",
  withoutLine: "Without a line in the log",
  emptyTitle: "No calls in this time",
  emptyText: {
    web: "Make the first call: let a user allow the application, then exchange the code for a token.",
    team: "Make the first call: ask for a team token with the appid and a secret.",
  },
  reference: "How to call the API",
};

/** Every text about credentials in English. */
export const credentialsEn = { states, networks, secretShown, secrets, impact, freezing, log, usage };

/** The texts that each language has. */
export type CredentialsTexts = TextsOf<typeof credentialsEn>;

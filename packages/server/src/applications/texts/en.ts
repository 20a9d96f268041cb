import type { Child } from "hono/jsx";
import { redirectUriProblems } from "../../model/redirect-uri.ts";
import type { TextsOf } from "../../pages/texts/texts-of.ts";

/** Texts of the page that says how an application connects, in English. */
const connect = {
  title: "Connect",
  lead: "Code that lets users sign in and allow this application, by OAuth 2.1 and OpenID Connect. A secret is never written here: set it as SECRET in the environment.",
  off: "OAuth is off here: the platform does not know its public address. Ask its operator to set auth-url.",
  noChallenge:
    "The newest link of this application had no code challenge (PKCE). If your program can send one, demand it: then a code that was stolen on the way is worth nothing.",
  requireChallenge: "Require PKCE",
  agents: "For AI agents",
  agentsText:
    "Users enter this address in their agent, which then asks them for access by itself. No application has to be registered for that.",
  agentAddress: "Address for agents",
  agentClientId: "An agent that asks for a client ID gets this one:",
};

const list = {
  title: "Applications",
  lead: "Applications let other programs use survey data, with the permission of each user.",
  register: "Register an application",
  transfer: "Export and import",
  search: "Search by name or appid",
  caption: "Your applications",
  name: "Name",
  appid: "appid",
  state: "State",
  created: "Registered",
  emptyTitle: "No applications yet",
  emptyText: "Register one to get an appid and a secret. Your program needs both for its first call.",
  noMatchTitle: "No application found",
  noMatchText: "No name or appid of yours contains this text.",
  notices: {
    imported: "The file was imported. The changes are in effect.",
    deleted: "The application was deleted. Its appid, secrets and tokens no longer work.",
  },
};

const form = {
  registerTitle: "Register an application",
  editTitle: "Edit the application",
  lead: "Users read the first part on the page where they allow or deny access.",
  about: "What users see",
  name: "Name",
  nameHint: "Up to 100 characters.",
  description: "Description (optional)",
  descriptionHint: "What the application does with survey data.",
  homePage: "Home page (optional)",
  terms: "Terms of service (optional)",
  privacy: "Privacy policy (optional)",
  contact: "Contact (optional)",
  contactHint: "How the operator of this platform reaches you. Users do not see it.",
  logo: "Logo",
  logoHint:
    "A PNG file. Resized to at most 256 × 256 pixels. If the form has an error, choose the file again.",
  technical: "Addresses and rules",
  redirectUris: "Redirect addresses",
  redirectUrisHint:
    "One per line. After the decision of the user, the browser is sent to one of them, compared character by character. https, or http on localhost.",
  isPublic: "Runs on the user’s device",
  isPublicHint:
    "A program on a computer or phone, or in a browser, cannot keep a secret: it gets none, PKCE is required, redirect addresses on the user’s own machine work with any port, and addresses such as com.example.app:/callback may be registered. It cannot be changed later.",
  mayWrite: "Ask for permission to write",
  mayWriteHint:
    "Users are asked whether the application may create and change their surveys and add answers, not only read. Consents given before stay limited to reading. If you switch it off, every consent is limited to reading at once.",
  requiresPkce: "Require PKCE",
  requiresPkceHint:
    "Authorization links without a code challenge are refused. Switch it off only if your program cannot send one.",
  refreshRequiresSecret: "A refresh needs the secret",
  refreshRequiresSecretHint:
    "A stolen refresh token alone gets no access token. Switch it off only if your program cannot send the secret.",
  register: "Register",
  save: "Save",
  line: (number: number, says: string): string => `Line ${number} ${says}.`,
  problems: {
    name_missing: "Enter a name.",
    name_malformed: "The name must be one line of at most 100 characters.",
    description_malformed: "The description must have at most 5000 characters.",
    address_malformed: "Enter an address that begins with https:// or http://, without user name and spaces.",
    contact_malformed: "The contact must have at most 200 characters.",
    redirect_uris_too_many: "Enter at most 100 addresses.",
    too_many: "You have 100 applications. Delete one before you register another.",
  },
  redirectUri: redirectUriProblems,
};

const application = {
  lead: (appid: Child): Child => ["appid ", appid],
  sections: "Pages of the application",
  overview: "Overview",
  edit: "Edit",
  logo: "Logo",
  secrets: "Secrets",
  log: "Request log",
  usage: "Usage",
  connect: connect.title,
  check: "Check a link",
  testToken: "Test token",
  explorer: "Explorer",
  details: "Details",
  state: "State",
  verification: "Verification",
  registered: "Registered",
  homePage: "Home page",
  contact: "Contact",
  redirectUris: "Redirect addresses",
  noRedirectUris: "None. Users cannot authorize the application until you add one.",
  allowedNetworks: "Allowed networks",
  anywhere: "Anywhere",
  rules: "Rules",
  permissions: { reading: "Asks users for reading only", writing: "Asks users for reading and writing" },
  pkce: { on: "PKCE required", off: "PKCE not required" },
  public: "Runs on the user’s device: no secret",
  refresh: { on: "A refresh needs the secret", off: "A refresh works without the secret" },
  users: "Users who allow it",
  tokens: "Valid tokens",
  frozenTitle: "The application is frozen",
  frozenText: "All its calls are refused. When you unfreeze it, users have to allow it again.",
  disabledTitle: "The operator disabled the application",
  disabledText: "All its calls are refused. Ask the operator of this platform for the reason.",
  danger: "Freeze or delete",
  dangerFrozen: "Unfreeze or delete",
  dangerText: "If a secret leaked or something is wrong, freeze the application. It can be unfrozen later.",
  freeze: "Freeze",
  unfreeze: "Unfreeze",
  delete: "Delete",
  notices: {
    registered: "This form was sent before: the application is registered already.",
    registered_public:
      "The application is registered. It has no secret: its appid is all that your program needs.",
    logo: "The logo was changed. Browsers may show the old one for a minute.",
    edited: "Saved. The changes are in effect.",
    frozen: "The application is frozen. Its tokens have ended.",
    unfrozen: "The application is active again. Users have to allow it again.",
  },
};

const danger = {
  deleteTitle: (name: Child): Child => ["Delete ", name, "?"],
  deleted: "The appid, the secrets and the settings are deleted. It cannot be undone.",
  openids: "Users who allow a new application of yours get other openids there.",
  delete: "Delete the application",
  typeName: (name: string): string => `Type the name “${name}” to confirm`,
  wrongName: "This is not the name of the application.",
};

const check = {
  title: "Check an authorization link",
  lead: "Paste a link that your program makes. Each part is compared with what is registered.",
  link: "Authorization link",
  submit: "Check",
  good: "The link is right. Users who follow it see the consent page.",
  bad: "The platform refuses this link:",
  problems: {
    link_malformed: "This is not an address. Paste the whole link, with https:// at its beginning.",
    path: "The path must be /connect/oauth2/authorize.",
    repeated: (name: string): string => `The parameter ${name} is there more than once.`,
    appid: (expected: string): string => `appid is not ${expected}.`,
    response_type: "response_type must be code.",
    scope: "scope must be snsapi_user.",
    state: "state must have 1 to 128 letters and digits.",
    redirect_uri_missing: "redirect_uri is missing.",
    not_registered: "redirect_uri is none of the registered addresses.",
    code_challenge: "code_challenge must be 43 characters of base64url, with code_challenge_method=S256.",
    code_challenge_missing: "code_challenge is missing: the application requires PKCE.",
  },
  closest: "Closest registered address:",
  parts: {
    scheme: "The scheme differs (http or https).",
    host: "The host differs.",
    port: "The port differs.",
    path: "The path differs. Upper and lower case and a slash at the end count.",
    query: "The query differs.",
    fragment: "A fragment (#…) is not allowed.",
    spelling: "The spelling differs: each character is compared as it is.",
    encoding: "redirect_uri is encoded twice, or not at all: encode it once.",
  },
};

const logo = {
  title: "Logo",
  lead: "Users see it on the page where they allow or deny access. It is stored here and never loaded from elsewhere.",
  remove: "Remove the logo",
};

const testToken = {
  title: "Test token",
  lead: "For the first call: an access token with which this application acts for you, without the consent page.",
  facts: [
    "It reads your own profile and your own surveys, as after your consent.",
    "It works for one hour at most and cannot be refreshed.",
    "It counts as a token request of the application.",
    "The application appears under your authorized applications. Revoke it there, and the token ends at once.",
  ],
  disabled: "The application is frozen or disabled. It gets no tokens.",
  submit: "Get a test token",
  shownTitle: "Your test token",
  once: "Copy the token now: it is shown only once. The platform stores only a hash and cannot show it again.",
  lifetime: "Valid for",
  explore: "Make the first call",
  revoke: "Revoke it under authorized applications",
  notices: {
    repeated:
      "This form was sent before: the token was issued and shown then. If you did not copy it, get another one.",
    limited: "The application made too many token requests. Wait a while and try again.",
  },
};

const explorer = {
  title: "Explorer",
  lead: "Make a call as your program would. It goes through the same checks and limits, and appears in the log.",
  noToken: "No access token yet? Get a test token",
  call: "Call",
  choose: "Show this call",
  run: "Make the call",
  writes: "This call changes data of the account that the access token acts for.",
  body: "Body (JSON)",
  bodyHint: (...names: readonly string[]): string => `Fields: ${names.join(", ")}.`,
  optional: (name: string): string => `${name} (optional)`,
  statusChoice: {
    label: "HTTP status of a refusal (X-Error-Status)",
    "": "As this platform is set",
    ok: "ok: always 200",
    semantic: "semantic: one that fits the error",
  },
  pathProblem: (name: string): string => `Enter ${name}: it is part of the path.`,
  parameters: {
    secret: "A secret of the application.",
    grant_type: "authorization_code exchanges a code; client_credential gets a team’s token.",
    code: "The code from the redirect. It works once.",
    code_verifier: "The PKCE verifier, if the authorization link had a challenge.",
    refresh_token: "The refresh_token from the code exchange.",
    access_token: "An access token of this application, such as a test token.",
    openid: "The openid that came with the access token.",
    user_id: "With a team’s token: the id of a member, or of the team.",
    page: "Page of the list, from 1.",
    per_page: "Entries on a page, 20 by default.",
    webhook_id: "Id of the webhook",
    delivery_id: "Id of the delivery",
    last_id: "Only what comes before this one; empty for the newest",
    id: "Id of the team",
    team_id: "Id of the team",
    group_id: "Id of the group; 0 for the one that stands for the team",
    roles: "Only members with this role, such as 2, or with several, such as [0,2]; empty for all",
    state: "pending, delivered or failed; empty for all",
    participant_id: "A participant's id from the list of participants.",
    cursor: "next_cursor of the page before. Empty to start.",
    since: "Only what happened from then on, such as 2026-11-30T00:00:00Z. Only to start.",
    until: "Only what happened before that time.",
    format: "json, csv or jsonl; json by default.",
    values: "texts or codes of choices; texts by default.",
    include:
      "updated_at for the time of the last change, titles for those of questions, or updated_at,titles.",
    heads: "names, titles or codes of columns; names by default.",
    last_answer_id: "Only answers after this one. Empty for the first page.",
    survey_id: "The id of a survey, as the list of surveys shows it.",
    parent_id: "Only groups directly below this one. 0 for the one that stands for the team.",
    remote_ids: "Only groups that your program calls so, such as a,b.",
    answer_id: "The number of the answer in the survey, or its hash.",
  },
  result: "Result",
  request: "Request",
  status: "HTTP status",
  message: "Reason",
  cut: "The response is longer. Only its beginning is shown.",
  code: "The same call in your program",
  codeLead: "Secrets and tokens are not written here: set them as variables.",
};

const transfer = {
  title: "Export and import",
  lead: "Your applications as a declarative file in YAML, to edit many at once or to hand them to the operator of another platform.",
  export: "Export",
  exportText:
    "The file has all your applications. Secrets and logos are not in it, nor what the operator decides.",
  exportSubmit: "Download as YAML",
  import: "Import",
  importText:
    "Changes applications that you have. What the file does not mention stays as it is. You see what would change first.",
  file: "YAML file",
  text: "Or its text",
  preview: "Show what would change",
  refused: "Nothing was changed. Correct this first:",
  line: (number: number): string => `Line ${number}:`,
  missing: "Choose a file, or paste its text.",
  notUtf8: "The file is not UTF-8 text.",
  tooLarge: "The file has more than 256 KB.",
  previewTitle: "What the import would change",
  counts: (changed: number, same: number): string =>
    `Applications that change: ${changed}. Unchanged: ${same}.`,
  caption: (appid: string): string => `Changes of ${appid}`,
  key: "Key",
  before: "Now",
  after: "After the import",
  changedMeanwhile:
    "An application was changed in the meantime, so nothing was imported. This is what the import would change now.",
  apply: "Import",
  back: "Back to the applications",
};

/** Every text of the developer console in English. */
export const consoleEn = {
  list,
  form,
  application,
  connect,
  danger,
  check,
  logo,
  testToken,
  explorer,
  transfer,
};

/** The texts that each language has. */
export type ConsoleTexts = TextsOf<typeof consoleEn>;

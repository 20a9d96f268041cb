import type { Child } from "hono/jsx";
import type { TextsOf } from "../../pages/texts/texts-of.ts";

/** Texts about the credentials of a team. */
const credentials = {
  title: "Credentials",
  lead: "Servers of the team get a team token with the appid and a secret, and call the interface with it.",
  noneTitle: "No credentials yet",
  noneText: "Make them to get an appid and a first secret. Your program needs both to request a team token.",
  freePlan: "The team has the free plan: token requests are refused until it is premium.",
  make: "Make the credentials",
  makeHeading: (team: Child): Child => ["Make credentials for ", team, "?"],
  makeConsequences: {
    appid: "The team gets an appid and a first secret. The secret is shown once.",
    writing: "The team token may read and write. You can limit it to reading later.",
    managers: "Creators and administrators of the team can replace secrets and freeze the credentials.",
  },
  appid: "appid",
  teamId: "Team id",
  state: "State",
  networks: "Allowed networks",
  anywhere: "Anywhere",
  editNetworks: "Change the networks",
  networksTitle: "Allowed networks",
  save: "Save",
  frozenTitle: "The credentials are frozen",
  frozenText: "All calls are refused. When they are unfrozen, your servers have to get a new token.",
  disabledTitle: "The operator disabled the credentials",
  disabledText: "All calls are refused. Ask the operator of this platform for the reason.",
  danger: "Freeze",
  dangerFrozen: "Unfreeze",
  dangerText: "If a secret leaked or something is wrong, freeze the credentials. They can be unfrozen later.",
  notices: {
    frozen: "The credentials are frozen. The team token has ended.",
    unfrozen: "The credentials are active again. Your servers have to get a new token.",
    networks: "Saved. The networks hold from the next call.",
    writing: "Saved. The team token may write from the next call on.",
    reading: "Saved. The team token may only read from the next call on.",
    exists: "The team has credentials already. If you did not copy the secret, make another one.",
  },
};

/** Texts about the tokens of a team. */
const tokens = {
  title: "Team token",
  none: "No token was requested yet.",
  valid: (until: Child): Child => ["The token is valid until ", until, "."],
  expired: (at: Child): Child => ["The token expired ", at, ". The next request gets a new one."],
  revoked: (at: Child): Child => [
    "The token was revoked ",
    at,
    ", because the credentials were frozen, a secret was replaced or the operator asked for it.",
  ],
  issued: (at: Child, address: Child, secret: Child): Child => [
    "It was issued ",
    at,
    " to ",
    address,
    ", with the secret “",
    secret,
    "”.",
  ],
  replaced: (earlier: Child): Child => ["It replaced the token that was issued ", earlier, "."],
  whyTitle: "Why a token stops working early",
  why: "A team has one valid token. A program that requests a new one ends the one before at once, on every server. When several programs request their own, each ends the tokens of the others, and their calls fail with invalid_token although nothing else is wrong.",
  wayOut:
    "Let one program request the token and give it to the others. The token hub, which comes with this platform, does that: it keeps one token for all of them and renews it in time.",
  more: "The last 100 tokens",
  caption: "Tokens, the newest first",
  search: "Address or secret",
  noMatchTitle: "No token found",
  noMatchText: "None of the last 100 tokens was requested from such an address, or with such a secret.",
  issuedAt: "Issued",
  from: "From",
  secret: "With",
  end: "Ended",
  isValid: "valid until",
  replacedAt: (at: Child, address: Child): Child => ["replaced ", at, " from ", address],
  expiredAt: (at: Child): Child => ["expired ", at],
  revokedAt: (at: Child): Child => ["revoked ", at],
  recordText: "The last 100 tokens are listed. The record has neither a token nor a secret.",
};

/** Texts about the permission to write. */
const writing = {
  term: "Team token",
  on: "reads and writes",
  off: "only reads",
  switchOn: {
    title: "Allow writing",
    heading: "Let the team token write?",
    consequences: {
      who: "Every program that has the team token or a secret of these credentials can create and change surveys of the team, and add and change answers.",
      when: "It holds from the next call on, also for the present token. You can limit it to reading again at any time.",
    },
  },
  switchOff: {
    title: "Limit to reading",
    heading: "Limit the team token to reading?",
    consequences: {
      what: "Calls that write are refused with permission_denied from the next call on, also with the present token.",
      reading: "Calls that read go on working.",
    },
  },
};

/** Texts about what the programs of a team use, in English. */
export const credentialsEn = { credentials, tokens, writing };

/** The texts that each language has. */
export type CredentialsTexts = TextsOf<typeof credentialsEn>;

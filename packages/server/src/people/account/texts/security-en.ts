import type { Child } from "hono/jsx";

const security = {
  title: "Security",
  password: "Password",
  passwordText: "Changing it ends all other sessions. Passkeys stay.",
  changePassword: "Change password",
  secondFactor: "Second factor",
  secondFactorText:
    "With an authenticator app, signing in also asks for a code that changes every 30 seconds. A stolen password is then not enough.",
  turnOn: "Connect an authenticator app",
  secondFactorOn: "Signing in asks for a code from your authenticator app.",
  codesLeft: (count: number): string => `Unused recovery codes: ${count}`,
  newCodes: "New recovery codes",
  turnOff: "Turn off",
};

const identities = {
  title: "Linked accounts",
  lead: "A linked account at another service signs you in here, instead of the password. The second factor is still asked for.",
  none: "No account is linked yet.",
  caption: "Your linked accounts",
  account: "Account",
  service: "Service",
  linked: "Linked",
  lastUsed: "Last used",
  never: "never",
  action: "Action",
  link: (service: Child): Child => ["Link an account at ", service],
  linkTitle: "Link an account",
  linkHeading: (service: Child): Child => ["Link an account at ", service],
  linkText:
    "You sign in there once more. From then on everyone who can sign in to that account can sign in to yours here.",
  linkSubmit: "Continue",
  back: "Cancel",
  unavailable: "The other service cannot be reached right now. Try again in a moment.",
  unlink: "Unlink",
  unlinkOf: (label: string): string => ` the account ${label}`,
  unlinkTitle: "Unlink this account",
  unlinkHeading: (label: Child): Child => ["Unlink the account ", label],
  unlinkConsequences: [
    "It no longer signs you in. Your password and passkeys still do.",
    "Browsers that are signed in stay signed in; end their sessions under Sessions.",
  ],
  unlinkSubmit: "Unlink the account",
  atSignUp: (label: Child): Child => [
    "Your account ",
    label,
    " at the other service will be linked. The password is for confirming important changes, and for when that service cannot be reached.",
  ],
};

const passkeys = {
  title: "Passkeys",
  lead: "A passkey is kept by your device or password manager. It signs you in with your fingerprint, your face or a PIN, without a password and without a code.",
  none: "You have no passkeys yet.",
  notHere:
    "None can be added at this address: a passkey belongs to a host name that is reached over https. On your own machine, open the platform as http://localhost instead of http://127.0.0.1.",
  caption: "Your passkeys",
  search: "Search passkeys by name",
  noMatch: "No passkey has this text in its name.",
  name: "Name",
  created: "Added",
  lastUsed: "Last used",
  never: "never",
  action: "Action",
  remove: "Remove",
  removeOf: (name: string): string => ` the passkey ${name}`,
  add: "Add a passkey",
  addTitle: "Add a passkey",
  addLead: "Your device asks for your fingerprint, your face or its PIN, and makes a key for this platform.",
  nameHint: "Tells your passkeys apart, such as “Phone”.",
  submit: "Make the passkey",
  back: "Back to security",
  problems: {
    name: "The name may have up to 60 characters in one line.",
    refused: "The passkey was not accepted, or too much time has passed. Start again.",
    too_many: "You have 20 passkeys already. Remove one first.",
    known: "This passkey is registered already.",
  },
  removeTitle: "Remove this passkey",
  removeHeading: (name: Child): Child => ["Remove the passkey ", name],
  removeConsequences: [
    "It no longer signs you in. Delete it from the device or password manager as well.",
    "Browsers that are signed in stay signed in; end their sessions under Sessions.",
  ],
  removeSubmit: "Remove the passkey",
};

const totp = {
  title: "Connect an authenticator app",
  scan: "1. Scan this code with the app",
  qrLabel: "QR code with the key for the authenticator app",
  orType: "Or type this key into the app. It is shown only until you confirm it.",
  confirm: "2. Enter the code that the app shows",
  code: "Code",
  turnOn: "Turn on",
  wrongCode: "This code is not correct. Check that the clock of your phone is right, and try the next code.",
};

const recoveryCodes = {
  title: "Recovery codes",
  onceTitle: "These codes are shown only now",
  once: "Keep them where your phone is not. Each one signs you in once, instead of a code from the app.",
  kept: "I have kept them",
};

const turnOff = {
  title: "Turn off the second factor",
  consequences: [
    "The password alone is enough to sign in.",
    "The authenticator app and all recovery codes stop working.",
  ],
  submit: "Turn off",
};

const renewCodes = {
  title: "New recovery codes",
  consequences: [
    "All earlier recovery codes stop working.",
    "The new ones are shown once, on the next page.",
  ],
  submit: "Make new codes",
};

const passwordChange = {
  title: "Change password",
  oldPassword: "Current password",
  newPassword: "New password",
  consequence: "All other browsers are signed out. Authorized applications keep their access.",
  submit: "Change password",
  problems: {
    old_missing: "Enter your current password.",
    old_wrong: "The current password is incorrect.",
  },
};

const sessions = {
  title: "Sessions",
  lead: "You are signed in in these browsers. End a session that you do not recognize, and change your password.",
  device: "Browser",
  deviceName: (browser: string | undefined, system: string | undefined): string =>
    [browser ?? "Browser", ...(system === undefined ? [] : [`on ${system}`])].join(" "),
  unknown: "unknown",
  network: "Network",
  lastSeen: "Last seen",
  signedInAt: "Signed in",
  action: "Action",
  thisOne: "This browser",
  current: "Current session",
  end: "End session",
  endOthers: "End all other sessions",
  search: "Browser, system or network",
  noMatchTitle: "No session found",
  noMatchText: "No session has all of these words in its browser, system or network.",
};

/** Texts about how a user signs in, in English. */
export const securityEn = {
  security,
  identities,
  passkeys,
  totp,
  recoveryCodes,
  turnOff,
  renewCodes,
  passwordChange,
  sessions,
};

/** The texts that each language has. */
export type SecurityTexts = typeof securityEn;

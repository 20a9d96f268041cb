import type { Child } from "hono/jsx";

const signUp = {
  welcomeTitle: "Set up this platform",
  welcomeLead: "There are no users yet. Create the first account; it becomes the administrator.",
  title: "Create an account",
  lead: "With an account you manage your applications, teams and authorizations.",
  operator: "The operator of this platform",
  invitedBy: (person: Child): Child => [person, " has invited you to this platform."],
  invitedToTeam: (person: Child, team: Child, role: string): Child => [
    person,
    " has invited you to the team ",
    team,
    ` as ${role}.`,
  ],
  expires: (moment: Child): Child => ["The invitation works once, until ", moment, "."],
  username: "Username",
  usernameHint: "You sign in with it. Letters, digits and . _ @ + - ; it cannot be changed later.",
  nickname: "Nickname",
  nicknameHint: "What others see. You can change it at any time.",
  password: "Password",
  passwordHint: "At least 8 characters. A sentence is easier to remember than a short word.",
  submit: "Create account",
  haveAccount: "You already have an account?",
  signIn: "Sign in",
  signInToAccept: "Sign in to accept",
  signedInAs: (person: Child): Child => ["You are signed in as ", person, "."],
  accept: "Join the team",
  notForMembers:
    "You have an account already. Pass the link on to the person it is meant for; it still works.",
  alreadyMember: "You are a member of this team already. The invitation still works for someone else.",
  home: "Go to my account",
  problems: {
    username_missing: "Enter a username.",
    username_malformed:
      "The username may have up to 64 letters, digits and . _ @ + - and begins with a letter or digit.",
    username_taken: "This username is taken. Choose another one.",
    nickname_missing: "Enter a nickname.",
    nickname_malformed: "The nickname may have up to 100 characters in one line.",
    password_too_short: "The password needs at least 8 characters.",
    password_too_long: "The password is too long.",
    password_is_username: "The password must not be the username.",
  },
};

const forgotten = {
  title: "Password forgotten",
  identifier: "Username or mail address",
  hint: "If an account has a confirmed address, it gets a link to set a new password.",
  missing: "Enter your username or your mail address.",
  submit: "Send the link",
  asked:
    "If there is such an account with a confirmed address, a mail is on its way. Its link works for one hour.",
  without: "Without a confirmed address, ask an administrator of this platform, who can give you a link.",
  back: "Back to the sign-in page",
};

/** Texts of the pages for people who are not signed in, in English. */
export const signUpEn = { signUp, forgotten };

/** The texts that each language has. */
export type SignUpTexts = typeof signUpEn;

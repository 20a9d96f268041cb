import { authorizedApplicationsEn } from "./authorized-applications-en.ts";
import { signUpEn } from "./sign-up-en.ts";
import { profileEn } from "./profile-en.ts";
import { securityEn } from "./security-en.ts";

const sections = {
  label: "Account pages",
  profile: "Profile",
  security: "Security",
  sessions: "Sessions",
};

const notices = {
  saved: "Your changes have been saved.",
  picture_saved: "Your picture was changed.",
  picture_removed: "Your picture was removed.",
  password_changed: "Password changed. All other sessions have ended.",
  session_ended: "The session has ended.",
  sessions_ended: "All other sessions have ended.",
  second_factor_off: "The second factor is off.",
  passkey_added: "The passkey was added. You can sign in with it from now on.",
  passkey_removed: "The passkey was removed and no longer signs you in.",
  identity_linked: "The account was linked. You can sign in with it from now on.",
  email_sent: "A mail with a link is on its way. The address is used once you have opened the link.",
  email_confirmed: "The address is confirmed. The platform writes to you there.",
  email_removed: "The address was removed. You get no more mails.",
  identity_unlinked: "The account was unlinked and no longer signs you in.",
};

/** Every text of the account pages in English. Its type is what the other languages have to fill. */
export const accountEn = {
  authorizedApplications: authorizedApplicationsEn,
  ...signUpEn,
  ...profileEn,
  ...securityEn,
  sections,
  notices,
};

/** The texts of the account pages that each language has. */
export type AccountTexts = typeof accountEn;

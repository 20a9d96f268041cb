import type { Generated } from "kysely";

/** Users: their profile, what they sign in with, and their sessions. */
export interface AccountSchema {
  readonly accounts: AccountsTable;
  readonly users: UsersTable;
  readonly user_pictures: UserPicturesTable;
  readonly sessions: SessionsTable;
  readonly devices: DevicesTable;
  readonly totp_secrets: TotpSecretsTable;
  readonly recovery_codes: RecoveryCodesTable;
  readonly pending_sign_ins: PendingSignInsTable;
  readonly passkeys: PasskeysTable;
  readonly passkey_challenges: PasskeyChallengesTable;
  readonly linked_identities: LinkedIdentitiesTable;
  readonly provider_sign_ins: ProviderSignInsTable;
  readonly unlinked_identities: UnlinkedIdentitiesTable;
  readonly password_links: PasswordLinksTable;
}

/** The common numbering of users and teams, the possible owners of a survey, and of clients that registered themselves. */
interface AccountsTable {
  readonly id: Generated<number>;
  readonly kind: "user" | "team" | "client";
}

/** People. */
interface UsersTable {
  readonly id: number;
  readonly username: string;
  readonly password_hash: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly administrator: 0 | 1;
  readonly disabled: 0 | 1;
  readonly language: string | null;
  /** An IANA zone; null to use that of the platform. */
  readonly time_zone: string | null;
  readonly created_at: number;
  /** Where the platform writes to; null until an address is confirmed by a link. It signs no one in, and several users may have the same. */
  readonly email: Generated<string | null>;
  /** The language of the page on which the address was confirmed; for users who chose none. */
  readonly email_language: Generated<string | null>;
  /** When nickname, picture, language or zone were last set; 0 when that is not known: of users whom an older version made. */
  readonly profile_changed_at: Generated<number>;
  /** The status code with which a mail to the address came back (RFC 3463), since when it gets no notices; "" for none. */
  readonly bounce_status: Generated<string>;
}

/** Pictures that users uploaded, at most one per user. */
interface UserPicturesTable {
  readonly user_id: number;
  /** Random; part of the picture's address. */
  readonly name: string;
  /** A `data:` address. */
  readonly image: string;
}

/** Sessions of signed-in browsers. */
interface SessionsTable {
  readonly hash: string;
  readonly user_id: number;
  readonly created_at: number;
  readonly expires_at: number;
  /** Exact to a few minutes. */
  readonly last_seen_at: number;
  /** When the user last gave the password in this session. */
  readonly confirmed_at: number;
  readonly user_agent: string;
  /** The network that the last request came from. */
  readonly network: string;
}

/** Browsers in which a user has signed in before, at most ten per user. */
interface DevicesTable {
  readonly hash: string;
  readonly user_id: number;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Secrets of authenticator apps. They sign no one in without the password. */
interface TotpSecretsTable {
  readonly user_id: number;
  /** In base32, as it is: codes cannot be checked without it. */
  readonly secret: string;
  /** The time step of the last code that was taken; earlier ones are not taken again. */
  readonly last_step: number;
  readonly created_at: number;
  /** Null until the user has shown that the app has it; signing in asks for a code from then on. */
  readonly confirmed_at: number | null;
}

/** Unused recovery codes. A code is deleted when it is used. */
interface RecoveryCodesTable {
  readonly user_id: number;
  readonly hash: string;
}

/** A sign-in whose password was right and whose second step is still to come. */
interface PendingSignInsTable {
  readonly hash: string;
  readonly user_id: number;
  /** Hash of the stored form that the password was checked against. */
  readonly checked_hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** A public key that a user signs in with; the private key never leaves the user's device. */
interface PasskeysTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  /** The name that the authenticator gave it, in base64url. */
  readonly credential_id: string;
  /** In COSE, as base64url. */
  readonly public_key: string;
  /** The authenticator's count of signatures; 0 for one that does not count. */
  readonly counter: number;
  /** How browsers reach the authenticator, as JSON text. */
  readonly transports: string;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** What a browser is about to sign: one per browser and purpose, deleted when a response comes. */
interface PasskeyChallengesTable {
  /** Hash of the cookie that binds it to the browser: of the session, or of the form where there is none. */
  readonly browser_hash: string;
  readonly purpose: "sign_in" | "step_up" | "registration";
  readonly challenge: string;
  readonly expires_at: number;
}

/** Accounts at OpenID providers that sign a user in, found by issuer and subject. */
interface LinkedIdentitiesTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  readonly issuer: string;
  readonly subject: string;
  /** What the user recognises it by; it decides nothing. */
  readonly label: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** Sign-ins that wait for the response of a provider, for fifteen minutes; deleted when it comes. */
interface ProviderSignInsTable {
  readonly state_hash: string;
  readonly browser_hash: string;
  /** The id in the settings. */
  readonly provider: string;
  readonly purpose: "sign_in" | "link";
  readonly nonce: string;
  readonly code_verifier: string;
  readonly return_to: string;
  readonly expires_at: number;
}

/** Accounts at providers with which the user of a browser may create an account, for fifteen minutes. */
interface UnlinkedIdentitiesTable {
  readonly browser_hash: string;
  readonly issuer: string;
  readonly subject: string;
  readonly label: string;
  readonly return_to: string;
  readonly expires_at: number;
}

/**
 * Links with which users set a new password, one per user; deleted when used. A link is void once the administrator who
 * made it is none any more.
 */
interface PasswordLinksTable {
  readonly hash: string;
  readonly user_id: number;
  /** Hash of the stored form of the password when the link was made; the link is void when that changes. */
  readonly checked_hash: string;
  readonly created_at: number;
  /** The administrator who made it; null for a command. */
  readonly created_by: number | null;
  readonly expires_at: number;
}

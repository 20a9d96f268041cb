/** Something that happened to a person's grant and that whoever runs the hub may want to know. */
export type UserEvent =
  /** Somebody consented, for the first time or anew. */
  | {
      readonly kind: "consent_given";
      readonly openid: string;
      readonly version: number;
      readonly actor: string;
    }
  | { readonly kind: "exchange_failed"; readonly error: string; readonly actor: string }
  | {
      readonly kind: "user_token_refreshed";
      readonly openid: string;
      readonly version: number;
      readonly reason: RefreshReason;
      readonly actor: string;
    }
  | { readonly kind: "refresh_failed"; readonly openid: string; readonly error: string }
  /** A reported token that the platform still takes. */
  | {
      readonly kind: "unfounded_report";
      readonly openid: string;
      readonly version: number;
      readonly actor: string;
    }
  /** The person should be asked anew before the consent ends. Told once. */
  | { readonly kind: "consent_ending"; readonly openid: string; readonly consentEndsAt: number }
  /** The person has to be asked anew: the consent has ended, or was taken back. Told once. */
  | { readonly kind: "consent_required"; readonly openid: string }
  | { readonly kind: "user_forgotten"; readonly openid: string; readonly actor: string }
  /** The kept tokens were sealed with a key that this hub does not have, or were tampered with. */
  | { readonly kind: "unreadable_grant"; readonly openid: string };

/** Why an access token is refreshed. */
export type RefreshReason = "due" | "expired" | "report";

/** What the store itself writes into the audit trail, together with what happened. */
export const auditedByStore: ReadonlySet<UserEvent["kind"]> = new Set(["consent_ending", "consent_required"]);

/** Is told of everything that happens to people's grants of an application. */
export type UserObserver = (appid: string, event: UserEvent) => void;

/** An event of a user's grant, for the operator of the hub. */
export type UserEvent =
  /** A user consented, for the first time or again. */
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
  /** The user should be asked again before the consent ends. Reported once. */
  | { readonly kind: "consent_ending"; readonly openid: string; readonly consentEndsAt: number }
  /** The user has to be asked again: the consent has ended or was revoked. Reported once. */
  | { readonly kind: "consent_required"; readonly openid: string }
  | { readonly kind: "user_forgotten"; readonly openid: string; readonly actor: string }
  /** The kept tokens were sealed with a key that this hub does not have, or were tampered with. */
  | { readonly kind: "unreadable_grant"; readonly openid: string };

/** Why an access token is refreshed. */
export type RefreshReason = "due" | "expired" | "report";

/** What the store itself writes into the audit trail, together with what happened. */
export const auditedByStore: ReadonlySet<UserEvent["kind"]> = new Set(["consent_ending", "consent_required"]);

export type UserObserver = (appid: string, event: UserEvent) => void;

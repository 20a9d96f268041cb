import type { ForeignRefresherPolicy } from "../config.ts";
import type { Actor } from "./served-token.ts";

/** Why a token is minted. */
export type RenewalReason = "first" | "due" | "expired" | "doubt" | "report" | "foreign" | "operator";

/** An event of an application's token, for the operator of the hub. */
export type RenewalEvent =
  | {
      readonly kind: "minted";
      readonly version: number;
      readonly reason: RenewalReason;
      readonly actor: Actor;
      readonly milliseconds: number;
    }
  /** Another hub's token was taken over. */
  | { readonly kind: "adopted"; readonly version: number }
  | {
      readonly kind: "mint_failed";
      readonly error: string;
      readonly outcome: string;
      readonly reason: RenewalReason;
    }
  /** A reported token that the platform still takes. */
  | { readonly kind: "unfounded_report"; readonly version: number; readonly actor: Actor }
  | { readonly kind: "confirmed_report"; readonly version: number; readonly actor: Actor }
  /** A dead token that no hub overrode: another program renews. */
  | {
      readonly kind: "foreign_refresher";
      readonly version: number;
      readonly actor: Actor;
      readonly policy: ForeignRefresherPolicy;
    }
  /** The stored token was sealed with a key that this hub does not have, or was tampered with. */
  | { readonly kind: "unreadable_token"; readonly version: number };

import type { PersonalDataKey } from "../../../store/privacy/personal-data.ts";

/** One kind of personal data, in words. */
export interface PersonalDataWords {
  readonly what: string;
  readonly why: string;
  readonly howLong: string;
  readonly deletedBy: string;
}

/** The page that says what is kept. */
interface PrivacyPageTexts {
  readonly title: string;
  readonly lead: string;
  /** Names of the two tables. */
  readonly account: string;
  readonly respondent: string;
  readonly what: string;
  readonly where: string;
  readonly why: string;
  readonly howLong: string;
  readonly deletedBy: string;
  readonly elsewhere: string;
  readonly elsewhereItems: readonly string[];
  readonly rights: string;
  readonly rightsItems: Readonly<Record<"account" | "accountLink" | "answer" | "operator", string>>;
}

/** What the platform keeps about people, in words. */
export interface PrivacyTexts {
  readonly page: PrivacyPageTexts;
  readonly entries: Readonly<Record<PersonalDataKey, PersonalDataWords>>;
}

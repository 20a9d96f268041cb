/** Who works on a survey beside its owner. */
export interface SharingSchema {
  readonly survey_shares: SurveySharesTable;
}

/** With whom surveys are shared: a user, or a team with all of its members. */
interface SurveySharesTable {
  readonly survey_id: number;
  readonly account_id: number;
  /** 1 sees its results, 2 edits it too, 3 manages it: deletes answers, and shares it. */
  readonly role: 1 | 2 | 3;
  readonly created_at: number;
}

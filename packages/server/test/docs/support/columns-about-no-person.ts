/**
 * The columns that say nothing about a person, or only which row belongs to which. A column that is added to the database is either here, or in
 * the register of personal data (`store/privacy/personal-data.ts`).
 */
export const columnsAboutNoPerson: readonly string[] = [
  ...of("accounts", "kind"),
  ...of("teams", "id name plan created_at edited_at application_id"),
  ...of(
    "applications",
    "id appid kind name description home_page logo terms privacy verified disabled refresh_requires_secret created_at allowed_networks requires_pkce frozen_by_owner edited_at may_write is_public origin client_id client_id_hash",
  ),
  ...of("client_documents", "client_id metadata problem fetched_at fresh_until expires_at"),
  ...of("disabled_client_hosts", "host disabled_at"),
  ...of("team_bearer_tokens", "hash application_id audience scopes issued_at expires_at"),
  ...of("signing_keys", "kid public_key private_key is_sealed created_at signs_from ends_at"),
  ...of(
    "application_secrets",
    "application_id hash last_four created_at number name expires_at last_used_at request_hash",
  ),
  ...of("redirect_uris", "application_id uri"),
  ...of("team_access_tokens", "application_id hash number issued_at expires_at"),
  ...of("team_token_issues", "application_id slot number issued_at expires_at secret_number revoked_at"),
  ...of("installation_keys", "name value"),
  ...of("invitations", "hash kind team_id team_role created_at expires_at request_hash"),
  ...of("audit_chain", "id entries newest_hash"),
  ...of(
    "nodes",
    "id host pid release runtime clock_ahead lines_dropped started_at seen_at expires_at knows_choice",
  ),
  ...of("contact_groups", "id team_id parent_id name remote_id position created_at updated_at"),
  ...of("survey_privacy", "survey_id purpose answer_days keeps_counts consent_version checked_at"),
  ...of("survey_consents", "survey_id version text translations created_at"),
  ...of("survey_labels", "survey_id label"),
  ...of("survey_comments", "id survey_id question_id answer_id created_at resolved_at"),
  ...of(
    "surveys",
    "id declared_key hash title prefix suffix scene state pages page_count question_count template_id answer_count started_at end_at created_at updated_at redirect_url login_check is_allow_update_answer version answer_serial address_days answer_limit address_limit once password_hash custom_arguments answer_webhooks only_listed only_participants links_end_at anonymous embed_origins binned_at binned_key",
  ),
  ...of("survey_versions", "survey_id version definition published_at"),
  ...of("survey_drafts", "survey_id definition revision edited_at restored"),
  ...of("answers", "survey_id answer_id version address_until"),
  ...of("survey_draft_history", "survey_id revision definition restored"),
  ...of("survey_thanks", "survey_id language seen_serial"),
  ...of("anonymous_answers", "survey_id version waiting"),
  ...of("answer_changes", "survey_id change_id answer_id deleted changed_at"),
  ...of("survey_imports", "survey_id source file_name losses loss_count"),
  ...of("survey_look_defaults", "owner_id theme"),
  ...of("survey_pictures", "survey_id id content"),
  ...of("survey_exports", "id survey_id format up_to state parts bytes created_at touched_at expires_at"),
  ...of("survey_export_parts", "export_id part"),
  ...of("survey_tallies", "survey_id question_id hour version cell shard n"),
  ...of(
    "webhooks",
    "id survey_id url receiver secret previous_secret previous_until is_active off_reason off_at failing_since paused_until lease leased_until created_at updated_at grant_id listens titles",
  ),
  ...of(
    "webhook_deliveries",
    "id webhook_id event_id survey_id sequence object action address_until state attempts due_at created_at expires_at",
  ),
  ...of("webhook_attempts", "id delivery_id webhook_id at milliseconds status failure"),
  ...of("webhook_sequences", "survey_id object last"),
  ...of(
    "mails",
    "id message_id kind language state attempts due_at lease leased_until handed_at problem created_at useless_at expires_at",
  ),
  ...of("application_secrets", "end_announced"),
  ...of("mail_server", "id paused_until failures problem problem_at bounces_due_at"),
  ...of("mail_refusals", "topic created_at"),
  ...of("participants", "id survey_id nonce link_hash language mails created_at"),
  ...of("survey_mailings", "id survey_id is_reminder language due_at last_participant queued created_at"),
  ...of("answer_sheets", "id survey_id address_hash has_codes created_at"),
  ...of(
    "results_links",
    "id survey_id link_hash name question_ids has_texts password_hash created_at expires_at",
  ),
  ...of("results_charts", "survey_id question_id kind"),
  ...of("results_reports", "survey_id note hidden_questions comments"),
  ...of("results_filters", "id survey_id name query"),
  ...of("survey_watches", "survey_id frequency condition seen_serial due_at end_told limit_told"),
  ...of("request_log_lines", "id application_id at hour route error_type message milliseconds request_id"),
  ...of("request_usage", "application_id started_at served refused without_line"),
];

function of(table: string, columns: string): readonly string[] {
  return columns.split(" ").map((column) => `${table}.${column}`);
}

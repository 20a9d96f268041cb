insert into team_tokens values ('acme_team', 7, 2, 0, 'fp', 'sealed', 1795248000000, 7200, null, 0, 0);
insert into callers values ('billing', 'Billing', 'sealed', 60, 1795248000000, null);
insert into caller_rights values ('billing', 'acme_team', 1, 1, 0, '[]');
insert into user_grants values ('demo_app', 'openid', 1, 'sealed', 1795248000000, 7200, 'sealed', 1795248000000, 1797840000000, 'consent', 0);
insert into used_signatures values ('signature', 1795248000000);
insert into handed_out_versions values ('billing', 'acme_team', 7);
insert into audit_events (at, appid, kind, actor, version, detail) values (1795248000000, 'acme_team', 'renewed', 'hub', 7, '');

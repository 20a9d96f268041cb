/** The larger pieces that pages are put together from. */
export const parts = `
.card { padding: clamp(1.25rem, 4vw, 2rem); border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); box-shadow: var(--shadow); }
.card > * + * { margin-block-start: 1rem; }
.card-narrow { max-width: 27rem; margin-inline: auto; }
.lead { color: var(--ink-soft); font-size: 1.0625rem; }
.fine-print { color: var(--ink-soft); font-size: 0.875rem; }
.fine-print h2 { font-size: 0.875rem; color: var(--ink); }
.icon { flex: none; inline-size: 1.25em; block-size: 1.25em; }
.name { overflow-wrap: anywhere; }
.notice { display: flex; gap: 0.75rem; padding: 0.875rem 1rem; border: 1px solid; border-radius: 0.75rem; }
.notice > .icon { margin-block-start: 0.125em; }
.notice-title { font-weight: 660; }
.notice-info { color: var(--accent); background: var(--accent-soft); border-color: var(--accent); }
.notice-success { color: var(--success); background: var(--success-soft); border-color: var(--success-line); }
.notice-warning { color: var(--warning); background: var(--warning-soft); border-color: var(--warning-line); }
.notice-error { color: var(--danger); background: var(--danger-soft); border-color: var(--danger-line); }
.badge {
  display: inline-flex; align-items: center; gap: 0.25rem; padding: 0.0625rem 0.5rem; border: 1px solid; border-radius: 999px;
  font-size: 0.8125rem; font-weight: 600; line-height: 1.5; vertical-align: 0.1em; white-space: nowrap;
}
.badge-success { color: var(--success); background: var(--success-soft); border-color: var(--success-line); }
.badge-warning { color: var(--warning); background: var(--warning-soft); border-color: var(--warning-line); }
.badge-neutral { color: var(--ink-soft); background: var(--sunken); border-color: var(--line); }
.avatar {
  display: inline-flex; align-items: center; justify-content: center; flex: none; width: 3rem; height: 3rem;
  color: #fff; font-size: 1.125rem; font-weight: 640; line-height: 1; object-fit: contain;
}
img.avatar { background: #fff; border: 1px solid var(--line); }
.avatar-person { border-radius: 50%; }
.avatar-application { border-radius: 0.75rem; }
.avatar-tint-0 { background: var(--tint-0); } .avatar-tint-1 { background: var(--tint-1); }
.avatar-tint-2 { background: var(--tint-2); } .avatar-tint-3 { background: var(--tint-3); }
.avatar-tint-4 { background: var(--tint-4); } .avatar-tint-5 { background: var(--tint-5); }
.identity { display: flex; align-items: flex-start; gap: 0.875rem; }
.identity > div { min-width: 0; }
.identity-name { font-size: 1.0625rem; font-weight: 640; }
.identity-note code { display: inline-block; }
.identity-note { color: var(--ink-soft); font-size: 0.9375rem; }
.definitions { display: grid; gap: 0.5rem; }
.definitions > div { display: grid; gap: 0 1rem; }
.definitions dt { color: var(--ink-soft); font-size: 0.875rem; }
@media (min-width: 36rem) { .definitions > div { grid-template-columns: 8.5rem 1fr; } .definitions dt { line-height: 1.77; } }
.links { display: grid; gap: 0.875rem; }
.links a { display: inline-block; font-weight: 600; }
.links span { display: block; color: var(--ink-soft); font-size: 0.9375rem; }
.columns { display: grid; gap: 1rem; padding-block-start: 0.75rem; }
@media (min-width: 44rem) { .columns { grid-template-columns: 1fr 1fr; } }
`;

/** What pages are put together from. */
export const parts = `
.page-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.25rem; }
.page-head p { color: var(--ink-soft); font-size: 0.9375rem; }
.section { display: grid; gap: 0.875rem; margin-block-start: 2.25rem; min-width: 0; }
.card { padding: clamp(1rem, 3vw, 1.5rem); border: 1px solid var(--line); border-radius: 0.875rem; background: var(--surface); box-shadow: var(--shadow); min-width: 0; }
.card > * + * { margin-block-start: 1rem; }
.card-narrow { max-width: 27rem; margin-inline: auto; }
.soft { color: var(--ink-soft); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
.card-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; }
.card-head h3 { margin-inline-end: auto; }
.facts { display: grid; gap: 0.3125rem; }
.facts > div { display: grid; grid-template-columns: minmax(7.5rem, 2fr) 3fr; gap: 0 1rem; }
.facts dt { color: var(--ink-soft); }
.badge { display: inline-block; padding: 0.0625rem 0.625rem; border: 1px solid; border-radius: 999px; font-size: 0.8125rem; font-weight: 600; line-height: 1.6; white-space: nowrap; }
.badge-success { color: var(--success); background: var(--success-soft); border-color: var(--success-line); }
.badge-warning { color: var(--warning); background: var(--warning-soft); border-color: var(--warning-line); }
.badge-danger { color: var(--danger); background: var(--danger-soft); border-color: var(--danger-line); }
.badge-neutral { color: var(--ink-soft); background: var(--sunken); border-color: var(--line); }
.notice { padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.75rem; }
.notice-danger { color: var(--danger); background: var(--danger-soft); border-color: var(--danger-line); }
.notice-warning { color: var(--warning); background: var(--warning-soft); border-color: var(--warning-line); }
.stack { display: grid; gap: 1rem; }
.field { display: grid; gap: 0.375rem; }
.field label { font-weight: 600; }
.field input { width: 100%; min-height: 2.875rem; padding: 0.5rem 0.875rem; border: 1px solid var(--line-strong); border-radius: 0.625rem; background: var(--surface); }
.field input[aria-invalid] { border-color: var(--danger); border-width: 2px; }
.button { min-height: 2.875rem; padding: 0.5rem 1.25rem; border: 2px solid transparent; border-radius: 0.625rem; background: var(--accent); color: var(--on-accent); font-weight: 620; cursor: pointer; }
.button:hover { background: var(--accent-strong); }
.text-button { min-height: 1.75rem; padding: 0.125rem 0; border: 0; background: none; color: var(--accent); font-size: 0.875rem; text-decoration: underline; text-underline-offset: 0.18em; cursor: pointer; }
.text-button:hover { color: var(--accent-strong); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; overflow-wrap: normal; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
tr:last-child > * { border-bottom: 0; }
th { font-weight: 640; }
thead th, td code { white-space: nowrap; }
th:last-child, td:last-child { padding-inline-end: 0; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
.time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.details { min-width: 16rem; color: var(--ink-soft); font-size: 0.875rem; overflow-wrap: anywhere; }
details summary { display: inline-block; min-height: 1.75rem; color: var(--accent); cursor: pointer; text-decoration: underline; text-underline-offset: 0.18em; }
details[open] summary { margin-block-end: 0.75rem; }
@media (forced-colors: active) { .badge, .notice, .button { border: 1px solid currentColor; } }
`;

/** Pages that explain how to call the platform: commands to copy, lists of fields, contents beside the text. */
export const documentation = `
.command { padding: 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.9375rem; line-height: 1.6; }
.call-steps { display: grid; gap: 1.5rem; margin-block-end: 0; padding: 0; list-style: none; counter-reset: call; }
.call-steps li { display: grid; gap: 0.375rem; min-width: 0; counter-increment: call; }
.call-steps h3::before { content: counter(call) ". "; }
.call-steps p { color: var(--ink-soft); }
.bullets { display: grid; gap: 0.5rem; padding-inline-start: 1.25rem; list-style: disc; }
.reference { display: grid; gap: 1.5rem 3rem; padding-block-start: 1rem; }
.reference-body { display: grid; gap: 3rem; min-width: 0; }
.reference-body > section { display: grid; gap: 1rem; min-width: 0; }
.reference-body > section > h2 { padding-block-end: 0.5rem; border-bottom: 1px solid var(--line); font-size: 1.375rem; }
.reference-body h3 { margin-block-start: 0.5rem; font-size: 1.0625rem; }
.reference-body .card { min-width: 0; }
.reference-body .card > h3 { margin: 0; }
.reference-body h4 { margin-block: 1.75rem 0; font-size: 0.875rem; color: var(--ink-soft); }
.reference-body .card:target { border-color: var(--accent); outline: 2px solid var(--accent); }
.reference-body [id] { scroll-margin-block-start: 1rem; }
.contents { font-size: 0.9375rem; }
.contents h2 { font-size: 0.875rem; color: var(--ink-soft); }
.contents ul { display: grid; }
.contents ul ul { padding-inline-start: 1rem; }
.contents a { display: inline-block; padding-block: 0.1875rem; text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.fields { display: grid; gap: 0.75rem; }
.fields dt { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.125rem 0.625rem; }
.fields dt code { font-weight: 640; }
.field-type { color: var(--ink-soft); font-size: 0.875rem; }
.error-links { display: flex; flex-wrap: wrap; gap: 0.375rem 0.75rem; }
.error-links a { display: inline-block; padding-block: 0.125rem; }
@media (min-width: 60rem) {
  .reference { grid-template-columns: 15rem minmax(0, 1fr); align-items: start; }
  .contents { position: sticky; inset-block-start: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
@media print { .contents, .header, .footer { display: none; } }
`;

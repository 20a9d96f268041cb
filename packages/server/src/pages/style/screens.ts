/** What single pages need beyond the common pieces. */
export const screens = `
.consent h1 { margin-block-end: 1.5rem; }
.part { padding-block: 1.125rem; border-top: 1px solid var(--line); display: grid; gap: 0.5rem 1.5rem; }
.consent > .part { margin: 0; }
.part h2 { font-size: 0.875rem; color: var(--ink-soft); line-height: 1.7; }
.part-body { display: grid; gap: 0.75rem; min-width: 0; }
@media (min-width: 40rem) { .part { grid-template-columns: 8.5rem minmax(0, 1fr); } }
.permissions { display: grid; gap: 0.5rem; }
.permissions li { display: flex; gap: 0.625rem; }
.permissions .icon { margin-block-start: 0.15em; }
.permissions-check .icon { color: var(--success); }
.permissions-cross .icon { color: var(--danger); }
.destination code { display: inline-block; padding: 0.375rem 0.625rem; font-weight: 600; }
.decision { display: grid; grid-template-columns: 1fr 1fr; gap: 0.875rem; padding-block-start: 1.5rem; border-top: 1px solid var(--line); }
.consent > .decision { margin: 0; }
.problem > section { display: grid; gap: 0.5rem; }
.problem > .lead { max-width: 36rem; }
.problem > .aside { padding: 1rem; border-radius: 0.75rem; background: var(--sunken); }
.problem > .aside code { background: var(--surface); }
.request-id { font-size: 0.9375rem; color: var(--ink); }
.quoted { color: var(--ink-soft); }
.steps { display: grid; gap: 1.25rem 2rem; padding: 0; margin: 1.75rem 0 0; list-style: none; counter-reset: step; }
.steps li { position: relative; padding-inline-start: 2.75rem; counter-increment: step; }
.steps li::before {
  content: counter(step); position: absolute; inset-inline-start: 0; inset-block-start: 0.0625rem;
  width: 1.875rem; height: 1.875rem; border-radius: 50%; background: var(--accent-soft); color: var(--accent);
  font-weight: 640; line-height: 1.875rem; text-align: center;
}
.steps p { color: var(--ink-soft); font-size: 0.9375rem; }
@media (min-width: 44rem) { .steps { grid-template-columns: repeat(3, 1fr); } .steps li { padding: 2.5rem 0 0; } }
.applications { display: grid; gap: 1rem; }
.revoke-all { padding-block: 0.5rem; }
.revoke-all summary { width: fit-content; padding-block: 0.25rem; color: var(--danger); font-weight: 600; cursor: pointer; }
.revoke-all form { align-items: flex-start; padding-block-start: 0.75rem; }
`;

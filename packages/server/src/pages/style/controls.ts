/** Buttons, fields and everything else that is pressed or filled in. Targets are at least 24 px high (WCAG 2.2, 2.5.8). */
export const controls = `
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem;
  min-height: 2.875rem; padding: 0.5rem 1.25rem; border: 2px solid transparent; border-radius: 0.625rem;
  font-weight: 620; line-height: 1.3; text-align: center; text-decoration: none; cursor: pointer;
}
.button:focus-visible { border-radius: 0.625rem; }
.button-primary { background: var(--accent); color: var(--on-accent); }
.button-primary:hover { background: var(--accent-strong); }
.button-choice { background: var(--surface); border-color: var(--accent); color: var(--accent); }
.button-choice:hover { background: var(--accent-soft); border-color: var(--accent-strong); color: var(--accent-strong); }
.button-quiet { background: var(--surface); border-color: var(--line-strong); color: var(--ink); min-height: 2.5rem; padding-block: 0.375rem; }
.button-quiet:hover { background: var(--sunken); border-color: var(--ink); }
.button-danger { background: var(--danger); color: var(--on-danger); }
.button-danger:hover { background: var(--danger-strong); }
.text-button {
  min-height: 1.75rem; padding: 0.125rem 0; border: 0; background: none; color: var(--accent);
  text-align: start; text-decoration: underline; text-underline-offset: 0.18em; text-decoration-thickness: 0.08em; cursor: pointer;
}
.text-button:hover { color: var(--accent-strong); text-decoration-thickness: 0.14em; }
.link-line { display: inline-block; padding-block: 0.125rem; }
.stack { display: flex; flex-direction: column; gap: 1rem; }
.field { display: flex; flex-direction: column; gap: 0.375rem; }
.field label { font-weight: 600; }
.field input {
  width: 100%; min-height: 2.875rem; padding: 0.5rem 0.875rem; border: 1px solid var(--line-strong);
  border-radius: 0.625rem; background: var(--surface);
}
.field input:hover { border-color: var(--ink); }
.field input:focus-visible { outline-offset: 0; border-radius: 0.625rem; }
.field input[aria-invalid] { border-color: var(--danger); border-width: 2px; }
.check { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 1.75rem; align-self: flex-start; cursor: pointer; }
.check input { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
@media (forced-colors: active) {
  .button, .notice, .badge, .avatar { border: 1px solid currentColor; }
}
`;

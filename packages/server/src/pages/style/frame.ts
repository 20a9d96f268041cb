/** The frame around every page: skip link, header, content column, footer. */
export const frame = `
.skip-link {
  position: absolute; inset-inline-start: 0.75rem; inset-block-start: -6rem; z-index: 1;
  padding: 0.625rem 1rem; border-radius: 0.5rem; background: var(--accent); color: var(--on-accent);
}
.skip-link:hover { color: var(--on-accent); }
.skip-link:focus { inset-block-start: 0.75rem; }
.header { background: var(--surface); border-bottom: 1px solid var(--line); }
.header-inner {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.25rem;
  max-width: 72rem; margin: 0 auto; padding: 0.625rem 1.25rem; min-height: 3.75rem;
}
.brand {
  display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.5rem; margin-inline-end: auto;
  color: var(--ink); font-weight: 660; text-decoration: none;
}
.brand:hover { color: var(--accent-strong); }
.brand img { flex: none; border-radius: 0.4375rem; }
.languages { display: flex; gap: 0.25rem; margin-inline: -0.5rem; }
.languages a {
  padding: 0.25rem 0.5rem; border-radius: 0.375rem; color: var(--ink-soft); font-size: 0.875rem;
  text-decoration: none; white-space: nowrap;
}
.languages a:hover { color: var(--ink); background: var(--sunken); }
.languages a[aria-current] { color: var(--ink); font-weight: 640; text-decoration: underline; text-decoration-thickness: 2px; text-decoration-color: var(--accent); text-underline-offset: 0.35em; }
.account { display: flex; align-items: center; gap: 0.75rem; min-width: 0; max-width: 100%; font-size: 0.875rem; }
.account-name { max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--ink-soft); }
.account form { flex: none; }
.content { flex: 1; width: 100%; max-width: 47.5rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3rem) clamp(1rem, 4vw, 1.5rem) 3rem; }
.content-wide { max-width: 72rem; }
.content > * + * { margin-block-start: 1rem; }
.footer { width: 100%; max-width: 72rem; margin: 0 auto; padding: 1.25rem; color: var(--ink-soft); font-size: 0.875rem; text-align: center; }
.footer p { text-wrap: balance; }
`;
